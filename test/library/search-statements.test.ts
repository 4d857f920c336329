import { type KyselyPlugin, sql } from "kysely";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import type { Database } from "../../src/database/database.ts";
import { findWholeWords } from "../../src/database/sqlite/whole-words.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import { engine, openTestDatabase } from "../support/databases.ts";
import { addOwner, ITEM } from "./library.ts";

// On SQLite, a statement blocks the event loop, so a search sends several. These tests count them.
const clock = () => 0;

/** Adds items to a new account. `countIn` counts the statements of a search in them. */
async function openItems(t: Test, titles: readonly string[]) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  for (let first = 0; first < titles.length; first += 100) {
    const some = titles.slice(first, first + 100).map((title) => ({ ...ITEM, title }));
    await items.createMany(database, clock, owner, some);
  }
  return { database, owner, countIn: (text: string) => countStatements(database, owner, text) };
}

/**
 * Counts the statements of a search that list the items with words or tags, stored words, items that are looked up, or the ids of all
 * items; and the items that others read in order.
 */
async function countStatements(database: Database, owner: number, text: string) {
  const counted = { ofIndex: 0, ofWords: 0, ofItems: 0, ofIds: 0, inOrder: 0 };
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row = {}] = result.rows;
      if ("ids" in row && !("last" in row)) counted.ofIndex += 1;
      if ("words" in row) counted.ofWords += 1;
      if ("total" in row) counted.ofItems += 1;
      if ("last" in row) counted.ofIds += 1;
      if ("key" in row && !("total" in row)) counted.inOrder += result.rows.length;
      return result;
    },
  };
  const search = { order: "-created", page: 0, limit: 25, text } as const;
  const place = { placeId: 0, nested: false };
  const { count } = await listing.listWritable(database.withPlugin(counter), owner, place, search);
  return { count, ...counted };
}

const skip = engine === "postgres" && "on PostgreSQL, statements do not block the event loop";

t.test("a statement looks up at most two words", { skip }, async (t) => {
  const words = Array.from({ length: 90 }, (_, number) => `word${number}`);
  const title = words.join(" ");
  const { countIn } = await openItems(t, [title]);
  t.same(await countIn(title), { count: 1, ofIndex: 45, ofWords: 0, ofItems: 1, ofIds: 0, inOrder: 0 });
  const excluded = words.map((word) => `-x${word}`).join(" ");
  t.same(await countIn(excluded), { count: 1, ofIndex: 45, ofWords: 0, ofItems: 1, ofIds: 0, inOrder: 0 });
  const both = { count: 1, ofWords: 0, ofItems: 1, ofIds: 0, inOrder: 0 };
  t.same(await countIn("word1 -other"), { ...both, ofIndex: 1 }, "a word without another");
  t.same(await countIn("word1 word2 -other"), { ...both, ofIndex: 2 }, "two words without another");
  const other = await openItems(t, ["other"]);
  t.same(await other.countIn(title), { count: 0, ofIndex: 1, ofWords: 0, ofItems: 0, ofIds: 0, inOrder: 0 });
});

t.test("the words with a prefix of four letters are found, if the account has at most four", { skip }, async (t) => {
  const { database, owner } = await openItems(t, ["seed seeds seeding", "sow", "tree treed trees treetop treeless"]);
  const other = await addOwner(database, "other");
  await items.create(database, clock, other, { ...ITEM, title: "seedling", link: "https://abcseedy.example" });
  const find = async (account: number, text: string) => {
    const words = { kind: "words", field: "any", words: text.split(" "), isPrefix: true } as const;
    return Object.fromEntries(await findWholeWords(database, account, { kind: "any", of: [words] }));
  };
  t.same(await find(owner, "seed"), { seed: ["seed", "seeding", "seeds"] });
  t.same(await find(owner, "seedi"), { seedi: ["seeding"] });
  t.same(await find(other, "seed"), { seed: ["seedling", "seedy"] }, "also a part of a link");
  t.same(await find(owner, "treed"), { treed: ["treed"] });
  t.same(await find(owner, "tree"), {}, "five words");
  t.same(await find(owner, "missing"), {}, "no word");
  t.same(await find(owner, "sow"), {}, "three letters");
  t.same(await find(owner, "sow seed"), {}, "a phrase");
});

t.test(
  "a long phrase in a large account is compared only in items that have its first words, a few at a time",
  { skip },
  async (t) => {
    const phrase = "one two three four five six seven eight nine ten one two three four five six seven eight nine ten";
    const titles = [...Array(600).fill(phrase), ...Array(100).fill("one four two")];
    const { database, owner, countIn } = await openItems(t, titles);
    const found = { count: 600, ofIndex: 1, ofItems: 1, ofIds: 0, inOrder: 0 };
    t.same(await countIn(`"${phrase}"`), { ...found, ofWords: 0 }, "in a small account by the index");
    await sql`update libraries set item_count = 20000 where account_id = ${owner}`.execute(database);
    t.same(await countIn(`"${phrase}"`), { ...found, ofWords: 6 }, "as if the account were large");
  },
);

t.test("a statement searches at most 4,000 items", { skip }, async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await fillLibrary(database, owner, { collections: 200, items: 4_100, depth: 2 });
  const countIn = (text: string) => countStatements(database, owner, text);
  const counted = { count: 4_100, ofWords: 0, ofItems: 2, ofIds: 0, inOrder: 0 };
  t.same(await countIn("-missing type:article"), { ...counted, ofIndex: 1 });
  t.same(await countIn("type:article"), { ...counted, ofIndex: 0 });
});

t.test("of many matches, only as many items are read in order as it takes to find the page", { skip }, async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { ids } = await fillLibrary(database, owner, { collections: 200, items: 5_100, depth: 2 });
  const countIn = (text: string) => countStatements(database, owner, text);
  const counted = { ofIndex: 1, ofWords: 0, ofItems: 0, ofIds: 0, inOrder: 50 };
  t.same(await countIn("article"), { ...counted, count: 5_100 });
  t.same(await countIn("-missing"), { ...counted, count: 5_100, ofIds: 1 });
  t.same(await countIn("#tag7"), { ...counted, ofIndex: 1, count: 102, ofItems: 1, inOrder: 0 });
  const phrase = '"in one or two sentences"';
  t.same(await countIn(phrase), { ...counted, count: 5_100 }, "a short phrase is compared in all items");
  await bulk.remove(database, clock, owner, { placeId: ids[0] ?? 0, nested: false, ids: undefined });
  t.same(await countIn("article"), { ...counted, count: 5_074, ofIds: 1 }, "the ids of the items in the Trash");
});

t.test("other work of the event loop runs between the statements that read the index", { skip }, async (t) => {
  const { database, owner } = await openItems(t, ["one two three", "two three four"]);
  let iterations = 0;
  const ofStatements: number[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if ("ids" in (result.rows[0] ?? {})) ofStatements.push(iterations);
      return result;
    },
  };
  let isRunning = true;
  const countIterations = () => {
    iterations += 1;
    if (isRunning) setImmediate(countIterations);
  };
  setImmediate(countIterations);
  const search = { order: "score", page: 0, limit: 25, text: "two three one" } as const;
  await listing.listWritable(database.withPlugin(recorder), owner, { placeId: 0, nested: false }, search);
  isRunning = false;
  t.equal(ofStatements.length, 5, "two for three words, and one for each in titles");
  t.equal(new Set(ofStatements).size, ofStatements.length);
});
