import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { MAX_FOUND } from "./check.ts";

/** A row that a derived table has in another form than it should, or that it lacks, or has in excess. */
export interface Difference<Key extends string> {
  readonly key: Readonly<Record<Key, string | number>>;
  /** 0 for a row that should not exist. */
  readonly expected: number;
  /** 0 for a row that is missing. */
  readonly stored: number;
}

interface Derived<Key extends string> {
  readonly table: string;
  /** The columns that identify a row. */
  readonly key: readonly Key[];
  /** The column that is compared; undefined if only the existence of rows is. */
  readonly count?: string;
  /** A query with the rows that the table should have: the columns of the key, and `count`. */
  readonly expected: RawBuilder<unknown>;
}

/** Compares a derived table with the rows that it should have. */
export async function differences<Key extends string>(
  snapshot: Database,
  { table, key, count, expected }: Derived<Key>,
): Promise<Difference<Key>[]> {
  const isSame = sql.join(
    key.map((name) => sql`expected.${sql.ref(name)} = stored.${sql.ref(name)}`),
    sql` and `,
  );
  const columns = sql.join(
    key.map((name) => sql`coalesce(expected.${sql.ref(name)}, stored.${sql.ref(name)}) as ${sql.ref(name)}`),
  );
  const [first = ""] = key;
  const valueIn = (side: "expected" | "stored") => {
    const value = count === undefined ? sql`1` : sql.ref(`${side}.${count}`);
    return sql`case when ${sql.ref(`${side}.${first}`)} is null then 0 else ${value} end`;
  };
  const { rows } = await sql<Record<Key, string | number> & { expected_value: number; stored_value: number }>`
    select ${columns}, ${valueIn("expected")} as expected_value, ${valueIn("stored")} as stored_value
    from (${expected}) as expected full join ${sql.table(table)} as stored on ${isSame}
    where ${valueIn("expected")} <> ${valueIn("stored")} order by ${sql.join(key.map((_, index) => sql.lit(index + 1)))}
    limit ${MAX_FOUND}`.execute(snapshot);
  return rows.map((row) => ({ key: pick(row, key), expected: row.expected_value, stored: row.stored_value }));
}

/** Only these columns of a row. */
function pick<Name extends string>(row: Readonly<Record<Name, string | number>>, names: readonly Name[]) {
  // Object.fromEntries forgets the names, which are all there.
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Record<Name, string | number>;
}

/** The SQL condition that a row of a table has this key. */
export function hasKey(key: Readonly<Record<string, string | number>>) {
  return sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  );
}
