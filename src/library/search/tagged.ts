import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { eachYielding, readAllPages, Slices } from "#contract/scheduling";
import { parseIds, unite } from "../../database/core/id-lists.ts";
import type { Key, Words } from "../../database/core/index-query.ts";
import { fold, startOf, tagKeyOf, wordsOf } from "../../database/core/item-words.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";

// An account has few tags, so there is no index of their words: a search compares all of them, and then lists the items
// of those that match.

/** Tags that one statement reads. */
const TAGS_PER_STATEMENT = 2_000;

/** Tags that `names` returns at most. */
const MAX_NAMES = 10_000;

/** Shelves that have tags, of which one statement reads so many: a page of `readAllPages`. */
const USES_PER_STATEMENT = 1_000;

/** Items that one statement lists. */
const ITEMS_PER_STATEMENT = 30_000;

/** Looking up a tag on a shelf takes as long as listing so many items. */
const ITEMS_PER_LOOKUP = 10;

/**
 * For each query, lists the ids of the account's items with a tag that matches it, ascending. Yields to the event loop
 * between statements.
 */
export async function list(
  database: Database,
  accountId: number,
  queries: readonly (Words | Key)[],
): Promise<readonly (readonly number[])[]> {
  if (queries.length === 0) return [];
  const found: Tag[][] = queries.map(() => []);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const tags: readonly Tag[] = await readTags(database, accountId, after);
    await addMatching(found, queries, tags);
    after = tags.length < TAGS_PER_STATEMENT ? undefined : tags.at(-1)?.name;
    if (after !== undefined) await setImmediate();
  }
  const lists: (readonly number[])[] = [];
  for (const tags of found) lists.push(await listItems(database, accountId, tags));
  return lists;
}

/** The tags of an account in the order of their bytes, at most the first 10,000. */
export async function names(database: Database, accountId: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after: string | undefined = ""; after !== undefined && found.length < MAX_NAMES; ) {
    const tags: readonly Tag[] = await readTags(database, accountId, after);
    for (const { name } of tags) found.push(name);
    after = tags.length < TAGS_PER_STATEMENT ? undefined : tags.at(-1)?.name;
  }
  return found;
}

/** Those of `names` that begin with a text, without regard to upper case and diacritics; at most `limit`. */
export async function namesBeginningWith(
  database: Database,
  accountId: number,
  text: string,
  limit: number,
): Promise<readonly string[]> {
  const start = fold(text);
  const found: string[] = [];
  await eachYielding(await names(database, accountId), (name) => {
    if (found.length < limit && fold(name).startsWith(start)) found.push(name);
  });
  return found;
}

/** A tag of an account, with the number of shelves that have items with it. */
interface Tag {
  readonly name: string;
  readonly shelfCount: number;
}

const TAGS = prepare((database, value: ValueOf<{ accountId: number; after: string }>) => {
  const { jsonArrayOf } = engineOf(database);
  const tags = database
    .selectFrom("tag_names")
    .select(["name", "shelf_count"])
    .where("account_id", "=", value("accountId"))
    .where("name", ">", value("after"))
    .orderBy("name")
    .limit(sql.lit(TAGS_PER_STATEMENT))
    .as("tags");
  return database.selectFrom(tags).select([jsonArrayOf("name").as("names"), jsonArrayOf("shelf_count").as("counts")]);
});

/** The next tags of an account, in the order of their bytes. */
async function readTags(database: Database, accountId: number, after: string): Promise<Tag[]> {
  const [row] = await TAGS(database, { accountId, after });
  const names: string[] = JSON.parse(row?.names ?? "[]");
  const counts: number[] = JSON.parse(row?.counts ?? "[]");
  return names.map((name, index) => ({ name, shelfCount: counts[index] ?? 0 }));
}

/** Adds to the tags found for each query those that match it. */
async function addMatching(
  found: readonly Tag[][],
  queries: readonly (Words | Key)[],
  tags: readonly Tag[],
): Promise<void> {
  const slices = new Slices();
  const names = tags.map(({ name }) => name);
  const keys = queries.some(({ kind }) => kind === "key") ? names.map(tagKeyOf) : [];
  const folded = queries.some(({ kind }) => kind === "words") ? new FoldedNames(names) : undefined;
  for (const [index, query] of queries.entries()) {
    await slices.next();
    const having = query.kind === "key" ? undefined : folded?.having(query);
    for (const [at, tag] of tags.entries())
      if (query.kind === "key" ? keys[at] === query.key : having?.has(at)) found[index]?.push(tag);
  }
}

/** Names as one text, in which those with a word are found at once. */
class FoldedNames {
  readonly #names: readonly string[];
  readonly #text: string;
  /** Where each name ends in the text. */
  readonly #ends: readonly number[];
  /** The words of each name, between spaces, once they are known. */
  readonly #words: (string | undefined)[] = [];

