import t, { type Test } from "tap";
import * as accounts from "../../src/accounts/accounts.ts";
import * as library from "../../src/library/library.ts";
import { LinkCheckWorker } from "../../src/library/links/checks/worker.ts";
import { HostLease } from "../../src/library/links/host-lease.ts";
import type { Finding } from "../../src/page-reading/check.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { ITEM_FILE } from "../support/uploads.ts";
import { createWebhook } from "../support/webhooks.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const WORKS: Finding = { kind: "works", seen: 200 };
const GONE: Finding = { kind: "gone", seen: 404 };
const FAILED: Finding = { kind: "failed", seen: 503 };

/** Opens a library whose links are checked by a worker of the test: links say what is found there. */
async function openChecked(t: Test) {
  // Tests let months pass, in which tokens stay valid.
  const opened = await openLibrary(t, { TOKEN_LIFETIME: "31536000" });
  const { database, clock } = opened.app.context;
  const findings = new Map<string, Finding>();
  const checked: string[] = [];
  const find = async ({ href }: URL) => {
    checked.push(href);
    return findings.get(href) ?? WORKS;
  };
  const start = (check: (address: URL, signal: AbortSignal) => Promise<Finding> = find) => {
    const lease = new HostLease(database, clock);
    const worker = new LinkCheckWorker({ database, clock, lease, check, days: 90, firstDelay: 0 });
    worker.start((error) => t.error(error));
    t.teardown(() => worker.close());
    return worker;
  };
  const worker = start();
  await worker.settled();
  const run = async () => {
    worker.wake();
    await worker.settled();
  };
  return {
    ...opened,
    database,
    clock,
    findings,
    checked,
    start,
    run,
    /** Lets days pass, and checks what is due then. */
    async pass(days: number) {
      opened.advanceClock(days * DAY);
      await run();
    },
  };
}

const linkOf = (path: string) => `https://example.com/${path}`;

async function brokenOf({ call }: LibraryOwner, id: number): Promise<boolean> {
  return (await call("GET", `/raindrop/${id}`)).item.broken;
}

t.test(
  "a link that is gone at two checks, a day apart, is broken, and works again after one that succeeds",
  async (t) => {
    const { app, ann, findings, checked, pass, database, clock } = await openChecked(t);
    const { _id: id } = await ann.addItem(-1, { link: linkOf("gone") });
    findings.set(linkOf("gone"), GONE);
    await pass(1);
    t.same(checked, [], "a new link is not checked for a week");
    await pass(97);
    t.equal(checked.length, 1);
    t.equal(await brokenOf(ann, id), false);
    await createWebhook(app, ann.id, "https://hook.example/");
    const events = () => database.selectFrom("webhook_deliveries").select("type").orderBy("id").execute();
    const [before, sent] = [await library.versionOf(database, ann.id), (await events()).length];
    await pass(0.99);
    t.equal(checked.length, 1, "not before a day has passed");
    await pass(0.01);
    t.equal(checked.length, 2);
    const { item } = await ann.call("GET", `/raindrop/${id}`);
    t.equal(item.broken, true);
    t.equal(item.lastUpdate, new Date(clock()).toISOString());
    t.equal(await library.versionOf(database, ann.id), before + 1);
    t.same((await events()).slice(sent), [{ type: "item.updated" }]);
    t.match(await ann.call("GET", "/raindrops/0?search=broken%3Atrue"), { count: 1, items: [{ _id: id }] });
    t.equal((await ann.call("GET", "/user/stats")).meta.broken.count, 1);
    t.match((await ann.request("GET", "/filters/0")).body, { broken: { count: 1 } });
    findings.set(linkOf("gone"), WORKS);
    await pass(89);
    t.equal(checked.length, 2, "a broken link is checked as rarely as others");
    await pass(1);
    t.equal(await brokenOf(ann, id), false);
    t.equal((await ann.call("GET", "/user/stats")).meta.broken.count, 0);
  },
);

t.test("a link that fails for other reasons is broken after three checks over a week", async (t) => {
  const { ann, findings, pass, checked } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("busy") });
  findings.set(linkOf("busy"), FAILED);
  await pass(1);
  await pass(98);
  for (const [days, count, broken] of [
    [1, 2, false],
    [3, 3, false],
    [3, 4, true],
  ] as const) {
    await pass(days);
    t.equal(checked.length, count);
    t.equal(await brokenOf(ann, id), broken, `after ${count} checks`);
  }
});

