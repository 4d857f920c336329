import t, { type Test } from "tap";
import { trackSecrets } from "../../../harness/canary.ts";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import * as settings from "../../../src/reminders/settings.ts";
import { openLibrary } from "../../support/library.ts";

const REMINDERS = "/account/reminders";
const CALENDAR = "/account/reminders/calendar";
const MAIL = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "triptych@example.com" };

/** A server with Ann, who is signed in, and a client without an account. */
async function openWithAnn(t: Test, changes: Readonly<Record<string, string>> = MAIL) {
  const library = await openLibrary(t, changes);
  const client = await signIn(library.base, library.ann);
  await client.get(REMINDERS);
  /** Makes an address, and returns its path. */
  async function addCalendar() {
    t.match(await client.post(CALENDAR), { status: 303, location: REMINDERS });
    const { text } = await client.get(REMINDERS);
    const path = /<code id="address">http:\/\/triptych\.test([^<]+)<\/code>/.exec(text)?.[1] ?? "";
    trackSecrets(path.split("/")[2] ?? "");
    return path;
  }
  return { ...library, client, addCalendar, calendars: openPageClient(library.base) };
}

/** The lines of a calendar, unfolded. */
function linesIn(text: string): string[] {
  return text.replaceAll("\r\n ", "").split("\r\n");
}

/** The values of a property in all events, without its parameters. */
function valuesOf(text: string, name: string): string[] {
  return linesIn(text)
    .filter((line) => new RegExp(`^${name}[;:]`).test(line))
    .map((line) => line.replace(/^[^:]*:/, ""));
}

t.test("the choice of mails is stored, and shown again", async (t) => {
  const { app, ann, client } = await openWithAnn(t);
  t.match((await client.get(REMINDERS)).text, '<option value="en" selected>');
  t.match(await client.post(REMINDERS, { mails: "none" }), { location: REMINDERS, notice: "reminders-saved" });
  t.match((await client.get(REMINDERS)).text, '<option value="none" selected>');
  t.match((await client.post(REMINDERS, { mails: "sv" })).text, "must be one of the choices");
  t.match(await settings.get(app.context.database, ann.id), { mails: "none" });
});

t.test("the page says why no mails are sent", async (t) => {
  const { app, client } = await openWithAnn(t);
  t.match((await client.get(REMINDERS)).text, "once your e-mail address is confirmed");
  await app.context.database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  t.notMatch((await client.get(REMINDERS)).text, "once your e-mail address is confirmed");
  const without = await openWithAnn(t, {});
  const { text } = await without.client.get(REMINDERS);
  t.match(text, "This server sends no mail.");
  t.notMatch(text, 'name="mails"');
});

t.test("the address of a calendar is shown until it is copied or removed, and replaced", async (t) => {
  const { client, addCalendar, calendars } = await openWithAnn(t);
  const first = await addCalendar();
  t.match(first, /^\/feeds\/[\w-]{22}\/reminders\.ics$/);
  t.match((await client.get(REMINDERS)).text, first, "a reload still shows it");
  t.equal((await calendars.get(first)).status, 200);
  const second = await addCalendar();
  t.equal((await calendars.get(first)).status, 404);
  t.equal((await calendars.get(second)).status, 200);
  t.match((await client.get("/account/access")).text, /<h2 id="calendars">[\s\S]*?<a href="\/account\/reminders">/);
  t.match(await client.post(`${CALENDAR}/remove`), { location: REMINDERS, notice: "calendar-removed" });
  t.equal((await calendars.get(second)).status, 404);
  t.notMatch((await client.get(REMINDERS)).text, second);
  for (const secret of ["x", "%00", "x".repeat(22), "x".repeat(200)])
    t.equal((await calendars.get(`/feeds/${secret}/reminders.ics`)).status, 404);
});

t.test("making and removing an address are in the audit log, and the secret is only stored as a hash", async (t) => {
  const { app, ann, client, addCalendar } = await openWithAnn(t);
  const secret = (await addCalendar()).split("/")[2] ?? "";
  await client.post(`${CALENDAR}/remove`);
  await client.post(`${CALENDAR}/remove`);
  const events = await app.context.database
    .selectFrom("audit_events")
    .select(["action", "account_id", "target_kind"])
    .where("action", "like", "calendar.%")
    .orderBy("id")
    .execute();
  t.same(events, [
    { action: "calendar.create", account_id: ann.id, target_kind: "calendar" },
    { action: "calendar.remove", account_id: ann.id, target_kind: "calendar" },
  ]);
  await addCalendar();
  const rows = await app.context.database.selectFrom("reminder_settings").selectAll().execute();
  t.match(rows, [{ calendar_hash: /^[0-9a-f]{64}$/ }]);
  t.notMatch(JSON.stringify(rows), secret);
});

t.test("the page requires signing in, and its forms a CSRF token", async (t) => {
  const { app, client } = await openWithAnn(t);
  const stranger = openPageClient(app.base);
  await stranger.get("/account/sign-in");
  for (const path of [REMINDERS, CALENDAR, `${CALENDAR}/remove`]) {
    t.match(await stranger.post(path), { status: 303, location: /^\/account\/sign-in/ });
    t.equal((await client.post(path, { mails: "de", _csrf: "wrong" })).status, 403, path);
  }
  t.same(await app.context.database.selectFrom("reminder_settings").selectAll().execute(), []);
});

