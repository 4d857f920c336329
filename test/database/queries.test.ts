import { CompiledQuery, sql } from "kysely";
import t from "tap";
import { Failure } from "#contract/failure";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import { isTaken } from "../../src/database/failures.ts";
import { migrate } from "../../src/database/migrate.ts";
import { insertAccount } from "../support/accounts.ts";
import { analyse, engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";
import { runInParallel } from "../support/jobs.ts";

const NOW = Date.UTC(2026, 0, 1);

function addLogin(database: Database, accountId: number): Promise<unknown> {
  return database
    .insertInto("logins")
    .values({ account_id: accountId, ip_address: "::1", user_agent: "", referer: "", via_remember: 0, created_at: NOW })
    .execute();
}

async function addProducts(database: Database, ids: readonly string[]): Promise<void> {
  await database
    .insertInto("products")
    .values(ids.map((id) => ({ id, name: "Lamp", description: "", price: 1, in_stock: 1, search_text: "lamp" })))
    .execute();
}

/** The reason of a rejected promise; undefined when it resolves. */
async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

t.test("ping resolves when the database works", async (t) => {
  const database = await openTestDatabase(t);
  await t.resolves(engineOf(database).ping(database));
});

t.test("each test gets an empty database", async (t) => {
  for (const round of [1, 2]) {
    await t.test(`round ${round}`, async (t) => {
      const database = await openTestDatabase(t);
      t.equal(await insertAccount(database, { email: "ann@example.com" }), 1, "ids start at 1 again");
    });
  }
});

t.test("ids, times and counts are numbers, exact up to 2^53 - 1", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database, { email: "ann@example.com" });
  await database.updateTable("accounts").set({ updated_at: Number.MAX_SAFE_INTEGER, deleted_at: -1 }).execute();
  const row = await database
    .selectFrom("accounts")
    .select(["id", "active", "user_level", "credential_version", "registered_at", "updated_at", "deleted_at"])
    .executeTakeFirst();
  t.strictSame(row, {
    id,
    active: 1,
    user_level: 1,
    credential_version: 1,
    registered_at: NOW,
    updated_at: Number.MAX_SAFE_INTEGER,
    deleted_at: -1,
  });
  const { count } = await database
    .selectFrom("accounts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  t.equal(count, 1);
});

t.test("prices are stored exactly", async (t) => {
  const database = await openTestDatabase(t);
  await addProducts(database, ["a"]);
  for (const price of [0, 5, 0.1, 19.99, 1e-7, 5e-324, Number.MAX_VALUE]) {
    await database.updateTable("products").set({ price }).execute();
    t.strictSame(await database.selectFrom("products").select("price").execute(), [{ price }]);
  }
});

t.test("text is stored exactly", async (t) => {
  const database = await openTestDatabase(t);
  for (const value of ["", " å ", "👩‍👩‍👧 שלום", "'\"\\%_$1?;--", "line\r\nline"]) {
    await database.insertInto("secrets").values({ name: value, value }).execute();
    t.ok(await database.selectFrom("secrets").selectAll().where("name", "=", value).executeTakeFirst());
  }
});

t.test("an id is never reused, not even after the newest row is deleted", async (t) => {
  const database = await openTestDatabase(t);
  const id = await insertAccount(database, { email: "ann@example.com" });
  await database.deleteFrom("accounts").execute();
  t.ok((await insertAccount(database, { email: "bob@example.com" })) > id);
});

t.test("an e-mail address is taken until its account is deleted", async (t) => {
  const database = await openTestDatabase(t);
  await insertAccount(database, { email: "Ann@example.com" });
  const reason = await reasonOf(insertAccount(database, { email: "ann@EXAMPLE.com" }));
  t.ok(isTaken(reason, "accounts", "email_key"));
  t.notOk(isTaken(reason, "accounts", "email"));
  t.notOk(isTaken(reason, "logins", "email_key"));

  await database.updateTable("accounts").set({ deleted_at: NOW }).execute();
  await t.resolves(insertAccount(database, { email: "ann@example.com" }));
});

t.test("isTaken is false for other errors", async (t) => {
  const database = await openTestDatabase(t);
  for (const reason of [await reasonOf(addLogin(database, 1)), new Error("x"), "x", undefined])
    t.notOk(isTaken(reason, "accounts", "email_key"));
});

t.test("constraints reject invalid values", async (t) => {
  const database = await openTestDatabase(t);
  await addLogin(database, await insertAccount(database, { email: "ann@example.com" }));
  await addProducts(database, ["a"]);
  const invalid = [
    ["accounts", "user_level", 0],
    ["accounts", "user_level", 5],
    ["accounts", "active", 2],
    ["accounts", "locale", "de"],
    ["accounts", "name", null],
    ["logins", "via_remember", 2],
    ["logins", "account_id", 999],
    ["products", "in_stock", -1],
    ["products", "id", null],
    ["secrets", "name", null],
  ] as const;
  await database.insertInto("secrets").values({ name: "a", value: "b" }).execute();
  for (const [table, column, value] of invalid) {
    const reason = await reasonOf(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(database));
    t.type(reason, Error, `${table}.${column} = ${value}`);
    t.notOk(reason instanceof Failure, "not reported as unavailable");
  }
  t.type(await reasonOf(addLogin(database, 999)), Error, "a login of an unknown account");
});

t.test("a failing transaction is rolled back and rejects with the error that was thrown", async (t) => {
  const database = await openTestDatabase(t);
  const thrown = new Failure("conflict", "No.");
  const reason = await reasonOf(
    database.transaction().execute(async (transaction) => {
      await insertAccount(transaction, { email: "ann@example.com" });
      throw thrown;
    }),
  );
  t.equal(reason, thrown);
  t.same(await database.selectFrom("accounts").select("id").execute(), []);
});

t.test("transactions that read and then write are serialised across processes, and none fails", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  await database.insertInto("secrets").values({ name: "count", value: "0" }).execute();
  t.same(await runInParallel(t, 3, "increment", url), ["done", "done", "done"]);
  t.same(await database.selectFrom("secrets").select("value").execute(), [{ value: "300" }]);
});

t.test("a page of products is read through the primary key", async (t) => {
  const database = await openTestDatabase(t);
  const ids = Array.from({ length: 1000 }, (_, number) => number.toString(16).padStart(24, "0"));
  await addProducts(database, ids);
  await analyse(database);
  const page = database
    .selectFrom("products")
    .select(["id", "name"])
    .where("id", ">", ids[500] ?? "");
  const query = page.orderBy("id").limit(20);

  const { sql: text, parameters } = query.compile();
  const explain = engine === "sqlite" ? "explain query plan" : "explain";
  const { rows } = await database.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  const plan = JSON.stringify(rows);
  t.match(
    plan,
    engine === "sqlite" ? "USING INDEX sqlite_autoindex_products_1 (id>?)" : "Index Scan using products_pkey",
  );
  t.notMatch(plan, /TEMP B-TREE|Sort/, "no sort step");
  t.same((await query.execute())[0]?.id, ids[501]);
});

t.test("product ids sort by their bytes", async (t) => {
  const database = await openTestDatabase(t);
  await addProducts(database, ["b", "a", "B", "é", "_", "1", "aa"]);
  const rows = await database.selectFrom("products").select("id").orderBy("id").execute();
  t.same(
    rows.map(({ id }) => id),
    ["1", "B", "_", "a", "aa", "b", "é"],
  );
});
