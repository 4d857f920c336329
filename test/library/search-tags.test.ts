import fc from "fast-check";
import { type KyselyPlugin, sql } from "kysely";
import t from "tap";
import { tagKeyOf, wordsOf } from "../../src/database/core/item-words.ts";
import type { Database } from "../../src/database/database.ts";
import { tagWordsOf } from "../../src/database/migrations/parts/stored-words.ts";
import * as items from "../../src/library/items/items.ts";
import * as tagged from "../../src/library/search/tagged.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, ITEM } from "./library.ts";

const clock = () => 0;

/** Adds items with these tags. Returns their ids. */
async function addTagged(database: Database, owner: number, tags: readonly (readonly string[])[]): Promise<number[]> {
  const created = await items.createMany(
    database,
    clock,
    owner,
    tags.map((some) => ({ ...ITEM, tags: [...some] })),
  );
  return created.map(({ id }) => id);
}

function wordsQuery(text: string, isPrefix: boolean) {
  return { kind: "words", field: "any", words: wordsOf(text), isPrefix } as const;
}

/** Tags whose words differ from their characters, or have the length at which words are cut. */
const SPECIAL = [
  "Crème brûlée",
  "CREME",
  "ΣΑΣ σας",
  "東京 tower",
  "a\nb",
  "ﬁne",
  "ﷺ",
  "İstanbul",
  `${"x".repeat(39)}😀${"𝒳".repeat(3)}`,
  `${"x".repeat(39)}𝒳y`,
  "x".repeat(41),
  "👍🏽 ok",
  "a-b_c",
  "9°",
  "no\u0301t",
];

const tag = fc
  .oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: "binary", minLength: 1, maxLength: 6 }))
  .map((text) =>
    // Neither engine stores these in every place.
    text.toWellFormed().replaceAll("\0", "0"),
  );

t.test("a tag is found by its words and as a whole, as by an index of the words of each item", async (t) => {
  const database = await openTestDatabase(t);
  let number = 0;
  const library = fc.tuple(
    fc.array(fc.uniqueArray(tag, { maxLength: 4 }), { minLength: 1, maxLength: 10 }),
    fc.array(fc.tuple(tag, fc.nat(3), fc.boolean()), { maxLength: 10 }),
  );
  const property = fc.asyncProperty(library, async ([tags, texts]) => {
    const owner = await addOwner(database, `a${++number}`);
    const ids = await addTagged(database, owner, tags);
    const candidates = [...tags.flat().map((name) => [name, 0, true] as const), ...texts];
    const cut = candidates.map(([text, end, isPrefix]) => wordsQuery(text.slice(0, text.length - end), isPrefix));
    const queries = cut.filter(({ words }) => words.length > 0);
    const keys = candidates.map(([text]) => ({ kind: "key", key: tagKeyOf(text.toUpperCase()) }) as const);
    const having = (sequence: string) =>
      ids.filter((_, index) => ` ${tagWordsOf(tags[index] ?? [])} `.includes(` ${sequence}`));
    t.same(await tagged.list(database, owner, [...queries, ...keys]), [
      ...queries.map(({ words, isPrefix }) => having(`${words.join(" ")}${isPrefix ? "" : " "}`)),
      ...candidates.map(([text]) => having(`${tagWordsOf([text.toUpperCase()]).split(" ").at(-1)} `)),
    ]);
  });
  await fc.assert(property, { numRuns: 40, seed: 2026 });
});

t.test("a search finds each of thousands of tags, and an item with several of them once", async (t) => {
  const database = await openTestDatabase(t);
  const [owner, other] = [await addOwner(database, "owner"), await addOwner(database, "other")];
  const tags = Array.from({ length: 41 }, (_, item) =>
    Array.from({ length: 100 }, (_, position) => `tag${item * 100 + position}`),
  );
  const ids = await addTagged(database, owner, tags);
  await addTagged(database, other, [["tag0"]]);
  const find = (text: string, isPrefix: boolean) => tagged.list(database, owner, [wordsQuery(text, isPrefix)]);
  for (const index of [0, 19, 20, 40]) t.same(await find(`tag${index * 100 + 99}`, false), [[ids[index]]]);
  t.same(await find("tag", true), [ids]);
  t.same(await find("tag", false), [[]]);
});

t.test("other work of the event loop runs between the statements that read an account's tags", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await sql`insert into tag_names (account_id, name, shelf_count) with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 8000
    ) select cast(${owner} as bigint), concat('tag', n), 1 from numbers`.execute(database);
  let iterations = 0;
  let isRunning = true;
  const countIterations = () => {
    iterations += 1;
    if (isRunning) setImmediate(countIterations);
  };
  setImmediate(countIterations);
  t.same(await tagged.list(database, owner, [wordsQuery("lamp", false)]), [[]]);
  isRunning = false;
  t.ok(iterations >= 4, `${iterations} iterations`);
});

t.test("a search finds all items of a shelf that has more of a tag than a statement lists", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await sql`insert into facets (account_id, kind, name, shelf_id, count)
    values (${owner}, 'tag', 'many', 99, 60001), (${owner}, 'tag', 'many', 98, 1)`.execute(database);
  await sql`insert into item_tags (shelf_id, name, item_id) with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 60001
    ) select 99, 'many', n from numbers union all select 98, 'many', 70000`.execute(database);
  const [ids = []] = await tagged.list(database, owner, [wordsQuery("many", false)]);
  t.equal(ids.length, 60_002);
  t.equal(ids.at(-1), 70_000);
  t.ok(ids.every((id, index) => id === index + 1 || id === 70_000));
});

t.test("a search finds the items of thousands of shelves, of which a statement reads 1,000", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  await sql`insert into facets (account_id, kind, name, shelf_id, count) with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 2500
    ) select cast(${owner} as bigint), 'tag', 'wide', 1000000 + n, 1 from numbers
      union all select cast(${owner} as bigint), 'tag', 'wide ' || (n % 900), 1000000 + n, 1 from numbers`.execute(
    database,
  );
  await sql`insert into item_tags (shelf_id, name, item_id)
    select shelf_id, name, shelf_id from facets where account_id = ${owner}`.execute(database);
  let most = 0;
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length);
      return result;
    },
  };
  for (const isPrefix of [false, true]) {
    const [ids = []] = await tagged.list(database.withPlugin(recorder), owner, [wordsQuery("wide", isPrefix)]);
    t.same(
      ids,
      Array.from({ length: 2_500 }, (_, index) => 1_000_001 + index),
    );
  }
  t.equal(most, 1_000);
});
