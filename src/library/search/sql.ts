import { type RawBuilder, type SqlBool, sql } from "kysely";
import { readAllPages } from "#contract/scheduling";
import { within } from "../../database/core/id-lists.ts";
import type { IdRange, IndexQuery, Words } from "../../database/core/index-query.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { type Condition, not, type Property, type TimeRange } from "./condition.ts";
import * as matching from "./matches.ts";
import type { Search } from "./search.ts";

/** A condition whose words, tags, duplicates and uploaded files have been looked up. */
export type LookedUp =
  | { readonly kind: "found"; readonly ids: readonly number[] }
  | { readonly kind: "all"; readonly of: readonly LookedUp[] }
  | { readonly kind: "any"; readonly of: readonly LookedUp[] }
  | { readonly kind: "not"; readonly of: LookedUp }
  | Exclude<Condition, Words | { readonly kind: "key" | "duplicate" } | { readonly of: unknown }>;

/** Words by which an item is ranked; each with up to two lists. */
const MAX_RANKED = 10;

/**
 * More than any time of an item, in milliseconds, so that its rank counts before the time; and so little that JavaScript
 * can represent the score of two lists for each of `MAX_RANKED` words exactly.
 */
const SCORE_PER_LIST = 400_000_000_000_000;

/**
 * Looks up the words, tags and uploaded files of a condition in the items of an account. `listDuplicates` returns the ids of the items
 * for which `duplicate` holds, ascending.
 */
export async function lookUpIn(
  database: Database,
  accountId: number,
  condition: Condition,
  listDuplicates: () => Promise<readonly number[]>,
): Promise<LookedUp> {
  const query = toIndexQuery(condition);
  if (query !== undefined) return { kind: "found", ids: await matching.list(database, accountId, query) };
  const recurse = (part: Condition) => lookUpIn(database, accountId, part, listDuplicates);
  switch (condition.kind) {
    case "not":
      return { kind: "not", of: await recurse(condition.of) };
    case "all":
    case "any": {
      const of: LookedUp[] = [];
      for (const part of grouped(condition)) of.push(await recurse(part));
      return { kind: condition.kind, of };
    }
    case "duplicate":
      return { kind: "found", ids: await listDuplicates() };
    case "uploaded":
      return { kind: "found", ids: await listUploaded(database, accountId) };
    case "words":
    case "key":
      throw new Error("The index evaluates words and keys.");
    default:
      return condition;
  }
}

/**
 * Lists of items by which matches are ranked: the more of them an item is in, the earlier it comes. For each of the first
 * words, the items with it in the title; and if pages have texts, also those with it in any field of their own.
 */
export async function lookUpRanking(
  database: Database,
  accountId: number,
  { words }: Search,
): Promise<(readonly number[])[]> {
  const ranked = words.slice(0, MAX_RANKED);
  const lists: (readonly number[])[] = [];
  for (const wanted of ranked)
    lists.push(await engineOf(database).listIndexed(database, accountId, { ...wanted, field: "title" }));
  return [...lists, ...(await matching.listOwn(database, accountId, ranked))];
}

/** The SQL condition that a row of `items`, of this account and with an id in a range, fulfils a condition. */
export function matches(database: Database, range: IdRange, condition: LookedUp): RawBuilder<SqlBool> {
  const recurse = (part: LookedUp) => matches(database, range, part);
  switch (condition.kind) {
    case "found":
      return isFound(database, condition.ids, range);
    case "not":
      return sql`not (${recurse(condition.of)})`;
    case "all":
      return condition.of.length === 0 ? sql`1 = 1` : sql`(${sql.join(condition.of.map(recurse), sql` and `)})`;
    case "any":
      return condition.of.length === 0 ? sql`1 = 0` : sql`(${sql.join(condition.of.map(recurse), sql` or `)})`;
    case "time":
      return ofTime(condition.column, condition.range);
    case "type":
      return sql`items.type = ${condition.type}`;
    case "domain":
      return sql`items.domain in (${condition.domain}, ${`www.${condition.domain}`})`;
    case "id":
      return sql`items.id = ${condition.id}`;
    case "copy":
      return sql`exists (select 1 from copies where item_id = items.id and status = ${condition.status})`;
    default:
      return PROPERTIES[condition.kind];
  }
}

/** Ids that all matches are among, if any were looked up: the shortest list, so that a search reads few rows. */
export function requiredIds(condition: LookedUp): readonly number[] | undefined {
  if (condition.kind === "found") return condition.ids;
  if (condition.kind !== "all") return undefined;
  const lists = condition.of.map(requiredIds).filter((ids) => ids !== undefined);
  return lists.toSorted((one, other) => one.length - other.length)[0];
}

