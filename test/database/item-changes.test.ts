import { sql } from "kysely";
import t, { type Test } from "tap";
import { inTransaction } from "../../src/database/database.ts";
import { engineOf } from "../../src/database/engine.ts";
import * as items from "../../src/library/items/items.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { addOwner, ITEM } from "../library/library.ts";
import { openDatabaseFile } from "../support/database-file.ts";

// Tests of SQLite only, whose triggers a bulk change suspends.

const clock = () => 0;
const COUNT = 10;

async function openFilled(t: Test) {
  const { database, other } = await openDatabaseFile(t);
  const owner = await addOwner(database, "ann");
  const inputs = Array.from({ length: COUNT }, () => ({ ...ITEM, tags: ["reading"] }));
  await items.createMany(database, clock, owner, inputs);
  const ids = (await database.selectFrom("items").select("id").execute()).map(({ id }) => id);
  return { other, database, owner, ids };
}

t.test("another connection does not see that a bulk change has suspended triggers", async (t) => {
  const { other, database, ids } = await openFilled(t);
  const version = () => other.prepare("select version from table_versions where name = 'library'").pluck().get();
  const before = version();
  const marked = () => other.prepare("select count(*) from items_before").pluck().get();
  await inTransaction(database, async (transaction) => {
    await engineOf(transaction).changeItems(transaction, ids, ["important"], async () => {
      const { rows } = await sql`select 1 from items_before`.execute(transaction);
      t.equal(rows.length, COUNT, "they are suspended");
      t.equal(marked(), 0);
      await transaction.updateTable("items").set({ important: 1 }).execute();
    });
    t.same((await sql`select 1 from items_before`.execute(transaction)).rows, [], "they work again at once");
  });
  const flags = database.selectFrom("facets").select("count").where("name", "=", "important");
  t.same(await flags.execute(), [{ count: COUNT }]);
  t.not(version(), before, "what others have cached is renewed");
});

t.test("a transaction in which triggers stay suspended can't be committed", async (t) => {
  const { database, owner, ids } = await openFilled(t);
  const change = inTransaction(database, async (transaction) => {
    const failing = async () => {
      throw new Error("The statement failed.");
    };
    await engineOf(transaction)
      .changeItems(transaction, ids, ["important"], failing)
      .catch(() => {});
  });
  await t.rejects(change, { message: /FOREIGN KEY/ });
  await items.create(database, clock, owner, { ...ITEM, tags: ["reading"] });
  const counted = database.selectFrom("facets").select("count").where("kind", "=", "tag");
  t.same(await counted.execute(), [{ count: COUNT + 1 }], "the triggers of the next change work");
  t.same(await verify(database), []);
});