t.test("one success between failures begins the counting anew", async (t) => {
  const { ann, findings, pass } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("flapping") });
  await pass(1);
  for (const [finding, days] of [
    [GONE, 98],
    [WORKS, 1],
    [GONE, 90],
    [FAILED, 1],
    [WORKS, 3],
    [FAILED, 90],
    [FAILED, 1],
    [WORKS, 3],
  ] as const) {
    findings.set(linkOf("flapping"), finding);
    await pass(days);
    t.equal(await brokenOf(ann, id), false);
  }
});

t.test("checks that succeed, or could not be made, change nothing that clients see", async (t) => {
  const { ann, bob, findings, checked, pass, database } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("fine") });
  await bob.addItem(-1, { link: linkOf("private") });
  findings.set(linkOf("private"), { kind: "unknown" });
  const before = await ann.call("GET", `/raindrop/${id}`);
  const versions = () => Promise.all([ann, bob].map((person) => library.versionOf(database, person.id)));
  const known = await versions();
  await pass(1);
  for (let round = 0; round < 3; round++) await pass(98);
  t.equal(checked.length, 6);
  t.same(await ann.call("GET", `/raindrop/${id}`), before);
  t.same(await versions(), known);
});

t.test("what a person has marked stays", async (t) => {
  const { ann, findings, pass } = await openChecked(t);
  const { _id: own } = await ann.addItem(-1, { link: linkOf("fine"), broken: true });
  const { _id: id } = await ann.addItem(-1, { link: linkOf("gone") });
  findings.set(linkOf("gone"), GONE);
  await pass(1);
  await pass(98);
  await pass(1);
  t.equal(await brokenOf(ann, own), true, "a check that succeeds does not take it back");
  t.equal(await brokenOf(ann, id), true);
  await ann.call("PUT", `/raindrop/${id}`, { title: "Still gone", broken: true });
  findings.set(linkOf("gone"), WORKS);
  await pass(90);
  t.equal(await brokenOf(ann, id), false, "sending the same value marks nothing");
});

t.test("whoever changes a mark of the server makes it their own", async (t) => {
  const { ann, findings, pass } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("gone") });
  findings.set(linkOf("gone"), GONE);
  await pass(1);
  await pass(98);
  await pass(1);
  t.equal(await brokenOf(ann, id), true);
  await ann.call("PUT", `/raindrop/${id}`, { broken: false });
  await pass(7);
  t.equal(await brokenOf(ann, id), false, "the counting begins anew");
  await pass(1);
  t.equal(await brokenOf(ann, id), true);
  await ann.call("PUT", `/raindrop/${id}`, { broken: false });
  await ann.call("PUT", `/raindrop/${id}`, { broken: true });
  findings.set(linkOf("gone"), WORKS);
  await pass(98);
  t.equal(await brokenOf(ann, id), true);
});

t.test("a changed link is as good as new", async (t) => {
  const { ann, findings, checked, pass } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("gone") });
  findings.set(linkOf("gone"), GONE);
  await pass(1);
  await pass(98);
  await ann.call("PUT", `/raindrop/${id}`, { link: linkOf("also-gone") });
  findings.set(linkOf("also-gone"), GONE);
  await pass(7);
  t.equal(checked.at(-1), linkOf("also-gone"));
  t.equal(await brokenOf(ann, id), false, "what was found of the old link does not count");
  await pass(1);
  t.equal(await brokenOf(ann, id), true);
  const { item } = await ann.call("PUT", `/raindrop/${id}`, { link: linkOf("moved"), broken: true });
  t.equal(item.broken, false, "the mark was about the old link");
});

t.test("a result for a link that was changed during the check is dropped", async (t) => {
  const { ann, database, start, pass, advanceClock } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("old") });
  await pass(1);
  const worker = start(async () => {
    await ann.call("PUT", `/raindrop/${id}`, { link: linkOf("new") });
    return GONE;
  });
  advanceClock(98 * DAY);
  worker.wake();
  await worker.settled();
  const row = await database.selectFrom("link_checks").select(["failures", "seen"]).executeTakeFirstOrThrow();
  t.same(row, { failures: 0, seen: null });
});

