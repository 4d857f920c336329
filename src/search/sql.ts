import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isIndexed } from "../database/dialect.ts";
import type { IdRange, IndexQuery, Words } from "../database/index-query.ts";
import type { Condition, Property, TimeRange } from "./condition.ts";

/** Whose items are searched, and those with which ids. */
export interface Searched {
  readonly accountId: number;
  readonly range: IdRange;
}

/** Words that are looked up in titles to rank an item. */
const MAX_RANKED = 10;

/** More than any time in milliseconds, so that the number of words in the title counts before the time. */
const SCORE_PER_WORD = 100_000_000_000_000;

/** The SQL condition that a row of `items`, one of those that are searched, fulfils a condition. */
export function matches(database: Database, searched: Searched, condition: Condition): RawBuilder<SqlBool> {
  const query = toIndexQuery(condition);
  if (query !== undefined) return isIndexed(database, searched.accountId, query, searched.range);
  const recurse = (part: Condition) => matches(database, searched, part);
  switch (condition.kind) {
    case "not":
      return sql`not (${recurse(condition.of)})`;
    case "all":
      return condition.of.length === 0 ? sql`1 = 1` : sql`(${sql.join(grouped(condition).map(recurse), sql` and `)})`;
    case "any":
      return condition.of.length === 0 ? sql`1 = 0` : sql`(${sql.join(grouped(condition).map(recurse), sql` or `)})`;
    case "time":
      return ofTime(condition.column, condition.range);
    case "type":
      return sql`items.type = ${condition.type}`;
    case "domain":
      return sql`items.domain in (${condition.domain}, ${`www.${condition.domain}`})`;
    case "id":
      return sql`items.id = ${condition.id}`;
    case "words":
    case "key":
      throw new Error("The index evaluates words and keys.");
    default:
      return PROPERTIES[condition.kind];
  }
}

/**
 * The query of the index that all matches fulfil, if there is one. The search then reads only items that the
 * index finds.
 */
export function requiredQuery(condition: Condition): IndexQuery | undefined {
  const own = toIndexQuery(condition);
  if (own !== undefined || condition.kind !== "all") return own;
  return condition.of.map(requiredQuery).find((query) => query !== undefined);
}

/** Whether a part of the condition needs the index. */
export function usesIndex(condition: Condition): boolean {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of.some(usesIndex);
    case "not":
      return usesIndex(condition.of);
    default:
      return toIndexQuery(condition) !== undefined;
  }
}

/** SQL: a number that is higher the more of the words the title of an item has and, of equals, the newer it is. */
export function score(database: Database, { accountId, range }: Searched, words: readonly Words[]): RawBuilder<number> {
  const inTitle = words.slice(0, MAX_RANKED).map((wanted) => {
    const isInTitle = isIndexed(database, accountId, { ...wanted, field: "title" }, range);
    return sql`case when ${isInTitle} then 1 else 0 end`;
  });
  return sql`(${sql.join(inTitle, sql` + `)}) * ${sql.lit(SCORE_PER_WORD)} + items.created_at`;
}

const PROPERTIES: Readonly<Record<Property, RawBuilder<SqlBool>>> = {
  important: sql`items.important = 1`,
  broken: sql`items.broken = 1`,
  tagless: sql`items.tags = '[]'`,
  noted: sql`items.note <> ''`,
  highlighted: sql`items.highlights <> '[]'`,
  reminded: sql`items.reminder_at is not null`,
  duplicate: sql`exists (select 1 from items as older inner join shelves on shelves.id = older.shelf_id
    where older.account_id = items.account_id and older.link_key = items.link_key and older.id < items.id
    and shelves.place not in ('trash', 'nowhere'))`,
};

function ofTime(column: "created_at" | "updated_at", { from, before }: TimeRange): RawBuilder<SqlBool> {
  const name = sql.ref(`items.${column}`);
  const start = from === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${name} >= ${from}`;
  return before === undefined ? start : sql`(${start} and ${name} < ${before})`;
}

/** The condition as a query of the index; undefined if the index alone cannot evaluate it. */
function toIndexQuery(condition: Condition): IndexQuery | undefined {
  if (condition.kind === "words" || condition.kind === "key") return condition;
  if ((condition.kind !== "all" && condition.kind !== "any") || condition.of.length === 0) return undefined;
  const of = condition.of.map(toIndexQuery).filter((query) => query !== undefined);
  return of.length === condition.of.length ? { kind: condition.kind, of } : undefined;
}

/**
 * Groups the parts that the index evaluates into one, so that a statement looks them up once: negated ones
 * too, since "neither a nor b" is "not (a or b)".
 */
function grouped({ kind, of }: { readonly kind: "all" | "any"; readonly of: readonly Condition[] }): Condition[] {
  const indexed = of.filter((part) => toIndexQuery(part) !== undefined);
  const negated = of.flatMap((part) => (part.kind === "not" && toIndexQuery(part.of) !== undefined ? [part.of] : []));
  const rest = of.filter((part) => !indexed.includes(part) && !(part.kind === "not" && negated.includes(part.of)));
  return [
    ...(indexed.length > 0 ? [{ kind, of: indexed }] : []),
    ...rest,
    ...(negated.length > 0
      ? [{ kind: "not" as const, of: { kind: kind === "all" ? "any" : "all", of: negated } as const }]
      : []),
  ];
}
