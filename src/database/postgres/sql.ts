import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { SortRange } from "../core/engine.ts";

// The SQL of `Engine` for PostgreSQL.

export const now = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

export const timeOfCheck = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

export const withoutSync = sql`cross join (select set_config('synchronous_commit', 'off', true) as setting) as sync
    where sync.setting = 'off'`;

export const withGivenId = sql`overriding system value`;

export function isOneOf(value: RawBuilder<unknown>, values: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${value} = any(array(select json_array_elements_text(cast(${JSON.stringify(values)} as json))::bigint))`;
}

export function isInArray(id: RawBuilder<number>, array: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} in (select json_array_elements_text(cast(${array} as json))::bigint)`;
}

/** With `is true`, PostgreSQL looks each id up in a hash table. Otherwise it may compare it with each of the ids. */
export function isAmong(id: RawBuilder<number>, ids: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isInArray(id, sql.val(JSON.stringify(ids)))}) is true`;
}

export function tableOf(columns: Readonly<Record<string, string>>, rows: RawBuilder<string>): RawBuilder<unknown> {
  const values = Object.entries(columns).map(
    ([name, type], index) => sql`(value ->> ${sql.lit(index)})::${sql.raw(type)} as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)} from json_array_elements(cast(${rows} as json)))`;
}

/** An index finds a row value of a column and the id of the row. */
export function conditionsOf(column: string, { from, to }: SortRange): RawBuilder<SqlBool>[] {
  const row = sql`(${sql.ref(column)}, ${sql.ref("id")})`;
  const bounds = [
    ...(from === undefined ? [] : [sql`${row} >= (${from.key}, ${from.id})`]),
    ...(to === undefined ? [] : [sql`${row} < (${to.key}, ${to.id})`]),
  ];
  return [bounds.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(bounds, sql` and `)}`];
}

export const jsonArrayOf = (column: string) => sql<string | null>`cast(json_agg(${sql.ref(column)}) as text)`;

export const monthOf = (time: string) => `to_char(to_timestamp(${time} / 1000) at time zone 'UTC', 'YYYY-MM')`;

export const entriesOf = (array: string) => `lateral json_array_elements_text(${array}::json) as entry (value)`;

export const propertyOf = (name: string) => `(entry.value::json ->> '${name}')`;
