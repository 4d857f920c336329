import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import * as emailConfirmation from "../../src/accounts/email-confirmation.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import * as reminders from "../../src/reminders/settings.ts";
import * as erasure from "../../src/retention/erasure.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import type { Body } from "../support/library.ts";
import { openMailingApp, pathIn } from "../support/mailing-app.ts";
import { tokenIn } from "../support/mails.ts";
import { createKey, createPerson, type Person, setLevel } from "../support/people.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { createWebhook } from "../support/webhooks.ts";

// Whether each credential of an account still works after each event, over HTTP, is compared with docs/data.md.

const NEW_PASSWORD = "another long password";
/** The only event of an account whose address is not confirmed. */
const NOT_CONFIRMED = "reset, not confirmed";

const NEW_ADDRESS = "ann@new.example";

/** Ann, with everything that gives access to her account or to those of others. */
async function openWorld(t: Test) {
  const app = await openMailingApp(t, { WEBHOOK_PRIVATE_NETWORKS: "allow" });
  const { context, base } = app;
  const { database, clock } = context;
  const admin = await createPerson(app, "Admin");
  await setLevel(app, admin.id, 4);
  const adminKey = await createKey(app, admin.id);
  const [ann, bob, carl] = [
    await createPerson(app, "Ann"),
    await createPerson(app, "Bob"),
    await createPerson(app, "Carl"),
  ];
  const send = (person: Person | undefined, method: string, path: string, body?: unknown, headers = {}) => {
    const authorization = person === undefined ? {} : { authorization: `Bearer ${person.token}` };
    return app.send(method, `/rest/v1${path}`, { body, headers: { ...authorization, ...headers } });
  };
  const call = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request);
    if (status !== 200) throw new Error(`${request[1]} ${request[2]} returned ${status}.`);
    // The response was checked against the contract.
    return body as Body;
  };
  const add = async (owner: Person, more: object = {}, headers = {}) =>
    (await call(owner, "POST", "/collection", { title: "Recipes", ...more }, headers)).item._id;
  const invite = async (inviter: Person, id: number, email?: string) => {
    const emails = email === undefined ? {} : { emails: [email] };
    const { token } = await call(inviter, "POST", `/collection/${id}/sharing`, { role: "member", ...emails });
    if (email === undefined) return token;
    const mails = await app.mailsTo(email);
    return pathIn(mails.findLast(({ text }) => text.includes("/join/"))?.text).slice("/join/".length);
  };

  const [shared, published] = [
    await add(ann, {}, { "idempotency-key": "the first" }),
    await add(ann, { public: true }),
  ];
  const [joined, offered] = [await add(carl), await add(carl)];
  await call(bob, "POST", `/collection/${shared}/join`, { token: await invite(ann, shared) });
  await call(ann, "POST", `/collection/${joined}/join`, { token: await invite(carl, joined) });
  const tokens = {
    link: [shared, await invite(ann, shared)],
    address: [shared, await invite(ann, shared, "guest@example.com")],
    made: [joined, await invite(ann, joined)],
    received: [offered, await invite(carl, offered, ann.email)],
  } as const;
  const key = await createKey(app, ann.id);
  const receiver = await openReceiver(t);
  const { id: webhook } = await createWebhook(app, ann.id, receiver.url, ["item.created"]);
  const calendar = await reminders.addCalendar(database, clock, ann.id);
  trackSecrets(calendar);
  const browser = await signIn(base, ann);
  const kept = await signIn(base, ann, { keep: "1" });
  kept.jar.delete("triptych_session");
  const linkTo = async (request: Promise<void>, path: string) => {
    await request;
    const mail = (await app.mailsTo(ann.email)).findLast(({ text }) => text.includes(path));
    trackSecrets(tokenIn(mail?.text));
    return pathIn(mail?.text);
  };
  const mails = {
    clock,
    outbox: context.outbox,
    counter: context.mailCounter,
    limitPerHour: 100,
    baseUrl: "http://triptych.test",
  };
  const mail = { email: ann.email, address: "192.0.2.1", language: "en" } as const;
  const links = [
    await linkTo(passwordReset.request(database, mails, mail), "/account/reset-password"),
    await linkTo(emailConfirmation.request(database, mails, ann.id, mail), "/account/confirm-email"),
  ];

  let guests = 0;
  const admits = async ([id, token]: readonly [number, string]) => {
    guests += 1;
    const guest = await createPerson(app, `Guest${guests}`);
    return (await send(guest, "POST", `/collection/${id}/join`, { token })).status === 200;
  };
  const countOf = async (table: "known_networks" | "stored_responses") =>
    (await database.selectFrom(table).select("account_id").where("account_id", "=", ann.id).execute()).length;
  const allOrNone = (results: readonly boolean[]) => {
    if (new Set(results).size > 1) throw new Error(`Of one row of the table, only some work: ${results}.`);
    return results[0] ?? false;
  };
  const delivers = async () => {
    const before = receiver.events.length;
    try {
      await webhooks.test(database, { clock, counter: context.minuteCounter }, ann.id, webhook);
    } catch {
      return false;
    }
    for (;;) {
      if (receiver.events.length > before) return true;
      const rows = await database.selectFrom("webhooks").select("id").where("enabled", "=", 1).execute();
      if (rows.length === 0) return false;
      await setTimeout(5);
    }
  };

  /** Whether each credential works, by row of the table. */
  const probes: Readonly<Record<string, () => Promise<boolean>>> = {
    "login tokens": async () => (await send(ann, "GET", "/user")).status === 200,
    "sessions, browsers that are kept signed in": async () =>
      allOrNone([
        (await browser.get("/account/profile")).status === 200,
        (await kept.get("/account/profile")).status === 200,
      ]),
    "API keys": async () =>
      allOrNone([
        (await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${key}` } })).status === 200,
        (await app.send("GET", `/api/v1/users/${ann.id}.json`, { key })).status === 200,
      ]),
    webhooks: delivers,
    "the calendar of its reminders": async () =>
      (await app.send("GET", `/feeds/${calendar}/reminders.ics`)).status === 200,
    "collaborators of its collections": async () => (await send(bob, "GET", `/collection/${shared}`)).status === 200,
    "invitations to its collections": async () => allOrNone([await admits(tokens.link), await admits(tokens.address)]),
    "its access to collections of others": async () => {
      const { items } = await call(carl, "GET", `/collection/${joined}/sharing`);
      return items.some(({ _id }) => _id === ann.id);
    },
    "invitations that it made there": () => admits(tokens.made),
    "invitations that its address received": () => admits(tokens.received),
    "links in mails, links of administrators": async () => {
      const browser = openPageClient(base);
      return allOrNone(await Promise.all(links.map(async (path) => (await browser.get(path)).status === 200)));
    },
    "known networks": async () => (await countOf("known_networks")) > 0,
    "responses to an `Idempotency-Key`": async () => (await countOf("stored_responses")) > 0,
    "public collections, their feeds": async () =>
      (await send(undefined, "GET", `/collection/${published}`)).status === 200,
  };
  const confirm = () =>
    database.updateTable("accounts").set({ email_confirmed_at: clock() }).where("id", "=", ann.id).execute();
  return { app, adminKey, ann, key, links, mails, browser, probes, confirm };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function reset({ app, links: [link = ""] }: Pick<World, "app" | "links">): Promise<void> {
  const browser = openPageClient(app.base);
  await browser.get(link);
  const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  await expectStatus(303, browser.post("/account/reset-password", { token: tokenIn(link), ...passwords }));
}

async function resetByAdministrator({ app, ann }: World): Promise<void> {
  const { database, clock } = app.context;
  const link = await passwordReset.createLink(database, { clock, baseUrl: "http://triptych.test" }, ann.id);
  trackSecrets(tokenIn(link));
  await reset({ app, links: [pathIn(link)] });
}

async function expectStatus(status: number, response: Promise<{ readonly status: number }>): Promise<void> {
  const received = await response;
  if (received.status !== status) throw new Error(`The event returned ${received.status}, not ${status}.`);
}

/** Changes Ann's account through the users API, as an administrator unless `key` is given. */
async function patch({ app, adminKey, ann }: World, body: object, key = adminKey): Promise<void> {
  await expectStatus(200, app.send("PATCH", `/api/v1/users/${ann.id}.json`, { key, body }));
}

async function remove({ app, adminKey: key, ann }: World): Promise<void> {
  await expectStatus(200, app.send("DELETE", `/api/v1/users/${ann.id}.json`, { key }));
}

const passwords = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

/** The ways in which each event happens, by column of the table. */
const EVENTS: Readonly<Record<string, Readonly<Record<string, (world: World) => Promise<unknown>>>>> = {
  [NOT_CONFIRMED]: { "mailed link": reset, "link of an administrator": resetByAdministrator },
  "reset, confirmed": {
    "mailed link": reset,
    "link of an administrator": resetByAdministrator,
  },
  "end all access": {
    page: async ({ browser }) => {
      await browser.get("/account/access");
      await expectStatus(303, browser.post("/account/access"));
    },
  },
  "new password": {
    page: async ({ ann, browser }) => {
      await browser.get("/account/profile/password");
      const change = { ...passwords, current_password: ann.password };
      await expectStatus(303, browser.post("/account/profile/password", change));
    },
    "users API, own key": (world) => patch(world, passwords, world.key),
    "users API, administrator": (world) => patch(world, passwords),
    "collections API": async ({ app, ann }) => {
      const headers = { authorization: `Bearer ${ann.token}` };
      const body = { newpassword: NEW_PASSWORD, oldpassword: ann.password };
      await expectStatus(200, app.send("PUT", "/rest/v1/user", { headers, body }));
    },
    command: ({ app: { context }, ann }) =>
      accounts.update(context.database, context.clock, ann.id, { password: NEW_PASSWORD }),
  },
  "new address": {
    "users API, own key": (world) => patch(world, { email_address: NEW_ADDRESS }, world.key),
    "users API, administrator": (world) => patch(world, { email_address: NEW_ADDRESS }),
    "mailed link": async ({ app, ann, mails }) => {
      const { database } = app.context;
      await emailConfirmation.request(database, mails, ann.id, {
        email: NEW_ADDRESS,
        address: "192.0.2.1",
        language: "en",
      });
      const link = pathIn((await app.mailsTo(NEW_ADDRESS))[0]?.text);
      trackSecrets(tokenIn(link));
      const browser = openPageClient(app.base);
      await browser.get(link);
      await expectStatus(303, browser.post("/account/confirm-email", { token: tokenIn(link) }));
    },
  },
  "sign out everywhere": {
    page: async ({ browser }) => {
      await browser.get("/account/sessions");
      await expectStatus(303, browser.post("/account/sessions", { everywhere: "1" }));
    },
  },
  "new level": { "users API": (world) => patch(world, { user_level: 3 }) },
  deactivated: { "users API": (world) => patch(world, { active: false }) },
  deleted: { "users API": remove },
  erased: {
    command: async (world) => {
      await remove(world);
      const { database, clock } = world.app.context;
      await erasure.erase(database, clock, world.ann.id, { pause: async () => true, onErased: () => {} });
    },
  },
};

/** The cells of the table in docs/data.md, by event and credential. */
function readTable(): Map<string, Map<string, string>> {
  const text = readFileSync(new URL("../../docs/data.md", import.meta.url), "utf8");
  const [, table = ""] = /^(\| What gives access .*\n(?:\|.*\n)+)/m.exec(text) ?? [];
  const [head = [], , ...rows] = table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    head
      .slice(1)
      .map((event, index) => [event, new Map(rows.map(([row = "", ...cells]) => [row, cells[index] ?? ""]))]),
  );
}

const TABLE = readTable();

t.test("the table has a column for each event", async (t) => {
  t.same([...TABLE.keys()], Object.keys(EVENTS));
});

for (const [event, ways] of Object.entries(EVENTS)) {
  for (const [way, happen] of Object.entries(ways)) {
    t.test(`${event} (${way}): ends what the table says, and nothing else`, async (t) => {
      const world = await openWorld(t);
      if (event !== NOT_CONFIRMED) await world.confirm();
      await happen(world);
      const works = new Map<string, boolean>();
      for (const [row, probe] of Object.entries(world.probes)) works.set(row, await probe());
      const found = new Map([...works].map(([row, works]) => [row, works ? "stays" : "ends"]));
      if (event === "deactivated") {
        await patch(world, { active: true });
        for (const [row, probe] of Object.entries(world.probes)) {
          if (works.get(row) === false && (await probe())) found.set(row, "pauses");
        }
      }
      t.same(Object.fromEntries(found), Object.fromEntries(TABLE.get(event) ?? []));
    });
  }
}
