import t from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { EVENT_TYPES } from "../../../src/library/events/event-types.ts";
import { MAX_URL_LENGTH } from "../../../src/webhooks/destination.ts";
import { MAX_WEBHOOKS, TESTS_PER_MINUTE } from "../../../src/webhooks/webhooks.ts";
import { openApp } from "../../support/app.ts";
import { createPerson } from "../../support/people.ts";
import { openReceiver } from "../../support/webhook-receiver.ts";
import { createWebhook } from "../../support/webhooks.ts";

const WEBHOOKS = "/account/webhooks";
const URL = "https://example.com/hook";

/** A server with Ann, who is signed in, and a function that reads her webhooks from the database. */
async function openWithAnn(t: Parameters<typeof openApp>[0], settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const ann = await createPerson(app, "Ann");
  const client = await signIn(app.base, ann);
  await client.get(WEBHOOKS);
  const stored = () =>
    app.context.database
      .selectFrom("webhooks")
      .select(["id", "url", "event_types", "enabled", "secret", "old_secret"])
      .orderBy("id")
      .execute();
  return { app, ann, client, stored };
}

/** The new secret that a page shows; empty if it shows none. */
function secretIn(text: string): string {
  const secret = /<code id="secret">([^<]*)<\/code>/.exec(text)?.[1] ?? "";
  trackSecrets(secret);
  return secret;
}

/** Creates a webhook, and returns its page, which shows the secret. */
async function create(client: PageClient, fields: Readonly<Record<string, string>>) {
  const { status, location, notice } = await client.post(WEBHOOKS, fields);
  t.match({ status, notice }, { status: 303, notice: "webhook-created" });
  return client.get(location ?? "");
}

t.test(
  "a webhook is created with the chosen types of events, and its page shows its secret until it is copied",
  async (t) => {
    const { client, stored } = await openWithAnn(t);
    const created = await create(client, { url: ` ${URL} `, "item.created": "1", "item.updated": "1", x: "1" });
    const secret = secretIn(created.text);
    const types = JSON.stringify(["item.created", "item.updated"]);
    t.match(await stored(), [{ url: URL, event_types: types, enabled: 1, secret, old_secret: null }]);
    t.match(secret, /^whsec_/);
    t.notMatch((await client.get(WEBHOOKS)).text, secret);
    t.match((await client.get(`${WEBHOOKS}/1`)).text, secret, "a reload still shows it");
    const [, id = ""] = /name="secret" value="([^"]*)"/.exec(created.text) ?? [];
    t.match(await client.post(`/account/copied?back=${WEBHOOKS}/1`, { secret: id }), { location: `${WEBHOOKS}/1` });
    t.notMatch((await client.get(`${WEBHOOKS}/1`)).text, secret);
  },
);

t.test("the pages require signing in, and every action a CSRF token", async (t) => {
  const { app, ann, client, stored } = await openWithAnn(t);
  const { id } = await createWebhook(app, ann.id, URL);
  const before = await stored();
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  for (const action of ["test", "enable", "disable", "rotate", "delete"]) {
    t.match(await stranger.post(`${WEBHOOKS}/${id}/${action}`), { status: 303, location: /^\/account\/sign-in/ });
    t.equal((await client.post(`${WEBHOOKS}/${id}/${action}`, { _csrf: "wrong" })).status, 403, action);
  }
  t.equal((await client.post(WEBHOOKS, { url: URL, "item.created": "1", _csrf: "wrong" })).status, 403);
  t.same(await stored(), before);
});

t.test("an account has at most 10 webhooks", async (t) => {
  const { client, stored } = await openWithAnn(t);
  const form = { url: URL, "item.created": "1" };
  for (let number = 0; number < MAX_WEBHOOKS; number++) {
    const { text } = await create(client, form);
    t.not(secretIn(text), "");
  }
  t.match(await client.post(WEBHOOKS, form), {
    status: 403,
    text: "Your account has reached its limit of 10 webhooks. Delete one first.",
  });
  const [first] = await stored();
  t.match(await client.post(`${WEBHOOKS}/${first?.id}/delete`), { status: 303 });
  t.not(secretIn((await create(client, form)).text), "", "room after a deletion");
});

