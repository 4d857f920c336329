import { sql } from "kysely";
import t, { type Test } from "tap";
import type { Action } from "../../src/audit/action.ts";
import * as listing from "../../src/audit/listing.ts";
import { runAs } from "../../src/audit/origin.ts";
import { record } from "../../src/audit/record.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { costOf } from "../costs/cost.ts";
import { analyse, openSeparateDatabase, openTestDatabase } from "../support/databases.ts";

const START = Date.UTC(2026, 0, 1);

/** Records an event of an account, about one, `second` seconds after the start. */
async function add(
  database: Database,
  { second, by, about, action = "key.create" }: { second: number; by: number; about: number; action?: Action },
) {
  const clock = () => START + second * 1000;
  const origin = {
    actor: "account",
    accountId: by,
    credentialVersion: null,
    via: "test",
    credential: null,
    client: null,
    clock,
  } as const;
  await runAs(origin, () =>
    inTransaction(database, async (transaction) =>
      record(transaction, { action, accountId: about, target: { kind: "key", id: second } }),
    ),
  );
}

async function openLog(t: Test): Promise<Database> {
  const database = await openTestDatabase(t);
  await add(database, { second: 1, by: 1, about: 1 });
  await add(database, { second: 2, by: 1, about: 2 });
  await add(database, { second: 2, by: 2, about: 2, action: "key.revoke" });
  // The clock went backwards.
  await add(database, { second: 0, by: 3, about: 3 });
  await add(database, { second: 3, by: 2, about: 1, action: "key.revoke" });
  return database;
}

t.test("page: newest first, by each filter and their combinations", async (t) => {
  const database = await openLog(t);
  const expected: [listing.Filter, number[]][] = [
    [{}, [5, 3, 2, 1, 4]],
    [{ accountId: 1 }, [5, 2, 1]],
    [{ accountId: 2 }, [5, 3, 2]],
    [{ accountId: 9 }, []],
    [{ action: "key.revoke" }, [5, 3]],
    [{ accountId: 2, action: "key.create" }, [2]],
    [{ from: START + 2000 }, [5, 3, 2]],
    [{ until: START + 2000 }, [1, 4]],
    [{ accountId: 1, from: START + 1000, until: START + 3000 }, [2, 1]],
    [{ accountId: 2, action: "key.revoke", from: START + 3000 }, [5]],
  ];
  for (const [filter, ids] of expected) {
    const { events, hasMore } = await listing.page(database, filter, { limit: 10 });
    t.same({ ids: events.map(({ id }) => id), hasMore }, { ids, hasMore: false }, JSON.stringify(filter));
  }
});

t.test("page, batches: cursors reach every event once", async (t) => {
  const database = await openLog(t);
  for (const filter of [{}, { accountId: 1 }, { action: "key.revoke" }] as const) {
    const all = (await listing.page(database, filter, { limit: 10 })).events;
    const seen = [];
    let after: listing.Cursor | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await listing.page(database, filter, { after, limit: 1 });
      seen.push(...page.events);
      after = page.events.at(-1);
      hasMore = page.hasMore;
    }
    t.same(seen, all);
    const limited = [];
    for await (const events of listing.batches(database, filter, 2)) limited.push(...events);
    t.same(limited, all.slice(0, 2));
  }
});

/** Fills the log with events by and about accounts 1 to 3; without hashes, which listing does not read. */
async function fill(database: Database, count: number): Promise<void> {
  await sql`insert into audit_events
      (id, occurred_at, actor, actor_id, via, action, account_id, target_kind, target_id, details, previous_hash, hash)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select n, ${sql.lit(START)} + n, 'account', n % 3 + 1, 'test',
      case when n % 2 = 0 then 'key.create' else 'key.revoke' end, n % 3 + 1, 'key', '1', '{}', '', '' from numbers`.execute(
    database,
  );
}

t.test("page: reads few of 20,000 events, with any filter and far from the newest", async (t) => {
  const database = await openSeparateDatabase(t);
  const count = 20_000;
  await fill(database, count);
  await analyse(database, { vacuum: true });
  for (const accountId of [undefined, 1]) {
    for (const action of [undefined, "key.create"] as const) {
      for (const from of [undefined, START + 100]) {
        for (const newest of [count, count / 2]) {
          const filter = { accountId, action, from, until: START + count };
          const after = { occurredAt: START + newest, id: newest };
          const read = () => listing.page(database, filter, { after, limit: 20 });
          const { rows } = await costOf(database, read);
          t.ok(rows < 100, `${rows} rows for ${JSON.stringify({ filter, after })}`);
        }
      }
    }
  }
});
