import { sql } from "kysely";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import * as items from "../../src/library/items/items.ts";
import { Outbox } from "../../src/mail/outbox.ts";
import { sendNext } from "../../src/reminders/due.ts";
import * as settings from "../../src/reminders/settings.ts";
import { ReminderWorker } from "../../src/reminders/worker.ts";
import { engine } from "../support/databases.ts";
import { openSmtpServer } from "../support/smtp.ts";
import { openReceiver } from "../support/webhook-receiver.ts";
import { openWithWebhooks } from "../support/webhooks.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Starts a server that has begun to send reminders, with mail, and confirms the addresses of Ann and Bob. */
async function openReminding(t: Test) {
  const smtp = await openSmtpServer(t);
  const opened = await openWithWebhooks(t, smtp.settings);
  const { database, clock, reminders, outbox } = opened.app.context;
  await database.updateTable("accounts").set({ email_confirmed_at: clock() }).execute();
  await reminders.run();
  /** A time from now, in milliseconds, as the API takes it. */
  const after = (milliseconds: number) => ({ date: new Date(clock() + milliseconds).toISOString() });
  /** Lets time pass, and sends what is due then. Returns the mails. */
  async function runAfter(milliseconds: number) {
    const before = smtp.mails.length;
    opened.advanceClock(milliseconds);
    await reminders.run();
    await outbox?.settled();
    return smtp.mails.slice(before);
  }
  return { ...opened, database, clock, after, runAfter };
}

/** The payloads of the events that wait for webhooks. */
async function eventsIn(database: Database) {
  const rows = await database
    .selectFrom("webhook_deliveries")
    .select("payload")
    .where("type", "=", "reminder.due")
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
}

t.test("a reminder is sent once, when it is due, as an event and a mail", async (t) => {
  const { ann, database, after, runAfter, addWebhook } = await openReminding(t);
  const receiver = await openReceiver(t);
  await addWebhook(ann, receiver.url, ["reminder.due"]);
  const { _id: collection } = await ann.addCollection("Development");
  const { _id: item } = await ann.addItem(collection, { title: "Log", reminder: after(10 * MINUTE) });
  const before = await ann.request("GET", `/raindrop/${item}`);
  const { version } = await database
    .selectFrom("libraries")
    .select("version")
    .where("account_id", "=", ann.id)
    .executeTakeFirstOrThrow();
  t.same(await runAfter(10 * MINUTE - 1), []);
  const [mail, ...others] = await runAfter(1);
  t.same(others, []);
  t.same(mail?.to, [ann.email]);
  t.equal(mail?.headers.get("subject"), "A reminder");
  t.match(mail?.text, `Log\nhttp://triptych.test/bookmarks/items/${item}\n`);
  t.match(mail?.text, "http://triptych.test/account/reminders");
  const [event] = await receiver.received(1);
  t.equal(
    event?.text,
    `{"type":"reminder.due","timestamp":"2026-01-01T12:10:00.000Z","data":{"count":1,"items":[${item}],"collections":[${collection}]}}`,
  );
  t.same(await runAfter(DAY), []);
  t.equal(receiver.events.length, 1);
  const now = await ann.request("GET", `/raindrop/${item}`);
  t.same(now.body, before.body, "the item is the same");
  t.equal(now.headers.get("etag"), before.headers.get("etag"));
  const library = database.selectFrom("libraries").select("version").where("account_id", "=", ann.id);
  t.equal((await library.executeTakeFirstOrThrow()).version, version, "so is the library");
});

t.test("a reminder that gets another date is sent again, and one that is removed is not", async (t) => {
  const { ann, after, runAfter } = await openReminding(t);
  const { _id: moved } = await ann.addItem(-1, { title: "Moved", reminder: after(MINUTE) });
  const { _id: removed } = await ann.addItem(-1, { title: "Removed", reminder: after(3 * MINUTE) });
  t.equal((await runAfter(MINUTE)).length, 1);
  await ann.call("PUT", `/raindrop/${moved}`, { reminder: after(2 * MINUTE) });
  await ann.call("PUT", `/raindrop/${removed}`, { reminder: null });
  const [mail] = await runAfter(5 * MINUTE);
  t.match(mail?.text, "Moved\n");
  t.notMatch(mail?.text, "Removed");
});

