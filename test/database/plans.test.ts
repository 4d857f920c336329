import { CompiledQuery, sql } from "kysely";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import * as administrators from "../../src/accounts/administrators.ts";
import * as listing from "../../src/accounts/listing.ts";
import { newestOf } from "../../src/accounts/login/login-history.ts";
import type { Database } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { isFound } from "../../src/library/search/sql.ts";
import { insertAccount, insertAccounts } from "../support/accounts.ts";
import { analyse, engine, openTestDatabase } from "../support/databases.ts";
import { planOf, queriesOf } from "../support/queries.ts";

const NOW = Date.UTC(2026, 0, 1);
const COUNT = 5_000;

/**
 * Opens a database with 5,000 accounts: a tenth of them are deleted, five are administrators. Account 3 has
 * 1,000 logins, accounts 1,001 to 5,000 have one each. `analysed`: whether the planner gets statistics.
 */
async function openMany(t: Test, { analysed = false } = {}): Promise<Database> {
  const database = await openTestDatabase(t);
  for (let first = 0; first < COUNT; first += 1_000) {
    await insertAccounts(database, 1_000, (offset) => ({
      name: `Somebody ${first + offset}`,
      user_level: offset === 0 ? 4 : 1,
      password_hash: "x".repeat(97),
      deleted_at: offset % 10 === 1 ? NOW : null,
    }));
    const logins = Array.from({ length: 1_000 }, (_, offset) => toLogin(first === 0 ? 3 : first + offset + 1));
    await database.insertInto("logins").values(logins).execute();
  }
  if (analysed) await analyse(database, { vacuum: true });
  return database;
}

function toLogin(accountId: number) {
  return {
    account_id: accountId,
    ip_address: "192.0.2.1",
    user_agent: "",
    referer: "",
    via_remember: 0 as const,
    created_at: NOW,
  };
}

