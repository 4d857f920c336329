import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import t from "tap";
import * as items from "../../src/library/items/items.ts";
import * as library from "../../src/library/library.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { ITEM } from "../library/library.ts";
import { insertAccount } from "../support/accounts.ts";
import { openDatabaseWithUrl } from "../support/databases.ts";

const KILLS = 10;
const LINKS = 1_000;
const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PROGRAM = fileURLToPath(new URL("link-checker.ts", import.meta.url));

/** Links whose results are lost with the process: of 4 hosts at a time, up to 20 that are stored together, and one each. */
const MAX_REPEATED = 4 * 20 + 4;

t.test(`each link is marked as broken once, though the server is killed ${KILLS} times meanwhile`, async (t) => {
  const { database, url } = await openDatabaseWithUrl(t);
  const ann = await insertAccount(database);
  const input = { url: "https://example.com/", types: ["item.updated"] } as const;
  await webhooks.create(database, () => NOW, ann, input, { allowsPrivate: false });
  const ids: number[] = [];
  for (let first = 0; first < LINKS; first += 100) {
    const link = (index: number) => `http://host${first + index}.example/`;
    const added = Array.from({ length: 100 }, (_, index) => ({ ...ITEM, link: link(index), placeId: -1 }));
    const created = await items.createMany(database, () => NOW, ann, added);
    ids.push(...created.map(({ id }) => id));
  }
  // A check two days ago has found that the pages are gone: the next one that does marks the items.
  const known = { due_at: 0, failures: 1, first_failed_at: NOW, seen: "404", checked_at: NOW - 2 * DAY };
  for (let first = 0; first < LINKS; first += 100)
    await database
      .insertInto("link_checks")
      .values(ids.slice(first, first + 100).map((item_id) => ({ item_id, ...known })))
      .execute();
  const before = await library.versionOf(database, ann);

  let [checks, starts] = [0, 0];
  const countDue = async () => {
    const due = database.selectFrom("link_checks").select("item_id").where("due_at", "<=", NOW);
    return (await due.execute()).length;
  };
  for (let kills = 0; (await countDue()) > 0; ) {
    starts += 1;
    // Later, so that the lease of the process before has expired where it does so by this clock.
    const checker = fork(PROGRAM, [url, `${NOW + starts * MINUTE}`], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const exited = once(checker, "exit");
    checker.on("message", () => {
      checks += 1;
      if (kills === KILLS || checks < ((kills + 1) * LINKS) / (KILLS + 1)) return;
      // Somewhere in the next transactions.
      void setTimeout(kills++).then(() => checker.kill("SIGKILL"));
    });
    const [, signal] = await exited;
    // Where the lease expires by another clock, it is tried again.
    if (signal === null) await setTimeout(100);
  }

  const rows = await database
    .selectFrom("items")
    .innerJoin("link_checks", "item_id", "id")
    .select(["broken", "failures", "set_by_server"])
    .groupBy(["broken", "failures", "set_by_server"])
    .execute();
  t.same(rows, [{ broken: 1, failures: 2, set_by_server: 1 }], "each is counted once");
  const shelves = await database.selectFrom("shelves").select("broken").where("broken", ">", 0).execute();
  t.same(shelves, [{ broken: LINKS }]);
  const events = await database.selectFrom("webhook_deliveries").select("payload").orderBy("id").execute();
  const marked = events.flatMap(({ payload }): number[] => JSON.parse(payload).data.items);
  t.same(
    marked.toSorted((a, b) => a - b),
    ids,
    "each is in one event",
  );
  t.equal((await library.versionOf(database, ann)) - before, events.length, "each event is one change");
  const repeated = checks - LINKS;
  t.ok(repeated <= KILLS * MAX_REPEATED, `${repeated} checks were repeated`);
});
