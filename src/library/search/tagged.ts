import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { Slices } from "#contract/scheduling";
import { parseIds } from "../../database/core/id-lists.ts";
import type { Key, Words } from "../../database/core/index-query.ts";
import { fold, startOf, tagKeyOf, wordsOf } from "../../database/core/item-words.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";

// An account has few tags, so there is no index of their words: a search compares all of them, and then lists the items
// of those that match.

/** Tags that one statement reads. */
const TAGS_PER_STATEMENT = 2_000;

/** Items that one statement lists, except for one shelf with more items of a tag. */
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
  const found: string[][] = queries.map(() => []);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const names: string[] = await readNames(database, accountId, after);
    await addMatching(found, queries, names);
    after = names.length < TAGS_PER_STATEMENT ? undefined : names.at(-1);
    if (after !== undefined) await setImmediate();
  }
  const lists: (readonly number[])[] = [];
  for (const names of found) lists.push(names.length === 0 ? [] : await listItems(database, accountId, names));
  return lists;
}

const NAMES = prepare((database, value: ValueOf<{ accountId: number; after: string }>) => {
  const tags = database
    .selectFrom("tag_names")
    .select("name")
    .where("account_id", "=", value("accountId"))
    .where("name", ">", value("after"))
    .orderBy("name")
    .limit(sql.lit(TAGS_PER_STATEMENT))
    .as("tags");
  return database.selectFrom(tags).select(engineOf(database).jsonArrayOf("name").as("names"));
});

/** The next tags of an account, in the order of their bytes. */
async function readNames(database: Database, accountId: number, after: string): Promise<string[]> {
  const [row] = await NAMES(database, { accountId, after });
  return JSON.parse(row?.names ?? "[]");
}

/** Adds to the names found for each query those that match it. */
async function addMatching(
  found: readonly string[][],
  queries: readonly (Words | Key)[],
  names: readonly string[],
): Promise<void> {
  const slices = new Slices();
  const keys = queries.some(({ kind }) => kind === "key") ? names.map(tagKeyOf) : [];
  const folded = queries.some(({ kind }) => kind === "words") ? new FoldedNames(names) : undefined;
  for (const [index, query] of queries.entries()) {
    await slices.next();
    const matching = query.kind === "key" ? names.filter((_, at) => keys[at] === query.key) : folded?.having(query);
    for (const name of matching ?? []) found[index]?.push(name);
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

  /** The names that have these words, consecutively. */
  having({ words, isPrefix }: Words): string[] {
    const start = startOf(words[0] ?? "");
    const sequence = ` ${words.join(" ")}${isPrefix ? "" : " "}`;
    const having: string[] = [];
    let position = 0;
    for (let at = this.#text.indexOf(start); at !== -1; at = this.#text.indexOf(start, this.#ends[position])) {
      while ((this.#ends[position] ?? at) < at) position += 1;
      const name = this.#names[position] ?? "";
      if (this.#wordsOf(name, position).includes(sequence)) having.push(name);
    }
    return having;
  }

  #wordsOf(name: string, position: number): string {
    this.#words[position] ??= ` ${wordsOf(name).join(" ")} `;
    return this.#words[position];
  }
}

/** A tag on a shelf, with the number of items that have it. */
interface Use {
  readonly shelf_id: number;
  readonly name: string;
  readonly count: number;
}

/** The items of an account that have one of these tags. */
async function listItems(database: Database, accountId: number, names: readonly string[]): Promise<number[]> {
  const lists: string[] = [];
  for (const uses of inParts(await listUses(database, accountId, names))) {
    const [{ count, ...use } = { shelf_id: 0, name: "", count: 0 }] = uses;
    if (count > ITEMS_PER_STATEMENT) await addPages(lists, database, use);
    else lists.push(await readItems(database, uses));
    await setImmediate();
  }
  // An item with several of the tags is in several lists.
  return parseIds(lists.join(","));
}

async function listUses(database: Database, accountId: number, names: readonly string[]): Promise<Use[]> {
  const wanted = engineOf(database).tableOf({ name: "text" }, sql.val(JSON.stringify(names.map((name) => [name]))));
  const { rows } = await sql<Use>`select shelf_id, facets.name, count from ${wanted} as wanted cross join facets
    where account_id = ${accountId} and kind = 'tag' and facets.name = wanted.name`.execute(database);
  return rows;
}

/** Divides uses into parts whose items one statement lists. */
function inParts(uses: readonly Use[]): Use[][] {
  const parts: Use[][] = [];
  let size = ITEMS_PER_STATEMENT;
  for (const use of uses) {
    size += use.count + ITEMS_PER_LOOKUP;
    if (size > ITEMS_PER_STATEMENT) {
      parts.push([]);
      size = use.count;
    }
    parts.at(-1)?.push(use);
  }
  return parts;
}

/** The ids of the items, separated by commas. */
async function readItems(database: Database, uses: readonly Use[]): Promise<string> {
  const { jsonArrayOf, tableOf } = engineOf(database);
  const pairs = sql.val(JSON.stringify(uses.map(({ shelf_id, name }) => [shelf_id, name])));
  const { rows } = await sql<{ ids: string | null }>`select ${jsonArrayOf("item_id")} as ids
    from ${tableOf({ shelf_id: "bigint", name: "text" }, pairs)} as uses cross join item_tags
    where item_tags.shelf_id = uses.shelf_id and item_tags.name = uses.name`.execute(database);
  return withoutBrackets(rows[0]?.ids);
}

/** Adds the ids of the items of a shelf that have a tag, in parts of a statement each. */
async function addPages(lists: string[], database: Database, { shelf_id, name }: Omit<Use, "count">): Promise<void> {
  const { jsonArrayOf } = engineOf(database);
  for (let after = 0; ; await setImmediate()) {
    const page = database
      .selectFrom("item_tags")
      .select("item_id")
      .where("shelf_id", "=", shelf_id)
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
    lists.push(withoutBrackets(row.ids));
    after = row.last;
  }
}

function withoutBrackets(array: string | null | undefined): string {
  return array?.slice(1, -1) ?? "";
}