t.test("reminders of items in the Trash are not sent, nor those of inactive and deleted accounts", async (t) => {
  const { ann, bob, database, after, runAfter, addWebhook } = await openReminding(t);
  await addWebhook(ann, "http://127.0.0.1:9/");
  await addWebhook(bob, "http://127.0.0.1:9/");
  const { _id: trashed } = await ann.addItem(-1, { reminder: after(MINUTE) });
  await ann.call("DELETE", `/raindrop/${trashed}`);
  const { _id: collection } = await ann.addCollection("Removed");
  await ann.addItem(collection, { reminder: after(MINUTE) });
  await ann.call("DELETE", `/collection/${collection}`);
  await bob.addItem(-1, { reminder: after(MINUTE) });
  await bob.addItem(-1, { reminder: after(3 * MINUTE) });
  await database.updateTable("accounts").set({ active: 0 }).where("id", "=", bob.id).execute();
  t.same(await runAfter(MINUTE), []);
  await database.updateTable("accounts").set({ active: 1, deleted_at: 1 }).where("id", "=", bob.id).execute();
  t.same(await runAfter(3 * MINUTE), []);
  t.same(await eventsIn(database), []);
});

t.test("mails go to confirmed addresses, in the chosen language, unless their owner wants none", async (t) => {
  const { ann, database, after, runAfter } = await openReminding(t);
  const mailAfter = async () => {
    await ann.addItem(-1, { title: "Log", reminder: after(MINUTE) });
    return runAfter(MINUTE);
  };
  await ann.call("PUT", "/user", { config: { lang: "de_DE" } });
  t.match((await mailAfter())[0]?.text, /^Guten Tag,\n\nSie wollten erinnert werden an:\n\nLog\n/);
  await settings.chooseMails(database, ann.id, "en");
  t.match((await mailAfter())[0]?.text, /^Hello,\n\nyou wanted to be reminded of:\n\nLog\n/);
  await settings.chooseMails(database, ann.id, "none");
  t.same(await mailAfter(), []);
  await settings.chooseMails(database, ann.id, "de");
  await database.updateTable("accounts").set({ email_confirmed_at: null }).execute();
  t.same(await mailAfter(), []);
});

t.test("a hostile title is one line of a mail", async (t) => {
  const { ann, after, runAfter } = await openReminding(t);
  const title = `\u202eA\r\nBcc: x@example.com\r\n\r\n${"𝒳".repeat(400)}`;
  await ann.addItem(-1, { title, reminder: after(MINUTE) });
  const [mail] = await runAfter(MINUTE);
  t.match(mail?.text, `\nA Bcc: x@example.com ${"𝒳".repeat(200 - 21)}\n`);
  t.same(mail?.to, [ann.email]);
});

t.test("reminders that were due while the server was down are sent, up to 30 days late", async (t) => {
  const { ann, after, runAfter } = await openReminding(t);
  await ann.addItem(-1, { title: "Older", reminder: after(MINUTE) });
  await ann.addItem(-1, { title: "Old", reminder: after(3 * MINUTE) });
  const [mail, ...others] = await runAfter(30 * DAY + 2 * MINUTE);
  t.same(others, []);
  t.match(mail?.text, "Old\n");
  t.notMatch(mail?.text, "Older");
});

t.test("a server that begins to send reminders sends no old ones, and a clock that was ahead hides none", async (t) => {
  const { ann, database, clock, after, runAfter, advanceClock } = await openReminding(t);
  await ann.addItem(-1, { reminder: after(MINUTE) });
  await database.deleteFrom("server_settings").execute();
  t.same(await runAfter(2 * MINUTE), [], "as after an upgrade");
  const ahead = { name: "reminders", value: `${clock() + 400 * DAY} 1` } as const;
  await database.updateTable("server_settings").set(ahead).where("name", "=", "reminders").execute();
  t.same(await runAfter(0), []);
  await ann.addItem(-1, { reminder: after(MINUTE) });
  t.equal((await runAfter(MINUTE)).length, 1);
  advanceClock(DAY);
  t.same(await runAfter(0), []);
  await ann.addItem(-1, { reminder: after(-2 * MINUTE * 60) });
  t.same(await runAfter(0), [], "nor one that is set to a time long past");
});

t.test("1,000 reminders of one account are one mail, and do not delay those of another", async (t) => {
  const { ann, bob, database, clock, after, runAfter, addWebhook } = await openReminding(t);
  await addWebhook(ann, "http://127.0.0.1:9/", ["reminder.due"]);
  const reminderAt = Date.parse(after(MINUTE).date);
  const content = { excerpt: "", note: "", type: "link", cover: "", media: [], tags: [] } as const;
  for (let part = 0; part < 10; part += 1) {
    const added = Array.from({ length: 100 }, (_, index) => ({
      ...content,
      placeId: -1,
      link: `https://example.com/${part}/${index}`,
      title: `Title ${part * 100 + index}`,
      important: false,
      broken: false,
      reminderAt,
    }));
    await items.createMany(database, clock, ann.id, added);
  }
  await bob.addItem(-1, { title: "Of Bob", reminder: after(MINUTE) });
  const mails = await runAfter(MINUTE);
  t.same(mails.flatMap(({ to }) => to).sort(), [ann.email, bob.email].sort());
  const text = mails.find(({ to }) => to.includes(ann.email))?.text ?? "";
  t.equal(text.match(/^Title \d+$/gm)?.length, 20);
  t.match(text, "and of 980 more.");
  const events = await eventsIn(database);
  t.equal(events.length, 10);
  t.equal(new Set(events.flatMap(({ data }) => data.items)).size, 1000);
});

