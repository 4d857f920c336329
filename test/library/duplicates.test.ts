import type { KyselyPlugin } from "kysely";
import t from "tap";
import * as duplicates from "../../src/library/items/duplicates.ts";
import * as items from "../../src/library/items/items.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, ITEM } from "./library.ts";

t.test("finding duplicates reads each copy of a link once, at most 2,000 in a statement", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const copies = Array(100).fill(ITEM);
  for (let created = 0; created < 2_100; created += copies.length) {
    await items.createMany(database, () => 0, owner, copies);
  }
  await items.createMany(database, () => 0, owner, [{ ...ITEM, link: "https://other.example/" }]);
  const read: number[] = [];
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if ("link_key" in (result.rows[0] ?? {})) read.push(result.rows.length);
      return result;
    },
  };
  const ids = await duplicates.listIds(database.withPlugin(counter), owner);
  t.equal(new Set(ids).size, 2_099, "all but the first");
  t.same(read, [2_000, 100]);
});