t.test("a URL that events can't be sent to is rejected, and the form keeps its values", async (t) => {
  const { client, stored } = await openWithAnn(t);
  const post = (url: string) => client.post(WEBHOOKS, { url, "item.created": "1" });
  for (const [message, ...urls] of [
    ["URL is required.", "", " "],
    ["URL must begin with https://.", "example.com", "http://example.com/", "ftp://example.com/"],
    ["URL must not contain a user name or a password.", "https://ann:password@example.com/"],
    [`URL must have at most ${MAX_URL_LENGTH} characters.`, `${URL}?${"x".repeat(MAX_URL_LENGTH)}`],
    ["URL must have the port 443, or one from 1024.", "https://example.com:22/"],
    ["URL must not be in a private network.", "https://localhost/", "https://127.0.0.1/", "https://10.0.0.1:8443/"],
    ["URL must not be in a private network.", "https://[::1]/", "https://169.254.169.254/", "https://2130706433/"],
  ] as const) {
    for (const url of urls) t.match(await post(url), { status: 200, text: message }, url);
  }
  const rejected = (await post("https://localhost/hook")).text;
  t.match(rejected, 'value="https://localhost/hook"');
  t.match(rejected, /name="item.created"[^>]* checked/);
  t.notMatch(rejected, /name="item.updated"[^>]* checked/);
  t.match(await client.post(WEBHOOKS, { url: URL }), { status: 200, text: "Events must be at least one." });
  t.same(await stored(), []);
});

t.test("WEBHOOK_PRIVATE_NETWORKS=allow: a private URL without TLS is accepted", async (t) => {
  const { client, stored } = await openWithAnn(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  t.not(secretIn((await create(client, { url: "http://10.0.0.1:22/", "item.created": "1" })).text), "");
  t.match(await client.post(WEBHOOKS, { url: "ftp://10.0.0.1/", "item.created": "1" }), {
    status: 200,
    text: "URL must begin with https:// or http://.",
  });
  t.equal((await stored()).length, 1);
});

t.test("a test event is delivered, and the page shows its result", async (t) => {
  const { app, ann, client } = await openWithAnn(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  const receiver = await openReceiver(t);
  const { id } = await createWebhook(app, ann.id, receiver.url, ["item.created"]);
  const path = `${WEBHOOKS}/${id}`;
  t.match(await client.post(`${path}/test`), { status: 303, location: path, notice: "webhook-tested" });
  t.match((await client.get(path)).text, "The test event is on its way.");
  const [event] = await receiver.received(1);
  t.match(event, { type: "webhook.test", data: {} });
  let page = await client.get(path);
  while (!page.text.includes("webhook.test")) page = await client.get(path);
  t.match(page.text, /Delivered<br>Status 204 · 1\u00a0attempt/);
});

t.test("a webhook whose deliveries fail says so, in the list above the form and on its page", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const { id } = await createWebhook(app, ann.id, URL);
  const set = (values: { failing_since: number | null }) =>
    app.context.database.updateTable("webhooks").set(values).execute();
  const failing = '<strong class="error">Failing</strong>';
  await set({ failing_since: app.context.clock() });
  for (const path of [WEBHOOKS, `${WEBHOOKS}/${id}`]) t.match((await client.get(path)).text, failing, path);
  t.match((await client.get(WEBHOOKS)).text, /<h2 id="webhooks">.*<h2 id="create">/s);
  await set({ failing_since: null });
  t.notMatch((await client.get(WEBHOOKS)).text, failing);
  t.match((await client.get(WEBHOOKS)).text, ">Enabled</td>");
});

t.test("an account can test its webhooks six times a minute in all", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  const bob = await createPerson(app, "Bob");
  const [one, other] = [await createWebhook(app, ann.id, URL), await createWebhook(app, ann.id, URL)];
  const test = ({ id }: { id: number }, as = client) => as.post(`${WEBHOOKS}/${id}/test`);
  for (let time = 0; time < TESTS_PER_MINUTE; time++) t.equal((await test(time % 2 === 0 ? one : other)).status, 303);
  for (const webhook of [one, other]) {
    const { status, text } = await test(webhook);
    t.equal(status, 200);
    t.match(text, "Too many tests of webhooks. Try again in 60 seconds.");
  }
  const events = await app.context.database.selectFrom("webhook_deliveries").selectAll().execute();
  t.equal(events.length, TESTS_PER_MINUTE);
  const bobsClient = await signIn(app.base, bob);
  const bobs = await createWebhook(app, bob.id, URL);
  await bobsClient.get(WEBHOOKS);
  t.equal((await test(bobs, bobsClient)).status, 303, "another account");
  app.advanceClock(60_000);
  t.equal((await test(one)).status, 303);
});

