import t from "tap";
import { ANY_PACE } from "#contract/test/uploads";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { postFile } from "../../harness/page-uploads.ts";
import { MAX_WAITING } from "../../src/library/export/backup-worker.ts";
import { MAX_MAILS } from "../../src/mail/outbox.ts";
import { MAX_WEBHOOKS } from "../../src/webhooks/webhooks.ts";
import { openMeasuredApp } from "../support/metrics.ts";
import { createPerson, registrationOf } from "../support/people.ts";
import { openSite } from "../support/site.ts";
import { fillSlots } from "../support/slots.ts";
import { openSmtpServer } from "../support/smtp.ts";
import { PROXY, prepareUploads } from "../support/uploads.ts";
import { setCounters } from "../support/usage.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { createWebhook } from "../support/webhooks.ts";

const refused = (reason: string) => `triptych_refused_requests_total{reason="${reason}"}`;
const lengthOf = (queue: string) => `triptych_queue_length{queue="${queue}"}`;

/** A server with metrics and Ann, and a function that calls the collections API as Ann. */
async function openWithAnn(t: Parameters<typeof openMeasuredApp>[0], settings: Readonly<Record<string, string>> = {}) {
  const app = await openMeasuredApp(t, settings);
  const ann = await createPerson(app, "Ann");
  const headers = { authorization: `Bearer ${ann.token}` };
  const call = (method: string, path: string, body?: unknown) =>
    app.send(method, `/rest/v1${path}`, { headers, ...(body !== undefined && { body }) });
  return { ...app, ann, call };
}

t.test("quota: an item beyond the quota of the account", async (t) => {
  const { ann, call, read, context } = await openWithAnn(t);
  const item = { link: "https://example.com/" };
  t.equal((await call("POST", "/raindrop", item)).status, 200);
  await setCounters(context.database, ann.id, { item_count: 1_000_000 });
  t.equal(await read(refused("quota")), 0);
  t.equal((await call("POST", "/raindrop", item)).status, 403);
  t.equal(await read(refused("quota")), 1);
});

t.test("quota: a webhook beyond the limit of the account, on a page", async (t) => {
  const app = await openWithAnn(t);
  const url = "https://example.com/hook";
  for (let number = 0; number < MAX_WEBHOOKS; number++) await createWebhook(app, app.ann.id, url);
  const client = await signIn(app.base, app.ann);
  await client.get("/account/webhooks");
  t.equal((await client.post("/account/webhooks", { url, "item.created": "1" })).status, 403);
  t.equal(await app.read(refused("quota")), 1);
});

t.test("exports: a backup while 100 wait", async (t) => {
  const { ann, call, read, until, context } = await openWithAnn(t);
  t.equal(await read(lengthOf("exports")), 0);
  // More than 100, because one is made every 10 ms.
  for (let number = 0; number < 3 * MAX_WAITING; number++) {
    context.backups.add({ id: `${number}`.padStart(24, "0"), accountId: ann.id, maxBytes: 0 });
  }
  t.equal((await call("GET", "/backup")).status, 503);
  t.equal(await read(refused("exports")), 1);
  const length = await read(lengthOf("exports"));
  t.ok(length > MAX_WAITING, `${length} exports wait`);
  await until(lengthOf("exports"), (shorter = 0) => shorter < length);
});

t.test("mails: a mail while 1,000 wait", async (t) => {
  const app = await openMeasuredApp(t, (await openSmtpServer(t)).settings);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  t.equal(await app.read(lengthOf("mails")), 0);
  for (let number = 0; number < MAX_MAILS; number++) app.context.outbox?.add(() => promise);
  t.equal(await app.read(lengthOf("mails")), MAX_MAILS);
  const client = openPageClient(app.base);
  await client.get("/account/forgotten-password");
  const { text } = await client.post("/account/forgotten-password", { email_address: "ann@example.com" });
  t.match(text, /role="alert"/);
  t.match(text, "Try again");
  t.equal(await app.read(refused("mails")), 1);
  resolve(undefined);
  t.equal(await app.until(lengthOf("mails"), (length) => length === 0), 0);
});

t.test("uploads: more than two at a time of one account", async (t) => {
  const app = await openMeasuredApp(t, PROXY, { uploadPace: ANY_PACE });
  const { read, until } = app;
  const { upload, begin } = await prepareUploads(t, app);
  t.equal(await read(lengthOf("uploads")), 0);
  const stalled = Array.from({ length: 2 }, () => begin("192.0.2.1"));
  t.equal(await until(lengthOf("uploads"), (length) => length === 2), 2);
  t.equal((await upload("192.0.2.1")).status, 503);
  t.equal(await read(refused("uploads")), 1);
  await Promise.all(stalled.map(({ finish }) => finish()));
  t.equal(await until(lengthOf("uploads"), (length) => length === 0), 0);
});