t.test("links in the Trash, uploaded files, and links of deactivated accounts are not checked", async (t) => {
  const { ann, bob, checked, pass, database, clock } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("trash") });
  await bob.addItem(-1, { link: linkOf("bob") });
  const { headers, body } = ITEM_FILE.form;
  t.equal((await ann.request("PUT", "/raindrop/file", body, headers)).status, 200);
  await pass(1);
  t.equal((await database.selectFrom("link_checks").select("item_id").execute()).length, 2);
  await ann.call("DELETE", `/raindrop/${id}`);
  await accounts.update(database, clock, bob.id, { active: false });
  for (let round = 0; round < 2; round++) await pass(98);
  t.same(checked, []);
  await ann.call("PUT", `/raindrop/${id}`, { collection: { $id: -1 } });
  await pass(98);
  t.same(checked, [linkOf("trash")]);
});

t.test("links of an import are spread over the whole period, a week from now at the earliest", async (t) => {
  const { ann, database, clock, start, run } = await openChecked(t);
  for (let part = 0; part < 12; part++) {
    const items = Array.from({ length: 100 }, (_, index) => ({ link: linkOf(`${part}-${index}`) }));
    await ann.call("POST", "/raindrops", { items });
  }
  const listDue = () => database.selectFrom("link_checks").select("due_at").execute();
  await run();
  t.equal((await listDue()).length, 0, "new links are looked for once a day");
  await start().settled();
  const days = (await listDue()).map(({ due_at }) => (due_at - clock()) / DAY);
  t.equal(days.length, 1200);
  t.ok(days.every((day) => day >= 7 && day < 97));
  const perDay = [...Map.groupBy(days, Math.floor).values()];
  t.ok(perDay.length >= 85);
  t.ok(perDay.every(({ length }) => length <= 20));
});

t.test("many links of one host do not delay those of others", async (t) => {
  const { ann, checked, pass, database, clock, run, advanceClock } = await openChecked(t);
  const items = Array.from({ length: 50 }, (_, index) => ({ link: linkOf(`${index}`) }));
  await ann.call("POST", "/raindrops", { items });
  await ann.addItem(-1, { link: "https://other.example/" });
  await pass(1);
  await database.updateTable("link_checks").set({ due_at: clock() }).execute();
  await run();
  t.equal(checked.length, 21);
  t.ok(checked.includes("https://other.example/"));
  advanceClock(HOUR);
  await run();
  t.equal(checked.length, 41);
});

t.test("while no host can be reached, none is to blame", async (t) => {
  const { ann, findings, pass, checked } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("nobody") });
  findings.set(linkOf("nobody"), { kind: "failed", seen: "dns" });
  await pass(1);
  await pass(98);
  for (let day = 0; day < 20; day++) await pass(1);
  t.ok(checked.length >= 20, "it is tried again each day");
  t.equal(await brokenOf(ann, id), false);
});

t.test("a host that can't be reached is broken like any other failure, if others respond", async (t) => {
  const { ann, findings, pass, database, clock } = await openChecked(t);
  const { _id: id } = await ann.addItem(-1, { link: linkOf("nobody") });
  const { _id: other } = await ann.addItem(-1, { link: "https://other.example/" });
  findings.set(linkOf("nobody"), { kind: "failed", seen: "dns" });
  await pass(1);
  for (let day = 0; day < 110; day++) {
    await database.updateTable("link_checks").set({ due_at: clock() }).where("item_id", "=", other).execute();
    await pass(1);
  }
  t.equal(await brokenOf(ann, id), true);
});

t.test("of two servers, only one checks", async (t) => {
  const { ann, checked, pass, start, advanceClock } = await openChecked(t);
  for (let index = 0; index < 30; index++) await ann.addItem(-1, { link: `https://host-${index}.example/` });
  const other = start();
  await other.settled();
  await pass(1);
  advanceClock(98 * DAY);
  other.wake();
  await pass(0);
  await other.settled();
  await pass(0);
  t.equal(checked.length, 30);
  t.equal(new Set(checked).size, 30);
});

t.test("a check that is interrupted is repeated", async (t) => {
  const { ann, checked, pass, start, advanceClock, database } = await openChecked(t);
  await ann.addItem(-1, { link: linkOf("slow") });
  await pass(1);
  const begun = Promise.withResolvers<void>();
  const worker = start((_, signal) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  await worker.settled();
  advanceClock(98 * DAY);
  worker.wake();
  await begun.promise;
  await worker.close();
  t.same(await database.selectFrom("link_checks").select("checked_at").execute(), [{ checked_at: null }]);
  await pass(0);
  t.same(checked, [linkOf("slow")]);
});
