import t from "tap";
import { prepare, type ValueOf } from "../../src/database/prepared.ts";
import { openTestDatabase } from "../support/databases.ts";

t.test("a prepared query takes new values at each execution, and is built once per database", async (t) => {
  let built = 0;
  const between = prepare((database, value: ValueOf<{ from: string; to: string; limit: number }>) => {
    built += 1;
    return database
      .selectFrom("secrets")
      .select("name")
      .where("value", "=", "x")
      .where("name", ">=", value("from"))
      .where("name", "<=", value("to"))
      .orderBy("name")
      .limit(value("limit"));
  });
  for (const round of [1, 2]) {
    const database = await openTestDatabase(t);
    const rows = ["a", "b", "c", "d"].map((name) => ({ name, value: "x" }));
    await database.insertInto("secrets").values(rows).execute();
    t.same(await between(database, { from: "b", to: "d", limit: 2 }), [{ name: "b" }, { name: "c" }]);
    t.same(await between(database, { limit: 9, to: "b", from: "a" }), [{ name: "a" }, { name: "b" }]);
    const inTransaction = database.transaction().execute(async (transaction) => {
      await transaction.insertInto("secrets").values({ name: "bb", value: "x" }).execute();
      return between(transaction, { from: "b", to: "bz", limit: 9 });
    });
    t.same(await inTransaction, [{ name: "b" }, { name: "bb" }], "in a transaction it sees the uncommitted row");
    t.equal(built, round);
  }
});

t.test("a prepared insert returns its rows", async (t) => {
  const database = await openTestDatabase(t);
  const insert = prepare((database, value: ValueOf<{ name: string }>) =>
    database
      .insertInto("secrets")
      .values({ name: value("name"), value: "x" })
      .returning(["name", "value"]),
  );
  t.same(await insert(database, { name: "a" }), [{ name: "a", value: "x" }]);
  await t.rejects(insert(database, { name: "a" }));
  t.same(await insert(database, { name: "b" }), [{ name: "b", value: "x" }]);
});
