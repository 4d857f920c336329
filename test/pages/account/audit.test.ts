import t, { type Test } from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as apiKeys from "../../../src/accounts/api-keys.ts";
import { recordAlone } from "../../../src/audit/record.ts";
import { verify } from "../../../src/audit/verification.ts";
import { openApp } from "../../support/app.ts";
import { eventsOf } from "../../support/audit.ts";
import { createKey, createPerson, setLevel } from "../../support/people.ts";

const AUDIT = "/account/audit";
const DAY = 24 * 60 * 60 * 1000;

/** Ann, an administrator, and Bob, whom she has renamed and promoted with her key; signs Ann in. */
async function openLog(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const app = await openApp(t, settings);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  await setLevel(app, ann.id, 4);
  const key = await createKey(app, ann.id);
  const patch = (body: object) => app.send("PATCH", `/api/v1/users/${bob.id}.json`, { key, body });
  await patch({ name: "Robert" });
  app.advanceClock(2 * DAY);
  await patch({ user_level: 2 });
  return { app, ann, bob, patch, client: await signIn(app.base, ann) };
}

/** The actions in the rows of the page, as it names them. */
function actionsIn(page: string): string[] {
  return [...page.matchAll(/data-label="Action">([^<]+)</g)].map(([, text]) => text ?? "");
}

t.test("says after how many days events are deleted, if they are", async (t) => {
  t.notMatch((await (await openLog(t)).client.get(AUDIT)).text, "Events are deleted");
  const { client } = await openLog(t, { AUDIT_DAYS: "90" });
  t.match((await client.get(AUDIT)).text, "Events are deleted after 90 days.");
});

t.test("shows who changed what, from where and when", async (t) => {
  const { ann, client } = await openLog(t);
  const { status, text } = await client.get(AUDIT);
  t.equal(status, 200);
  t.match(text, "<h1>Audit log</h1>");
  const [row = ""] = text.split("</tr>").filter((part) => part.includes("users patchUser"));
  t.match(row, `<a href="/account/users/${ann.id}"><bdi dir="auto">Ann</bdi></a>`);
  t.match(row, "Level changed</td>");
  t.match(row, 'Level: <bdi dir="auto">1</bdi> → <bdi dir="auto">2</bdi>');
  t.match(row, "127.0.0.1");
  t.match(row, /trip_[0-9a-v]{8}</);
});

t.test("details have names and values that people read; unknown ones are as they were stored", async (t) => {
  const { app, ann, client } = await openLog(t);
  const { database, clock } = app.context;
  const page = async (action: string) => (await client.get(`${AUDIT}?action=${action}`)).text;
  t.match(await page("key.create"), /Expires: never<br>Access: everything<br>Name: /);
  await apiKeys.create(database, clock, ann.id, { name: "Backup", expiresAt: Date.parse("2026-02-01T08:00:00Z") });
  t.match(
    await page("key.create"),
    'Expires: <time datetime="2026-02-01T08:00:00.000Z" data-utc>Feb 1, 2026, 08:00:00',
  );
  t.match(await page("account.create"), "Active: yes<br>Language: ");
  const details = { "<new>": 1 };
  await recordAlone(database, { action: "data.move", accountId: null, target: { kind: "data", id: "all" }, details });
  const moved = await page("data.move");
  t.match(moved, '&#60;new&#62;: <bdi dir="auto">1</bdi>');
  t.match(moved, 'data-label="Who, and from where">Server</td>', "the server is named once");
});

t.test("finds events by account, action and dates", async (t) => {
  const { app, bob, client } = await openLog(t);
  const find = async (query: Readonly<Record<string, string>>) =>
    actionsIn((await client.get(`${AUDIT}?${new URLSearchParams(query)}`)).text);
  const [renamed, promoted] = ["Name or language changed", "Level changed"];
  const today = new Date(app.context.clock()).toISOString().slice(0, 10);
  const before = new Date(app.context.clock() - 2 * DAY).toISOString().slice(0, 10);
  t.same(await find({ action: "account.update" }), [renamed]);
  for (const account of [String(bob.id), bob.email, ` ${bob.email.toUpperCase()} `]) {
    t.same((await find({ account })).toSorted(), ["Account created", promoted, renamed], account);
  }
  t.same(await find({ account: String(bob.id), from: today, to: today }), [promoted]);
  t.same(await find({ account: String(bob.id), from: before, to: before }), [renamed]);
  for (const account of ["0", "99", "nobody@example.com", "x", "\0"]) t.same(await find({ account }), [], account);
  t.ok((await find({ action: "nothing", from: "yesterday", to: "2026-99-99", after: "x" })).length > 3, "ignored");
});