t.test(
  "a reminder is sent once, also if the next run is at the same time or the clock goes back a little",
  async (t) => {
    const { ann, database, clock, after } = await openReminding(t);
    await ann.addItem(-1, { reminder: after(MINUTE) });
    const due = clock() + MINUTE;
    const counts: number[] = [];
    for (const now of [due, due, due, due - 1, due]) {
      const { reminders } = await sendNext(database, () => now);
      counts.push(reminders.length);
    }
    t.same(counts, [1, 0, 0, 0, 0]);
  },
);

t.test("two servers send each reminder once", async (t) => {
  const { ann, app, database, clock, after, advanceClock, addWebhook } = await openReminding(t);
  await addWebhook(ann, "http://127.0.0.1:9/", ["reminder.due"]);
  for (let number = 0; number < 5; number += 1) await ann.addItem(-1, { reminder: after(MINUTE + number) });
  const sent: string[] = [];
  const outbox = new Outbox({ send: async ({ to }) => void sent.push(to) });
  t.teardown(() => outbox.close());
  const second = new ReminderWorker({ database, clock, outbox, baseUrl: "https://second.example" });
  t.teardown(() => second.close());
  advanceClock(2 * MINUTE);
  await Promise.all([app.context.reminders.run(), second.run(), second.run()]);
  await second.run();
  t.same(
    (await eventsIn(database)).map(({ data }) => data.count),
    [5],
  );
});

t.test("what a server has not committed when it is killed is sent by the next one", async (t) => {
  const { ann, app, database, after, runAfter, advanceClock, addWebhook } = await openReminding(t);
  await addWebhook(ann, "http://127.0.0.1:9/", ["reminder.due"]);
  await ann.addItem(-1, { reminder: after(MINUTE) });
  // The transaction fails at its last statement.
  await sql
    .raw(
      engine === "sqlite"
        ? "create trigger full_disk before update on server_settings begin select raise(abort, 'disk is full'); end"
        : "alter table server_settings add constraint full_disk check (name <> 'reminders') not valid",
    )
    .execute(database);
  advanceClock(MINUTE);
  await t.rejects(app.context.reminders.run());
  t.same(await eventsIn(database), []);
  await sql
    .raw(engine === "sqlite" ? "drop trigger full_disk" : "alter table server_settings drop constraint full_disk")
    .execute(database);
  t.equal((await runAfter(0)).length, 1);
  t.equal((await eventsIn(database)).length, 1);
});

t.test("a run with nothing to send writes nothing", async (t) => {
  const { ann, app, database, after, advanceClock } = await openReminding(t);
  await ann.addItem(-1, { reminder: after(MINUTE) });
  const written = async () => [
    await database.selectFrom("server_settings").selectAll().execute(),
    await database.selectFrom("leases").selectAll().where("name", "=", "reminders").execute(),
  ];
  const before = await written();
  advanceClock(MINUTE - 1);
  await app.context.reminders.run();
  t.same(await written(), before);
});

t.test("reminders wait while many mails wait, and then each is sent", async (t) => {
  const { ann, bob, database, clock, after, advanceClock } = await openReminding(t);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const sent: string[] = [];
  const outbox = new Outbox({
    async send({ to }) {
      await finished;
      sent.push(to);
    },
  });
  const worker = new ReminderWorker({ database, clock, outbox, baseUrl: "https://triptych.example" });
  t.teardown(async () => {
    await worker.close();
    await outbox.close();
  });
  for (const owner of [ann, bob]) await owner.addItem(-1, { reminder: after(MINUTE) });
  for (let number = 0; number <= 400; number += 1)
    outbox.add(async () => ({ to: "other@example.com", subject: "", text: "" }));
  advanceClock(MINUTE);
  await worker.run();
  t.equal(outbox.size, 401);
  finish();
  await outbox.settled();
  await worker.run();
  await outbox.settled();
  t.same(sent.slice(401).sort(), [ann.email, bob.email].sort());
});
