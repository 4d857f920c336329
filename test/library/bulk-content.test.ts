import t, { type Test } from "tap";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import { openTestDatabase } from "../support/databases.ts";
import { queriesOf } from "../support/queries.ts";
import { addOwner, ITEM } from "./library.ts";

const clock = () => 0;
const COUNT = 120;
const MEDIA = Array.from({ length: 30 }, (_, index) => ({ link: `https://example.com/${index}/${"x".repeat(1_950)}` }));

/** Changes 120 items in Unsorted. Returns the statements that write items. */
async function writesOf(t: Test, change: bulk.BulkChange) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await items.createMany(database, clock, owner, Array(COUNT).fill({ ...ITEM, note: "x".repeat(5_000) }));
  const selection = { placeId: -1, nested: false, ids: undefined };
  const queries = await queriesOf(database, (watched) => bulk.update(watched, clock, owner, selection, change));
  return queries.filter(({ sql }) => /^update "?items/.test(sql));
}

t.test(
  "bulk.update writes each item once, at most 200 in a statement, or 256 KiB if their content changes",
  async (t) => {
    const manyFields = { tags: ["a"], cover: "https://example.com/c", important: true };
    for (const [change, itemsPerStatement] of [
      [{ media: MEDIA }, 50],
      [manyFields, 50],
      [{ important: true }, 200],
    ] as const) {
      t.equal((await writesOf(t, change)).length, Math.ceil(COUNT / itemsPerStatement));
    }
  },
);

t.test("bulk.update sends no more bytes than the new values of the fields that it changes", async (t) => {
  const writes = await writesOf(t, { media: MEDIA });
  const sent = writes
    .flatMap(({ parameters }) => parameters)
    .reduce<number>((sum, value) => sum + `${value}`.length, 0);
  // As JSON in JSON.
  const size = JSON.stringify(JSON.stringify(MEDIA)).length;
  t.ok(sent <= COUNT * (size + 20), `${sent} bytes`);
  for (const { sql } of writes) t.notMatch(sql, /search_text|title_key|link_key|domain|created_at/);
});
