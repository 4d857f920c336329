import type { KyselyPlugin } from "kysely";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import * as items from "../../src/items/items.ts";
import * as listing from "../../src/items/listing.ts";
import { addOwner, ITEM } from "../collections/library.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { fillLibrary } from "../support/large-library.ts";

// On SQLite, a statement blocks the event loop, so a search sends several. These tests count them.
const clock = () => 0;

/** Adds items to a new account. Returns a function that counts the statements of a search in them. */
async function openItems(t: Test, titles: readonly string[]) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  for (let first = 0; first < titles.length; first += 100) {
    const some = titles.slice(first, first + 100).map((title) => ({ ...ITEM, title }));
    await items.createMany(database, clock, owner, some);
  }
  return (text: string) => countStatements(database, owner, text);
}

/** Counts the statements of a search, and those of them that read the index or stored words. */
async function countStatements(database: Database, owner: number, text: string) {
  const counted = { ofIndex: 0, ofWords: 0, ofItems: 0, ofKeys: 0 };
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row = {}] = result.rows;
      if ("ids" in row && !("creationTimes" in row)) counted.ofIndex += 1;
      if ("words" in row) counted.ofWords += 1;
      if ("total" in row) counted.ofItems += 1;
      if ("creationTimes" in row) counted.ofKeys += 1;
      return result;
    },
  };
  const search = { order: "-created", page: 0, limit: 25, text } as const;
  const place = { placeId: 0, nested: false };
  const { count } = await listing.listWritable(database.withPlugin(counter), owner, place, search);
  return { count, ...counted };
}

const skip = engine === "postgres" && "on PostgreSQL, a search is one statement";

t.test("a statement looks up at most two words", { skip }, async (t) => {
  const words = Array.from({ length: 90 }, (_, number) => `word${number}`);
  const title = words.join(" ");
  const countIn = await openItems(t, [title]);
  t.same(await countIn(title), { count: 1, ofIndex: 45, ofWords: 0, ofItems: 1, ofKeys: 0 });
  const excluded = words.map((word) => `-x${word}`).join(" ");
  t.same(await countIn(excluded), { count: 1, ofIndex: 45, ofWords: 0, ofItems: 1, ofKeys: 0 });
  const countInOther = await openItems(t, ["other"]);
  t.same(await countInOther(title), { count: 0, ofIndex: 1, ofWords: 0, ofItems: 0, ofKeys: 0 });
});

t.test("a long phrase is compared only in items that have its first words, a few at a time", { skip }, async (t) => {
  const phrase = "one two three four five six seven eight nine ten one two three four five six seven eight nine ten";
  const titles = [...Array(600).fill(phrase), ...Array(100).fill("one four two")];
  const countIn = await openItems(t, titles);
  t.same(await countIn(`"${phrase}"`), { count: 600, ofIndex: 1, ofWords: 6, ofItems: 1, ofKeys: 0 });
});

t.test("a statement searches at most 4,000 items", { skip }, async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await fillLibrary(database, owner, { collections: 200, items: 4_100, depth: 2 });
  const countIn = (text: string) => countStatements(database, owner, text);
  t.same(await countIn("-missing type:article"), { count: 4_100, ofIndex: 1, ofWords: 0, ofItems: 2, ofKeys: 0 });
  t.same(await countIn("type:article"), { count: 4_100, ofIndex: 0, ofWords: 0, ofItems: 2, ofKeys: 0 });
});

t.test(
  "a search for words that most items have reads the items from an index, not each by its id",
  { skip },
  async (t) => {
    const database = await openTestDatabase(t);
    const owner = await addOwner(database, "owner");
    await fillLibrary(database, owner, { collections: 200, items: 5_100, depth: 2 });
    const countIn = (text: string) => countStatements(database, owner, text);
    t.same(await countIn("article"), { count: 5_100, ofIndex: 1, ofWords: 0, ofItems: 0, ofKeys: 3 });
    t.same(await countIn("-missing"), { count: 5_100, ofIndex: 1, ofWords: 0, ofItems: 0, ofKeys: 3 });
    t.same(await countIn("#tag7"), { count: 102, ofIndex: 1, ofWords: 0, ofItems: 1, ofKeys: 0 });
  },
);
