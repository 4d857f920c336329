import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./database.ts";
import { indexesRowValues } from "./dialect.ts";

/** A value of a sort column and a row's id. */
export interface SortKey {
  readonly key: string | number;
  readonly id: number;
}

/** Rows whose sort keys are at least `from` and less than `to`; undefined: without that bound. */
export interface SortRange {
  readonly from?: SortKey | undefined;
  readonly to?: SortKey | undefined;
}

/**
 * SQL conditions that divide the rows of a range, in ascending order. An index on the column and the id finds the first
 * row of each.
 */
export function conditionsOf(database: Database, column: string, { from, to }: SortRange): RawBuilder<SqlBool>[] {
  const [value, id] = [sql.ref(column), sql.ref("id")];
  if (indexesRowValues(database)) {
    const isFrom = from && sql<SqlBool>`(${value}, ${id}) >= (${from.key}, ${from.id})`;
    const isTo = to && sql<SqlBool>`(${value}, ${id}) < (${to.key}, ${to.id})`;
    return [all(isFrom, isTo)];
  }
  const isAtLeast = from && sql<SqlBool>`${id} >= ${from.id}`;
  const isLess = to && sql<SqlBool>`${id} < ${to.id}`;
  if (from !== undefined && from.key === to?.key) return [all(sql`${value} = ${from.key}`, isAtLeast, isLess)];
  return [
    ...(from === undefined ? [] : [all(sql`${value} = ${from.key}`, isAtLeast)]),
    all(from && sql`${value} > ${from.key}`, to && sql`${value} < ${to.key}`),
    ...(to === undefined ? [] : [all(sql`${value} = ${to.key}`, isLess)]),
  ];
}

function all(...conditions: readonly (RawBuilder<SqlBool> | undefined)[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(given, sql` and `)}`;
}