t.test("lists and searches: more than may wait, and those in progress", async (t) => {
  const { read, call, context, ann } = await openWithAnn(t);
  for (const [name, path] of [
    ["lists", "/raindrops/0"],
    ["searches", "/raindrops/0?search=text"],
  ] as const) {
    const queue = `building_${name}`;
    t.equal(await read(lengthOf(queue)), 0);
    const slots = context.slots[name];
    const end = fillSlots(slots, `account:${ann.id}`);
    t.equal(await read(lengthOf(queue)), slots.options.perCaller + slots.options.waitingPerCaller);
    t.equal((await call("GET", path)).status, 503);
    t.equal(await read(refused(name)), 1);
    await end();
    t.equal((await call("GET", path)).status, 200);
    t.equal(await read(lengthOf(queue)), 0);
  }
});

t.test("imports: files of more than 500 MiB that wait", async (t) => {
  const app = await openMeasuredApp(t);
  const { database, clock } = app.context;
  const upload = async (name: string) => {
    const client = await signIn(app.base, await createPerson(app, name));
    const bytes = Buffer.from("https://example.com/\n");
    return (await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes })).text;
  };
  t.notMatch(await upload("Ann"), "Too many imports");
  t.equal(await app.read(refused("imports")), 0);
  const { id: account_id } = await createPerson(app, "Ben");
  const waiting = { id: "ben", state: "ready", preview: "{}", expires_at: clock() + 60_000 } as const;
  await database
    .insertInto("imports")
    .values({ account_id, size: 500 * 1024 * 1024, ...waiting })
    .execute();
  t.match(await upload("Cleo"), "Too many imports");
  t.equal(await app.read(refused("imports")), 1);
});

t.test("passwords: more registrations of a network than may wait, and logins that wait meanwhile", async (t) => {
  const app = await openMeasuredApp(t, PROXY);
  const { email, password } = await createPerson(app, "Ann");
  const from = (network: string, path: string, body: object) =>
    app.send("POST", path, { headers: { "x-forwarded-for": network }, body });
  t.same([await app.read(lengthOf("passwords")), await app.read(lengthOf("logins"))], [0, 0]);
  let rejected = 0;
  // Each client sends one registration after the other, until one of any client is rejected.
  const registerRepeatedly = async () => {
    while (rejected === 0) {
      const { status } = await from("198.51.100.1", "/api/user/register", registrationOf("Ann"));
      if (status === 503) rejected++;
      else t.equal(status, 409);
    }
  };
  const registrations = Array.from({ length: 200 }, registerRepeatedly);
  t.ok(await app.until(lengthOf("passwords"), Boolean));
  const logins = Array.from({ length: 50 }, () => from("203.0.113.1", "/api/user/login", { email, password }));
  t.ok(await app.until(lengthOf("logins"), Boolean));
  await Promise.all(registrations);
  for (const { status } of await Promise.all(logins)) t.equal(status, 200);
  t.equal(await app.read(refused("passwords")), rejected);
  t.same([await app.read(lengthOf("passwords")), await app.read(lengthOf("logins"))], [0, 0]);
});

t.test("webhooks: an event that its receiver does not accept waits until the webhook is disabled", async (t) => {
  const app = await openWithAnn(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  const receiver = await openReceiver(t, (_event, response) => void response.writeHead(500).end());
  const { id } = await createWebhook(app, app.ann.id, receiver.url);
  t.equal(await app.until(lengthOf("webhooks"), (length) => length !== undefined), 0);
  await app.call("POST", "/raindrop", { link: "https://example.com/" });
  t.equal(await app.until(lengthOf("webhooks"), Boolean), 1);
  const client = await signIn(app.base, app.ann);
  await client.get(`/account/webhooks/${id}`);
  t.equal((await client.post(`/account/webhooks/${id}/disable`)).status, 303);
  t.equal(await app.until(lengthOf("webhooks"), (length) => length === 0), 0);
});

t.test("pages: what waits to be read, since when, and what was read", async (t) => {
  const [first, last] = ["http://a.example/first", "http://a.example/last"];
  const page = { headers: { "content-type": "text/html" }, body: "<title>x</title>" };
  const site = await openSite(t, { [first]: page });
  const app = await openWithAnn(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base });
  t.equal(await app.until(lengthOf("pages"), (length) => length !== undefined), 0);
  await app.call("POST", "/raindrops", { items: [{ link: first }, { link: last }] });
  await app.context.pages?.settled();
  t.equal(
    await app.until(lengthOf("pages"), (length) => length === 1),
    1,
    "a second later than the other one of its host",
  );
  t.equal(await app.read("triptych_page_delay_seconds"), 0);
  await app.context.pages?.close();
  app.advanceClock(61_000);
  t.equal(await app.until("triptych_page_delay_seconds", Boolean), 60);
  const totals = ["read", "failed"].map((result) => app.read(`triptych_pages_total{result="${result}"}`));
  t.equal(
    (await Promise.all(totals)).reduce((sum, count) => sum + count, 0),
    1,
  );
});