  constructor(names: readonly string[]) {
    const folded = names.map(fold);
    let end = -1;
    this.#ends = folded.map(({ length }) => (end += length + 1));
    this.#names = names;
    this.#text = folded.join("\n");
  }

  /** The places of the names that have these words, consecutively. */
  having({ words, isPrefix }: Words): ReadonlySet<number> {
    const start = startOf(words[0] ?? "");
    const sequence = ` ${words.join(" ")}${isPrefix ? "" : " "}`;
    const having = new Set<number>();
    let position = 0;
    for (let at = this.#text.indexOf(start); at !== -1; at = this.#text.indexOf(start, this.#ends[position])) {
      while ((this.#ends[position] ?? at) < at) position += 1;
      if (this.#wordsOf(position).includes(sequence)) having.add(position);
    }
    return having;
  }

  #wordsOf(position: number): string {
    this.#words[position] ??= ` ${wordsOf(this.#names[position] ?? "").join(" ")} `;
    return this.#words[position];
  }
}

/** A shelf with items that have a tag, and their number. */
interface Use {
  readonly id: number;
  readonly name: string;
  readonly count: number;
}

/** The items of an account that have one of these tags, also if it has several. */
async function listItems(database: Database, accountId: number, tags: readonly Tag[]): Promise<readonly number[]> {
  let items: readonly number[] = [];
  for (const someTags of inParts(tags, ({ shelfCount }) => shelfCount, USES_PER_STATEMENT)) {
    // More than one page only of a tag that more shelves have.
    const uses = await readAllPages((after, limit) => readUses(database, accountId, someTags, { after, limit }));
    for (const someUses of inParts(uses, ({ count }) => count + ITEMS_PER_LOOKUP, ITEMS_PER_STATEMENT))
      for await (const ids of idsOf(database, someUses)) items = unite(items, await parseIds(ids));
    await setImmediate();
  }
  return items;
}

/** Divides a list into parts of at most `limit` by size, or of one element. */
function inParts<T>(list: readonly T[], sizeOf: (element: T) => number, limit: number): T[][] {
  const parts: T[][] = [];
  let size = limit;
  for (const element of list) {
    size += sizeOf(element);
    if (size > limit) {
      parts.push([]);
      size = sizeOf(element);
    }
    parts.at(-1)?.push(element);
  }
  return parts;
}

/** The shelves after one that have items with these tags, in the order of their ids. */
async function readUses(
  database: Database,
  accountId: number,
  tags: readonly Tag[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Use[]> {
  const wanted = engineOf(database).tableOf({ name: "text" }, sql.val(JSON.stringify(tags.map(({ name }) => [name]))));
  const { rows } = await sql<Use>`select shelf_id as id, facets.name, count from ${wanted} as wanted cross join facets
    where account_id = ${accountId} and kind = 'tag' and facets.name = wanted.name and shelf_id > ${after}
    order by shelf_id limit ${limit}`.execute(database);
  return rows;
}

/** The ids of items, in texts with commas between them, each from a statement. */
async function* idsOf(database: Database, uses: readonly Use[]): AsyncIterable<string> {
  const [use] = uses;
  if (use === undefined || use.count <= ITEMS_PER_STATEMENT) yield await readItems(database, uses);
  else yield* readPages(database, use);
}

async function readItems(database: Database, uses: readonly Use[]): Promise<string> {
  const { jsonArrayOf, tableOf } = engineOf(database);
  const pairs = sql.val(JSON.stringify(uses.map(({ id, name }) => [id, name])));
  const { rows } = await sql<{ ids: string | null }>`select ${jsonArrayOf("item_id")} as ids
    from ${tableOf({ shelf_id: "bigint", name: "text" }, pairs)} as uses cross join item_tags
    where item_tags.shelf_id = uses.shelf_id and item_tags.name = uses.name`.execute(database);
  return withoutBrackets(rows[0]?.ids);
}

/** The items of one shelf with a tag that many have. */
async function* readPages(database: Database, { id, name }: Omit<Use, "count">): AsyncIterable<string> {
  const { jsonArrayOf } = engineOf(database);
  for (let after = 0; ; ) {
    const page = database
      .selectFrom("item_tags")
      .select("item_id")
      .where("shelf_id", "=", id)
      .where("name", "=", name)
      .where("item_id", ">", after)
      .orderBy("item_id")
      .limit(ITEMS_PER_STATEMENT)
      .as("page");
    const last = sql<number | null>`max(item_id)`;
    const row = await database
      .selectFrom(page)
      .select([jsonArrayOf("item_id").as("ids"), last.as("last")])
      .executeTakeFirst();
    if (row === undefined || row.last === null) return;
    yield withoutBrackets(row.ids);
    after = row.last;
  }
}

function withoutBrackets(array: string | null | undefined): string {
  return array?.slice(1, -1) ?? "";
}