for (const analysed of [true, false]) {
  t.test(
    `${analysed ? "with" : "without"} planner statistics, a page of users skips its offset in a covering index`,
    async (t) => {
      const database = await openMany(t, { analysed });
      for (const page of [1, 100, 225]) {
        const plan = await planOf(
          database,
          listing.pageQuery(database, { firstId: 0, offset: (page - 1) * 20, limit: 20 }),
        );
        if (engine === "sqlite") {
          t.match(plan, "SEARCH accounts USING COVERING INDEX accounts_listed (id>?)");
          t.match(plan, "SEARCH accounts USING INTEGER PRIMARY KEY (rowid=?)");
        } else if (analysed) {
          t.match(plan, /Index Only Scan using accounts_listed .*\(actual rows=/);
          t.match(plan, /Index Scan using accounts_pkey on accounts .*\(actual rows=1/);
        }
        t.notMatch(plan, /SCAN accounts$|Seq Scan/m, "no table scan");
      }
    },
  );
}

t.test("the number of users is read from row_counts in one query", async (t) => {
  const database = await openMany(t, { analysed: true });
  t.equal(await listing.countAll(database), 4_500);
  const [query, ...others] = await queriesOf(database, listing.countAll);
  t.same(others, []);
  t.match(query?.sql, 'from "row_counts" where "name" = ');
});

t.test("the logins of a page of users are read in one query, at most 20 per account", async (t) => {
  const database = await openMany(t, { analysed: true });
  const ids = Array.from({ length: 100 }, (_, number) => number + 1);
  const [query, ...others] = await queriesOf(database, (watched) => newestOf(watched, ids));
  t.same(others, [], "one query");
  const plan = await planOf(database, { compile: () => query ?? CompiledQuery.raw("") });
  const searches = plan.match(
    engine === "sqlite"
      ? /SEARCH logins USING INDEX logins_account \(account_id=\?\)/g
      : /Index Scan.* using logins_account on logins .*/g,
  );
  t.equal(searches?.length, 100);
  t.notMatch(plan, /SCAN logins|Seq Scan|B-TREE|Sort/);
  if (engine === "postgres")
    t.match(searches?.[2], /\(actual rows=20(\.00)? loops=1\)/, "of the account with 1,000 logins");
  t.equal((await newestOf(database, ids)).get(3)?.length, 20);
});

t.test("administrators are found through a covering index", async (t) => {
  const database = await openMany(t, { analysed: true });
  const [query] = await queriesOf(database, administrators.lock);
  const plan = await planOf(database, { compile: () => query ?? CompiledQuery.raw("") });
  t.match(plan, engine === "sqlite" ? "USING COVERING INDEX accounts_administrators" : "using accounts_administrators");
});

t.test("triggers keep the number of users correct for every kind of change", async (t) => {
  const database = await openMany(t);
  const count = () => listing.countAll(database);
  const change = (text: string) => sql.raw(text).execute(database);
  t.equal(await count(), 4_500);
  await change("update accounts set deleted_at = 1 where id <= 10 and deleted_at is null");
  t.equal(await count(), 4_491);
  await change("update accounts set deleted_at = 2 where id <= 10");
  t.equal(await count(), 4_491, "deleting twice counts once");
  await change("update accounts set name = 'x', updated_at = 1");
  t.equal(await count(), 4_491);
  await change("update accounts set deleted_at = null where id <= 10");
  t.equal(await count(), 4_501);
  await change("delete from logins");
  await change("delete from accounts where id <= 20");
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from accounts where deleted_at is null`.execute(database);
  t.equal(await count(), rows[0]?.count);
  await t.rejects(
    database.transaction().execute(async (transaction) => {
      await sql`update accounts set deleted_at = 1`.execute(transaction);
      t.equal(await listing.countAll(transaction), 0);
      throw new Error("no");
    }),
  );
  t.equal(await count(), rows[0]?.count);
});

t.test("triggers keep the number of users correct under concurrent writes", async (t) => {
  const database = await openTestDatabase(t);
  const add = (name: string) => insertAccount(database, { email: name });
  await Promise.all(Array.from({ length: 30 }, (_, number) => add(`${number}`)));
  t.equal(await listing.countAll(database), 30);
  await Promise.all([
    ...Array.from({ length: 10 }, (_, number) => add(`later ${number}`)),
    ...Array.from({ length: 10 }, (_, number) =>
      sql`update accounts set deleted_at = 1 where email = ${`${number}`}`.execute(database),
    ),
    ...Array.from({ length: 5 }, (_, number) =>
      sql`delete from accounts where email = ${`${number + 5}`}`.execute(database),
    ),
  ]);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from accounts where deleted_at is null`.execute(database);
  t.equal(await listing.countAll(database), rows[0]?.count);
});

t.test(
  "the triggers on items find facets by their keys, however many the account has",
  { skip: engine === "postgres" && "on PostgreSQL, they run once per statement" },
  async (t) => {
    const database = await openTestDatabase(t);
    for (const name of ["items_delete", "items_delete_parts", "items_move", "facets_update"]) {
      const trigger = await sql<{ sql: string }>`select sql from sqlite_master where name = ${name}`.execute(database);
      // SQLite does not explain a trigger's statements, so they are explained with values instead of rows.
      const text = (trigger.rows[0]?.sql ?? "").replace(/^.*?\bbegin\b/s, "").replace(/\b(old|new)\.\w+/g, "+'1'");
      const statements = text.split(";").filter((statement) => /(insert into|delete from) facets\b/.test(statement));
      t.ok(statements.length >= 2, name);
      const plans = await Promise.all(
        statements.map((statement) => planOf(database, { compile: () => CompiledQuery.raw(statement) })),
      );
      t.match(plans[1], /^SCAN facets USING (COVERING )?INDEX facets_empty$/);
      for (const plan of plans) t.notMatch(plan, /(SCAN|SEARCH) facets USING PRIMARY KEY|SCAN facets$/m);
    }
  },
);

t.test(
  "a condition of a search looks up ids in a hash table, whatever the planner expects",
  { skip: engine === "sqlite" && "SQLite has no hash tables" },
  async (t) => {
    const database = await openTestDatabase(t);
    const isWanted = isFound(database, [1, 2], { after: 0, upTo: Number.MAX_SAFE_INTEGER });
    t.match(await planOf(database, database.selectFrom("items").select("id").where(isWanted)), "hashed SubPlan");
  },
);

t.test(
  "changing an item's tags removes the old ones by key, however many entries its shelf has, also with a generic plan",
  { skip: engine !== "postgres" && "SQLite has no generic plans" },
  async (t) => {
    const database = await openTestDatabase(t);
    // In a generic plan, PostgreSQL expects few items on any shelf, because most shelves have one.
    const [reader, collector] = [await insertAccount(database), await insertAccount(database)];
    await fillLibrary(database, reader, { collections: 2, items: 10_000, depth: 1 });
    await fillLibrary(database, collector, { collections: 2_000, items: 2_000, depth: 1 });
    await analyse(database);
    const { id } = await database
      .selectFrom("items")
      .select("id")
      .where("account_id", "=", reader)
      .executeTakeFirstOrThrow();
    const blocks = await database.connection().execute(async (connection) => {
      const readBlocks = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(connection);
        const { rows } = await sql<{ blocks: string }>`select idx_blks_hit + idx_blks_read as blocks
          from pg_statio_user_indexes where indexrelname = 'item_tags_pkey' and schemaname = current_schema()`.execute(
          connection,
        );
        return Number(rows[0]?.blocks);
      };
      await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
      const before = await readBlocks();
      await connection.updateTable("items").set({ tags: "[]" }).where("id", "=", id).execute();
      const after = await readBlocks();
      await sql`reset plan_cache_mode`.execute(connection);
      return after - before;
    });
    t.ok(blocks > 0 && blocks < 30, `${blocks} blocks of the index were read`);
  },
);

t.test(
  "a search of many words reads the index, whatever the planner expects of these words",
  { skip: engine !== "postgres" && "on SQLite, a statement searches for at most two words" },
  async (t) => {
    const database = await openTestDatabase(t);
    const accountId = await insertAccount(database);
    await fillLibrary(database, accountId, { collections: 2, items: 5_000, depth: 1 });
    await analyse(database);
    const of = Array.from({ length: 99 }, (_, number) => ({
      kind: "words" as const,
      field: "any" as const,
      words: [`w${number}`],
      isPrefix: true,
    }));
    const queries = await queriesOf(database, (watched) =>
      engineOf(watched).listIndexed(watched, accountId, { kind: "any", of }),
    );
    t.equal(queries.length, 1);
    const plan = await planOf(database, { compile: () => queries[0] ?? CompiledQuery.raw("") });
    t.match(plan, "Bitmap Index Scan on item_index_terms");
    t.notMatch(plan, "Seq Scan on item_index");
  },
);
