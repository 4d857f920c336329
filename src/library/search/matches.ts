import { sql } from "kysely";
import { intersect, subtract, unite } from "../../database/core/id-lists.ts";
import type { IndexQuery, Key, Words } from "../../database/core/index-query.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import * as tagged from "./tagged.ts";

/**
 * Lists the ids of the account's items that match a query, ascending. Looks up its words among the tags and in the pages
 * first. The index of texts evaluates those that are in neither at once.
 */
export async function list(database: Database, accountId: number, query: IndexQuery): Promise<readonly number[]> {
  const wanted = leavesOf(query).filter(isInAnyField);
  const [tags, pages] = [await tagged.list(database, accountId, wanted), await inPages(database, accountId, wanted)];
  const elsewhere = new Map<IndexQuery, readonly number[]>(
    wanted.map((leaf, index) => [leaf, unite(tags[index] ?? [], pages[index] ?? [])]),
  );
  const isOnlyInTexts = (part: IndexQuery) =>
    leavesOf(part).every((leaf) => leaf.kind === "words" && (elsewhere.get(leaf) ?? []).length === 0);

  const listByTexts = (part: IndexQuery) => engineOf(database).listIndexed(database, accountId, part);

  const evaluate = async (part: IndexQuery): Promise<readonly number[]> => {
    if (isOnlyInTexts(part)) return listByTexts(part);
    switch (part.kind) {
      case "key":
        return elsewhere.get(part) ?? [];
      case "words":
        return unite(await listByTexts(part), elsewhere.get(part) ?? []);
      case "difference": {
        const found = await evaluate(part.of);
        return found.length === 0 ? found : subtract(found, await evaluate(part.excluded));
      }
      default:
        return combine(part.kind, partsOf(part.kind, part.of), evaluate);
    }
  };

  /** The keys, whose items are known, what the index of texts evaluates at once, and the rest. */
  const partsOf = (kind: "all" | "any", of: readonly IndexQuery[]): IndexQuery[] => {
    const keys = of.filter((part) => part.kind === "key");
    const texts = of.filter(isOnlyInTexts);
    const others = of.filter((part) => part.kind !== "key" && !isOnlyInTexts(part));
    const [text] = texts;
    const together: IndexQuery[] = texts.length > 1 ? [{ kind, of: texts }] : text === undefined ? [] : [text];
    return [...keys, ...together, ...others];
  };

  return evaluate(query);
}

/** The items that match all of the parts, or any. */
async function combine(
  kind: "all" | "any",
  parts: readonly IndexQuery[],
  evaluate: (part: IndexQuery) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  let found: readonly number[] | undefined;
  for (const part of parts) {
    if (kind === "all" && found?.length === 0) return found;
    const ids = await evaluate(part);
    if (found === undefined) found = ids;
    else found = kind === "all" ? intersect(found, ids) : unite(found, ids);
  }
  return found ?? [];
}

function leavesOf(query: IndexQuery): readonly (Words | Key)[] {
  if (query.kind === "key" || query.kind === "words") return [query];
  const parts = query.kind === "difference" ? [query.of, query.excluded] : query.of;
  return parts.flatMap(leavesOf);
}

/** Whether tags and pages can match. The other fields are texts of the item. */
function isInAnyField(leaf: Words | Key): boolean {
  return leaf.kind === "key" || leaf.field === "any" || leaf.field === "public";
}

/** Words with fewer characters match only whole words of pages: many words of each page begin with them. */
const MIN_BEGINNING = 4;

/** For each query, the items that have it in the text of their page, ascending. */
async function inPages(
  database: Database,
  accountId: number,
  queries: readonly (Words | Key)[],
): Promise<readonly (readonly number[])[]> {
  const isWanted = queries.some(({ kind }) => kind === "words");
  if (!isWanted || !(await hasPages(database, accountId))) return queries.map(() => []);
  const lists: (readonly number[])[] = [];
  for (const query of queries) {
    if (query.kind === "key") lists.push([]);
    else {
      const isPrefix = query.isPrefix && [...(query.words.at(-1) ?? "")].length >= MIN_BEGINNING;
      lists.push(await engineOf(database).listByPages(database, accountId, { ...query, isPrefix }));
    }
  }
  return lists;
}

/** Whether any item of an account has the text of its page. */
async function hasPages(database: Database, accountId: number): Promise<boolean> {
  return (await findPage(database, { accountId })).length > 0;
}

const findPage = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("item_texts").select("item_id").where("account_id", "=", value("accountId")).limit(sql.lit(1)),
);

/**
 * For each of some words, lists the items that have it in a field of their own or a tag, not only in the text of their
 * page. Returns no lists if no item has such a text.
 */
export async function listOwn(
  database: Database,
  accountId: number,
  words: readonly Words[],
): Promise<readonly (readonly number[])[]> {
  const wanted = words.filter(isInAnyField);
  if (wanted.length === 0 || !(await hasPages(database, accountId))) return [];
  const tags = await tagged.list(database, accountId, wanted);
  const lists: (readonly number[])[] = [];
  for (const [index, query] of wanted.entries())
    lists.push(unite(await engineOf(database).listIndexed(database, accountId, query), tags[index] ?? []));
  return lists;
}
