import { env } from "node:process";
import fc from "fast-check";
import t from "tap";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, addPage, ITEM } from "./library.ts";
import { item, query } from "./search-model.ts";

// Environment variables: PROPERTY_RUNS sets the number of libraries, PROPERTY_SEED the seed that generates them.
const RUNS = Number(env.PROPERTY_RUNS) || 15;
const SEED = Number(env.PROPERTY_SEED) || 2026;

t.test("a search finds the items that the model finds, and none of another account", async (t) => {
  const database = await openTestDatabase(t);
  let number = 0;
  const library = fc.tuple(
    fc.array(item, { minLength: 1, maxLength: 12 }),
    fc.array(query, { minLength: 10, maxLength: 20 }),
  );
  const property = fc.asyncProperty(library, async ([modelItems, queries]) => {
    const [owner, other] = [await addOwner(database, `a${++number}`), await addOwner(database, `b${number}`)];
    for (const model of modelItems) {
      const clock = () => Date.UTC(2026, 0, 1 + model.day, 12);
      for (const account of [owner, other]) {
        const item = await items.create(database, clock, account, { ...ITEM, ...model });
        await addPage(database, item, model.page);
      }
    }
    for (const { text, matches } of queries) {
      const place = { placeId: 0, nested: false };
      const search = { order: "created", page: 0, limit: 50, text } as const;
      const found = await listing.listWritable(database, owner, place, search);
      const expected = modelItems.filter((model) => matches(model, modelItems));
      const titlesOf = (list: readonly { title: string; link: string }[]) =>
        list.map(({ title, link }) => `${title} ${link}`).sort();
      if (`${titlesOf(found.items)}` !== `${titlesOf(expected)}` || found.count !== expected.length) {
        throw new Error(`${text}: found ${titlesOf(found.items)}; expected ${titlesOf(expected)}`);
      }
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: env.PROPERTY_SHRINK === undefined });
});
