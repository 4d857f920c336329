import { sql } from "kysely";
import t, { type Test } from "tap";
import { openContext } from "../../src/context/context.ts";
import { type Database, inTransaction, openDatabase } from "../../src/database/database.ts";
import { StatementNames } from "../../src/database/postgres/driver/statement-names.ts";
import { readConfig } from "../../src/settings/config.ts";
import { engine, openSeparateDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

const TEXT = 'select "value" from "secrets" where "name" = $1';

/** The name of a statement at each of three executions. */
function threeNames(names: StatementNames, text: string): (string | undefined)[] {
  return [names.nameOf(text), names.nameOf(text), names.nameOf(text)];
}

t.test("a statement gets a name at its second execution, and keeps it", async (t) => {
  const names = new StatementNames();
  const [first, second, third] = threeNames(names, TEXT);
  t.equal(first, undefined);
  t.match(second, /^triptych_.{1,50}$/, "at most 63 bytes");
  t.equal(third, second);
  t.not(threeNames(names, `${TEXT} limit 1`)[2], second);
  t.not(threeNames(new StatementNames(), TEXT)[2], second, "another process uses other names");
});

t.test("statements get no name if their best plan depends on values, or if they are not data statements", async (t) => {
  for (const text of [
    "begin",
    "commit",
    "select 1; select 2",
    "analyze items",
    'select "id" from "items" where "title" like $1',
    'select "id" from "items" limit $1 offset $2',
    "select item_id from item_index where terms @@ cast($1 as tsquery)",
    'select "id" from "items" where "id" = any($1)',
    'select "id" from "items" where "id" in ($1, $2)',
    "with keys (key) as (values ($1), ($2)) select key from keys",
    `select ${"x".repeat(5_000)}`,
  ])
    t.same(threeNames(new StatementNames(), text), [undefined, undefined, undefined], text.slice(0, 80));
});

t.test("at most 500 statements get names, and at most 500 others are remembered", async (t) => {
  const names = new StatementNames();
  const textOf = (index: number) => `select ${index}`;
  const nameOfIndex = (_: unknown, index: number) => names.nameOf(textOf(index));
  Array.from({ length: 501 }, nameOfIndex);
  t.equal(names.nameOf(textOf(0)), undefined, "was forgotten");
  t.ok(names.nameOf(textOf(500)));
  const named = Array.from({ length: 1_000 }, (_, index) => threeNames(names, textOf(index))[2]).filter(Boolean);
  t.equal(named.length, 500);
  t.equal(new Set(named).size, 500);
  t.same(threeNames(names, "select 'another'"), [undefined, undefined, undefined]);
});

t.test("without names, statements that had one have none", async (t) => {
  const names = new StatementNames();
  threeNames(names, TEXT);
  names.disable();
  t.same(threeNames(names, TEXT), [undefined, undefined, undefined]);
});

if (engine === "postgres") {
  /** Opens a database with a table. Statements run one after another use the same connection. */
  async function openPrepared(t: Test, preparesStatements = true): Promise<Database> {
    const database = openDatabase(await temporaryDatabaseUrl(t), { preparesStatements });
    t.teardown(() => database.destroy());
    await sql`create table things (id bigint primary key, name text not null)`.execute(database);
    await sql`insert into things select n, 'thing ' || n from generate_series(1, 100) as n`.execute(database);
    return database;
  }

  const selectThing = (id: number) => sql<{ id: number; name: string }>`select * from things where id = ${id}`;

  /** The statements that are prepared on a connection, and how often a plan for all values was used. */
  async function preparedOn(database: Database): Promise<{ name: string; statement: string; generic: number }[]> {
    const { rows } = await sql<{ name: string; statement: string; generic: number }>`
      select name, statement, generic_plans as generic from pg_prepared_statements`.execute(database);
    return rows.filter(({ statement }) => statement.includes("things"));
  }

  async function backendOf(database: Database): Promise<number | undefined> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
    return rows[0]?.pid;
  }

  t.test("a repeated statement is prepared once per connection, and planned once after some executions", async (t) => {
    const database = await openPrepared(t);
    for (let id = 1; id <= 20; id++)
      t.same((await selectThing(id).execute(database)).rows, [{ id, name: `thing ${id}` }]);
    const [prepared, ...others] = await preparedOn(database);
    t.match(prepared, { name: /^triptych_/, statement: "select * from things where id = $1" });
    t.ok(prepared?.generic);
    t.same(others, []);
  });

  t.test("with preparesStatements false, nothing is prepared", async (t) => {
    const database = await openPrepared(t, false);
    for (let id = 1; id <= 5; id++) await selectThing(id).execute(database);
    t.same(await preparedOn(database), []);
  });

  t.test("a search, a list and an offset are not prepared", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 5; times++) {
      await sql`select id from things where name like ${"thing 1%"}`.execute(database);
      await sql`select id from things where id in (${1}, ${2})`.execute(database);
      await sql`select id from things order by id limit ${1} offset ${times}`.execute(database);
    }
    t.same(await preparedOn(database), []);
  });

  t.test("a statement whose columns have changed is executed again, and the connection is replaced", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 3; times++) await selectThing(1).execute(database);
    const before = await backendOf(database);
    await sql`alter table things add column price bigint not null default 7`.execute(database);
    t.same((await selectThing(1).execute(database)).rows, [{ id: 1, name: "thing 1", price: 7 }]);
    t.not(await backendOf(database), before);
    for (let times = 0; times < 3; times++)
      t.same((await selectThing(2).execute(database)).rows, [{ id: 2, name: "thing 2", price: 7 }]);
    t.equal((await preparedOn(database)).length, 1, "prepared again on the new connection");
  });

  t.test("a transaction with such a statement is rolled back and retried", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 3; times++) await selectThing(1).execute(database);
    await sql`alter table things add column price bigint not null default 7`.execute(database);
    let attempts = 0;
    const result = await inTransaction(database, async (transaction) => {
      attempts += 1;
      await sql`insert into things (id, name) values (${1_000}, ${"new"})`.execute(transaction);
      return (await selectThing(1).execute(transaction)).rows;
    });
    t.same(result, [{ id: 1, name: "thing 1", price: 7 }]);
    t.equal(attempts, 2);
    t.equal((await selectThing(1_000).execute(database)).rows.length, 1);
  });

  t.test("a transaction that is not retried reports such a statement as unavailable", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 3; times++) await selectThing(1).execute(database);
    await sql`alter table things add column price bigint not null default 7`.execute(database);
    const once = database.transaction().execute(async (transaction) => {
      await sql`insert into things (id, name) values (${1_000}, ${"new"})`.execute(transaction);
      await selectThing(1).execute(transaction);
    });
    await t.rejects(once, { name: "Failure", kind: "unavailable", cause: { code: "0A000" } });
    t.same((await selectThing(1_000).execute(database)).rows, [], "nothing was written");
  });

  t.test("a prepared statement that is missing is executed without a name, and no more are prepared", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 3; times++) await selectThing(1).execute(database);
    await sql`deallocate all`.execute(database);
    t.same((await selectThing(1).execute(database)).rows, [{ id: 1, name: "thing 1" }]);
    for (let times = 0; times < 3; times++) await sql`select name from things where id = ${1}`.execute(database);
    t.same(await preparedOn(database), []);
  });

  t.test("a transaction with a missing prepared statement is rolled back and retried", async (t) => {
    const database = await openPrepared(t);
    const insert = (id: number) => sql`insert into things (id, name) values (${id}, ${"new"})`;
    for (let id = 201; id <= 203; id++) await insert(id).execute(database);
    await sql`deallocate all`.execute(database);
    let attempts = 0;
    await inTransaction(database, async (transaction) => {
      attempts += 1;
      await sql`update things set name = ${"changed"} where id = ${1}`.execute(transaction);
      await insert(204).execute(transaction);
    });
    t.equal(attempts, 2);
    t.same((await selectThing(204).execute(database)).rows, [{ id: 204, name: "new" }]);
  });

  t.test("a statement that another client prepared under the same name is executed without a name", async (t) => {
    const database = await openPrepared(t);
    for (let times = 0; times < 3; times++) await selectThing(1).execute(database);
    const [prepared] = await preparedOn(database);
    const nameOfNext = prepared?.name.replace(/\d+$/, (number) => String(Number(number) + 1)) ?? "";
    await sql`prepare ${sql.id(nameOfNext)} as select 'wrong' as name`.execute(database);
    for (let times = 0; times < 3; times++) {
      const { rows } = await sql`select name from things where id = ${2}`.execute(database);
      t.same(rows, [{ name: "thing 2" }]);
    }
  });

  t.test("other errors of prepared statements are thrown, and the statements stay prepared", async (t) => {
    const database = await openPrepared(t);
    const insert = (id: number) => sql`insert into things (id, name) values (${id}, ${"new"})`;
    for (let id = 201; id <= 203; id++) await insert(id).execute(database);
    await t.rejects(insert(201).execute(database), { code: "23505" });
    await insert(204).execute(database);
    t.equal((await preparedOn(database)).length, 1);
  });

  t.test("the plan for all values of a page is still an ordered index scan", async (t) => {
    const database = await openSeparateDatabase(t);
    const { rows } = await database.connection().execute(async (connection) => {
      await sql`insert into products (id, name, description, price, in_stock, search_text)
        select lpad(n::text, 24, '0'), '', '', 1, 1, '' from generate_series(1, 20000) as n`.execute(connection);
      await sql`analyze products`.execute(connection);
      await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
      await sql`prepare page as select * from products where id > $1 order by id limit $2`.execute(connection);
      const explained = sql<{ "QUERY PLAN": string }>`explain execute page('0', 100)`;
      return explained.execute(connection).finally(() => sql`discard all`.execute(connection));
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    t.match(plan, /^Limit.*\n.*Index Scan using/);
    t.notMatch(plan, /Sort|Seq Scan/);
  });

  t.test("DATABASE_PREPARED: on by default; off prepares nothing", async (t) => {
    for (const [setting, count] of [
      ["", 1],
      ["off", 0],
    ] as const) {
      const url = await temporaryDatabaseUrl(t);
      const context = await openContext(
        readConfig({ DATABASE_URL: url, DATABASE_PREPARED: setting, DATABASE_POOL_SIZE: "2" }),
      );
      // More often than there are connections.
      for (let times = 0; times < 10; times++) await sql`select ${times}::text as things`.execute(context.database);
      const prepared = await preparedOn(context.database);
      await context.close();
      t.equal(prepared.filter(({ statement }) => statement === "select $1::text as things").length, count);
    }
  });
}