t.test("a calendar has the reminders outside the Trash as events with an alarm", async (t) => {
  const { ann, bob, addCalendar, calendars } = await openWithAnn(t);
  const reminder = { date: "2026-02-01T08:00:00.000Z" };
  const item = { title: "Write-ahead logging", link: "https://sqlite.example/wal.html", excerpt: "The log." };
  const { _id: id } = await ann.addItem(-1, { ...item, reminder });
  await ann.addItem(-1, { title: "Past", reminder: { date: "2025-02-01T08:00:00.000Z" } });
  await ann.addItem(-1, { title: "Without" });
  const { _id: trashed } = await ann.addItem(-1, { title: "Trashed", reminder });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  await bob.addItem(-1, { title: "Of Bob", reminder });
  const { headers, text } = await calendars.get(await addCalendar());
  t.equal(headers.get("content-type"), "text/calendar; charset=utf-8");
  t.same(valuesOf(text, "DTSTART"), ["20250201T080000Z", "20260201T080000Z"]);
  const start = text.lastIndexOf("BEGIN:VEVENT");
  t.same(
    linesIn(text.slice(start)).filter((line) => line !== ""),
    [
      "BEGIN:VEVENT",
      `UID:item-${id}@triptych.test`,
      "SEQUENCE:0",
      "DTSTAMP:20260101T120000Z",
      "DTSTART:20260201T080000Z",
      "DTEND:20260201T081500Z",
      "SUMMARY:Write-ahead logging",
      "TRANSP:TRANSPARENT",
      `DESCRIPTION:The log.\\n\\nhttp://triptych.test/bookmarks/items/${id}`,
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:PT0S",
      "DESCRIPTION:Write-ahead logging",
      "END:VALARM",
      "URL;VALUE=URI:https://sqlite.example/wal.html",
      "LAST-MODIFIED:20260101T120000Z",
      "END:VEVENT",
      "END:VCALENDAR",
    ],
  );
});

t.test("hostile texts stay in their property, and lines have at most 75 bytes", async (t) => {
  const { ann, addCalendar, calendars } = await openWithAnn(t);
  const reminder = { date: "2026-02-01T08:00:00.000Z" };
  const hostile = "A\r\nEND:VEVENT\r\nBEGIN:VEVENT\u0007;,\\ \u2028 \ud83d\ude80";
  await ann.addItem(-1, {
    title: `${hostile}${"𝒳é".repeat(300)}`,
    link: "https://example.com/?a=1,2;b=\\n",
    excerpt: `${hostile}${"𝒳".repeat(9_000)}`,
    note: "n".repeat(9_000),
    reminder,
  });
  await ann.addItem(-1, { title: "", link: "https://example.com/untitled", reminder });
  const { text } = await calendars.get(await addCalendar());
  t.equal(text.match(/^BEGIN:VEVENT\r$/gm)?.length, 2);
  for (const line of text.split("\r\n")) t.ok(Buffer.byteLength(line) <= 75, line);
  t.notMatch(text.replaceAll("\r\n", ""), /[\p{Cc}\ufffd]/u);
  const [summary = ""] = valuesOf(text, "SUMMARY");
  t.match(summary, "A END:VEVENT BEGIN:VEVENT \\;\\,\\\\ 🚀𝒳é𝒳é");
  t.ok(Buffer.byteLength(text) < 10_000);
});

t.test("an unchanged calendar is a 304, HEAD has no body, and caches do not share it", async (t) => {
  const { app, ann, advanceClock, addCalendar, calendars } = await openWithAnn(t);
  await ann.addItem(-1, { reminder: { date: "2026-01-01T12:30:00.000Z" } });
  const path = await addCalendar();
  const { headers } = await calendars.get(path);
  t.equal(headers.get("cache-control"), "private, no-cache");
  t.equal(headers.get("x-robots-tag"), "noindex");
  advanceClock(60 * 60_000);
  const same = await calendars.get(path, { "if-none-match": headers.get("etag") ?? "" });
  t.same([same.status, same.text], [304, ""]);
  const head = await app.send("HEAD", path);
  t.same([head.status, head.body, head.headers.get("etag")], [200, "", headers.get("etag")]);
  await ann.addItem(-1, { reminder: { date: "2026-01-01T12:40:00.000Z" } });
  t.equal((await calendars.get(path, { "if-none-match": headers.get("etag") ?? "" })).status, 200);
});

t.test(
  "a calendar pauses while its account is deactivated, and its requests are limited and logged without it",
  async (t) => {
    const { app, ann, addCalendar, calendars } = await openWithAnn(t, { COLLECTIONS_LIMIT_PER_MINUTE: "6" });
    const path = await addCalendar();
    const { database, clock } = app.context;
    await accounts.update(database, clock, ann.id, { active: false });
    t.equal((await calendars.get(path)).status, 404);
    await accounts.update(database, clock, ann.id, { active: true });
    t.equal((await calendars.get(path)).status, 200);
    t.match(app.log.join(""), '"/feeds/…"');
    const statuses = [];
    for (let number = 0; number < 7; number += 1) statuses.push((await calendars.get(path)).status);
    t.equal(statuses.at(-1), 429);
  },
);

t.test("a calendar has the next 400 reminders, and the last 100 of the past", async (t) => {
  const { app, ann, addCalendar, calendars } = await openWithAnn(t);
  const noon = app.context.clock();
  for (let first = 0; first < 600; first += 100) {
    const items = Array.from({ length: 100 }, (_, index) => {
      const minutes = first + index - 150;
      const reminder = { date: new Date(noon + minutes * 60_000).toISOString() };
      return { link: `https://example.com/${minutes}`, title: `At ${minutes}`, reminder };
    });
    await ann.call("POST", "/raindrops", { items });
  }
  const titles = valuesOf((await calendars.get(await addCalendar())).text, "SUMMARY");
  t.same(
    titles,
    Array.from({ length: 500 }, (_, index) => `At ${index - 100}`),
  );
});
