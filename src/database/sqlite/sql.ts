import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SortRange } from "../core/engine.ts";

// The SQL of `Engine` for SQLite.

export const now = sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`;

export const timeOfCheck = now;

export const withoutSync = sql`where true`;

export const withGivenId = sql``;

export function isOneOf(value: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool> {
  return isIn(value, sql.val(JSON.stringify(values)));
}

export function isInArray(id: RawBuilder<number>, array: RawBuilder<string>): RawBuilder<SqlBool> {
  return isIn(id, array);
}

export function isAmong(id: RawBuilder<number>, ids: readonly number[]): RawBuilder<SqlBool> {
  return isOneOf(id, ids);
}

function isIn(value: RawBuilder<unknown>, array: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${value} in (select value from json_each(${array}))`;
}

export function tableOf(columns: Readonly<Record<string, string>>, rows: RawBuilder<string>): RawBuilder<unknown> {
  const values = Object.keys(columns).map((name, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`);
  return sql`(select ${sql.join(values)} from json_each(${rows}))`;
}

/** An index does not find a row value of a column and the id of the row: SQLite would compare the id of each row. */
export function conditionsOf(column: string, { from, to }: SortRange): RawBuilder<SqlBool>[] {
  const [value, id] = [sql.ref(column), sql.ref("id")];
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

export const jsonArrayOf = (column: string) => sql<string | null>`json_group_array(${sql.ref(column)})`;

export const monthOf = (time: string) => `strftime('%Y-%m', ${time} / 1000, 'unixepoch')`;

export const entriesOf = (array: string) => `json_each(${array}) as entry`;

export const propertyOf = (name: string) => `entry.value ->> '${name}'`;