t.test("pages go back to the first event", async (t) => {
  const { app, ann, client, patch } = await openLog(t);
  for (let number = 0; number < 60; number++) await patch({ name: `Robert ${number}` });
  const first = (await client.get(`${AUDIT}?account=${ann.id}&action=account.update`)).text;
  t.equal(actionsIn(first).length, 50);
  const next = /class="pagination"><a [^>]*href="([^"]+)"/
    .exec(first)?.[1]
    ?.replaceAll("&#38;", "&")
    .replaceAll("&#61;", "=");
  t.match(next, `${AUDIT}?account=${ann.id}&action=account.update&after=`);
  const second = (await client.get(next ?? "")).text;
  t.equal(actionsIn(second).length, 11);
  t.notMatch(second, 'class="pagination"');
  t.match(await verify(app.context.database), { problems: [] });
});

t.test("the CSV file contains all events that match, and no formulas", async (t) => {
  const { app, bob, client } = await openLog(t);
  const { database, clock } = app.context;
  await accounts.update(database, clock, bob.id, { name: "=1+1" });
  const { status, headers, text } = await client.get(`${AUDIT}/export.csv?account=${bob.id}`, {
    "user-agent": '=HYPERLINK("https://evil.example")',
  });
  t.equal(status, 200);
  t.equal(headers.get("content-type"), "text/csv; charset=utf-8");
  t.equal(headers.get("content-disposition"), 'attachment; filename="audit-log.csv"');
  const [head, ...lines] = text.trimEnd().split("\r\n");
  t.match(head, /^id,time,actor,actor_id,via,/);
  t.equal(lines.length, 4);
  t.match(text, '"{""name"":{""from"":""Robert"",""to"":""=1+1""}}"');
  const spreadsheet = openPageClient(app.base);
  await spreadsheet.get("/account/register");
  const formula = '=HYPERLINK("https://evil.example")';
  const password = "a long pass phrase";
  const body = { name: "Eve", email: "eve@example.com", password };
  await app.send("POST", "/api/user/register", { body, headers: { "user-agent": formula } });
  const all = (await client.get(`${AUDIT}/export.csv`)).text;
  t.match(all, `,"'=HYPERLINK(""https://evil.example"")",`);
  for (const cell of all.split(/,|\r\n/)) t.notMatch(cell, /^"?[=+@\t]/);
});

t.test("the JSON lines contain all events that match", async (t) => {
  const { app, ann, bob, client } = await openLog(t);
  const { status, headers, text } = await client.get(`${AUDIT}/export.jsonl?account=${bob.id}&action=account.update`);
  t.equal(status, 200);
  t.equal(headers.get("content-type"), "application/jsonl; charset=utf-8");
  t.match(JSON.parse(text), {
    occurredAt: new Date(app.context.clock() - 2 * DAY).toISOString(),
    actor: "account",
    actorId: ann.id,
    action: "account.update",
    accountId: bob.id,
    personal: { name: { from: "Bob", to: "Robert" } },
    address: "127.0.0.1",
  });
  const everything = (await client.get(`${AUDIT}/export.jsonl`)).text.trimEnd().split("\n");
  t.equal(everything.length, (await verify(app.context.database)).count);
});

t.test("only administrators may read it", async (t) => {
  const { app, bob, client } = await openLog(t);
  const [member, stranger] = [await signIn(app.base, bob), openPageClient(app.base)];
  for (const path of [AUDIT, `${AUDIT}/export.csv`, `${AUDIT}/export.jsonl`]) {
    t.match(await member.get(path), { status: 403, text: /administrators/ }, path);
    t.match(await stranger.get(path), { status: 303, location: /^\/account\/sign-in/ }, path);
  }
  t.match((await client.get("/account/profile")).text, `href="${AUDIT}"`);
  t.notMatch((await member.get("/account/profile")).text, `href="${AUDIT}"`);
});

t.test("user text can't change the page, and deleted accounts have no link", async (t) => {
  const { app, bob, client } = await openLog(t);
  const { database, clock } = app.context;
  await accounts.update(database, clock, bob.id, { name: "<script>alert(1)</script>" });
  t.notMatch((await client.get(AUDIT)).text, "<script>alert");
  await accounts.remove(database, clock, bob.id);
  const { text } = await client.get(`${AUDIT}?account=${bob.id}`);
  t.match(text, `Account ${bob.id}`);
  t.notMatch(text, `href="/account/users/${bob.id}"`);
});

t.test("reading the log records nothing", async (t) => {
  const { app, client } = await openLog(t);
  t.same(await eventsOf(app, () => client.get(AUDIT)), []);
});