t.test("a disabled webhook receives nothing, cannot be tested, and receives later events when enabled", async (t) => {
  const { app, ann, client, stored } = await openWithAnn(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  const receiver = await openReceiver(t);
  const { id } = await createWebhook(app, ann.id, receiver.url, EVENT_TYPES);
  const path = `${WEBHOOKS}/${id}`;
  const add = (link: string) =>
    app.send("POST", "/rest/v1/raindrop", { headers: { authorization: `Bearer ${ann.token}` }, body: { link } });

  t.match(await client.post(`${path}/disable`), { status: 303, location: path, notice: "webhook-disabled" });
  t.match(await stored(), [{ enabled: 0 }]);
  t.match((await client.get(path)).text, "You disabled it.");
  t.match(await client.post(`${path}/test`), { status: 200, text: "Enable the webhook before you test it." });
  await add("https://example.com/missed");

  t.match(await client.post(`${path}/enable`), { status: 303, location: path, notice: "webhook-enabled" });
  t.match(await stored(), [{ enabled: 1 }]);
  await add("https://example.com/received");
  t.match(await receiver.received(1), [{ type: "item.created" }]);
  t.equal((await client.post(`${path}/test`)).status, 303);
  t.same(
    (await receiver.received(2)).map(({ type }) => type),
    ["item.created", "webhook.test"],
    "nothing of the time when it was disabled",
  );
});

t.test(
  "a secret is replaced: the new one is shown until it is copied, and the old one signs for 24 hours",
  async (t) => {
    const { app, ann, client, stored } = await openWithAnn(t);
    const { id, secret: old } = await createWebhook(app, ann.id, URL);
    const path = `${WEBHOOKS}/${id}`;
    t.match(
      await client.post(`${path}/rotate`),
      { status: 303, location: path },
      "a language chosen there returns to it",
    );
    const { text } = await client.get(path);
    const secret = secretIn(text);
    t.notMatch(secret, old);
    t.match(await stored(), [{ secret, old_secret: old }]);
    t.match(text, "For 24 hours deliveries are signed with both");
    t.match(text, /The old secret also signs until<\/dt><dd><time datetime="2026-01-02T12:00:00.000Z">/);
    app.advanceClock(24 * 60 * 60 * 1000);
    const again = await signIn(app.base, ann);
    t.notMatch((await again.get(`${WEBHOOKS}/${id}`)).text, "The old secret also signs until");
  },
);

t.test("a webhook is deleted after a confirmation", async (t) => {
  const { app, ann, client, stored } = await openWithAnn(t);
  const { id } = await createWebhook(app, ann.id, URL);
  const path = `${WEBHOOKS}/${id}/delete`;
  t.match((await client.get(path)).text, "Events that wait for delivery are dropped.");
  t.equal((await stored()).length, 1, "the confirmation page deletes nothing");
  t.match(await client.post(path), { status: 303, location: WEBHOOKS, notice: "webhook-deleted" });
  t.same(await stored(), []);
  t.match((await client.get(WEBHOOKS)).text, "The webhook is deleted.");
  t.equal((await client.get(path)).status, 404);
});

t.test("an account can't see, use or delete the webhooks of another", async (t) => {
  const { app, ann, stored } = await openWithAnn(t);
  const { id } = await createWebhook(app, ann.id, URL);
  const before = await stored();
  const bob = await signIn(app.base, await createPerson(app, "Bob"));
  t.notMatch((await bob.get(WEBHOOKS)).text, URL);
  for (const other of [String(id), "0", "99", "x", "9".repeat(20)]) {
    for (const path of ["", "/delete"]) t.equal((await bob.get(`${WEBHOOKS}/${other}${path}`)).status, 404, other);
    for (const action of ["test", "enable", "disable", "rotate", "delete"]) {
      t.equal((await bob.post(`${WEBHOOKS}/${other}/${action}`)).status, 404, `${other} ${action}`);
    }
  }
  t.same(await stored(), before);
});