/** The number of comparisons that a condition makes for each item. */
export function countComparisons(condition: LookedUp): number {
  if (!("of" in condition)) return 1;
  const parts = condition.kind === "not" ? [condition.of] : condition.of;
  return parts.reduce((sum, part) => sum + countComparisons(part), 0);
}

/** Whether ids that were looked up are a part of the condition. */
export function hasList(condition: LookedUp): boolean {
  if (condition.kind === "found") return true;
  if (!("of" in condition)) return false;
  return condition.kind === "not" ? hasList(condition.of) : condition.of.some(hasList);
}

/** SQL: a number that is higher the more of the lists an item is in and, of equals, the newer it is. */
export function score(database: Database, range: IdRange, ranking: readonly (readonly number[])[]): RawBuilder<number> {
  return sql`${rankOf(database, range, ranking)} * ${sql.lit(SCORE_PER_LIST)} + items.created_at`;
}

/** SQL: how many of the lists an item is in. */
export function rankOf(
  database: Database,
  range: IdRange,
  ranking: readonly (readonly number[])[],
): RawBuilder<number> {
  const inLists = ranking.map((ids) => sql`case when ${isFound(database, ids, range)} then 1 else 0 end`);
  return sql`(${sql.join(inLists, sql` + `)})`;
}

const PROPERTIES: Readonly<Record<Property, RawBuilder<SqlBool>>> = {
  important: sql`items.important = 1`,
  broken: sql`items.broken = 1`,
  tagless: sql`items.tags = '[]'`,
  noted: sql`items.note <> ''`,
  highlighted: sql`items.highlights <> '[]'`,
  reminded: sql`items.reminder_at is not null`,
  uploaded: sql`items.file_id is not null`,
};

function ofTime(column: "created_at" | "updated_at", { from, before }: TimeRange): RawBuilder<SqlBool> {
  const name = sql.ref(`items.${column}`);
  const start = from === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${name} >= ${from}`;
  return before === undefined ? start : sql`(${start} and ${name} < ${before})`;
}

/** The condition as a query of the index; undefined if the index alone cannot evaluate it. */
function toIndexQuery(condition: Condition): IndexQuery | undefined {
  switch (condition.kind) {
    case "words":
    case "key":
      return condition;
    case "any":
      return combined("any", condition.of);
    case "all": {
      const of = combined(
        "all",
        condition.of.filter(({ kind }) => kind !== "not"),
      );
      const negated = condition.of.flatMap((part) => (part.kind === "not" ? [part.of] : []));
      if (of === undefined || negated.length === 0) return of;
      const excluded = combined("any", negated);
      return excluded && { kind: "difference", of, excluded };
    }
    default:
      return undefined;
  }
}

/** Several conditions as one query of the index; undefined if there are none, or if it cannot evaluate one of them. */
function combined(kind: "all" | "any", conditions: readonly Condition[]): IndexQuery | undefined {
  const of = conditions.map(toIndexQuery).filter((query) => query !== undefined);
  return of.length > 0 && of.length === conditions.length ? { kind, of } : undefined;
}

/** Groups the parts that the index evaluates, so that it looks them up at once: those that are negated and the others. */
function grouped({ kind, of }: { readonly kind: "all" | "any"; readonly of: readonly Condition[] }): Condition[] {
  const [indexed, negated, rest]: [Condition[], Condition[], Condition[]] = [[], [], []];
  for (const part of of) {
    if (toIndexQuery(part) !== undefined) indexed.push(part);
    else if (part.kind === "not" && toIndexQuery(part.of) !== undefined) negated.push(part.of);
    else rest.push(part);
  }
  if (kind === "all" && indexed.length > 0) return [{ kind, of: [...indexed, ...negated.map(not)] }, ...rest];
  // "Neither a nor b" is "not (a or b)".
  const opposite = { kind: kind === "all" ? "any" : "all", of: negated } as const;
  return [
    ...(indexed.length > 0 ? [{ kind, of: indexed }] : []),
    ...rest,
    ...(negated.length > 0 ? [not(opposite)] : []),
  ];
}

/** Lists the ids of the account's items with an uploaded file, ascending. Reads no other items. */
async function listUploaded(database: Database, accountId: number): Promise<readonly number[]> {
  const rows = await readAllPages((after, limit) =>
    database
      .selectFrom("items")
      .select("id")
      .where("account_id", "=", accountId)
      .where("file_id", "is not", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/** The SQL condition that an item, whose id is in a range, is one of those that were found. */
export function isFound(database: Database, found: readonly number[], range: IdRange): RawBuilder<SqlBool> {
  const id = sql.ref<number>("items.id");
  const ids = within(found, range);
  if (ids.length === range.ids?.length) return sql`1 = 1`;
  return engineOf(database).isAmong(id, ids);
}
