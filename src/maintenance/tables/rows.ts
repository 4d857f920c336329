import { sql } from "kysely";
import type { Value } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import { contentOf } from "./derived.ts";
import type { Table } from "./tables.ts";

/** The values of a row, in the order of `Table.columns`. */
export type Row = readonly Value[];

/** The values of the primary key, in its order. */
export type Key = readonly Value[];

/** Bytes that a batch should have, about. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Rows of the first batch, whose size is not known yet; a chunk of a file has 256 KiB. */
const FIRST_ROWS = 32;

const MAX_ROWS = 2_000;

/** Rows that follow each other in the order of their keys. */
export interface Batch {
  readonly rows: readonly Row[];
  /** The key of the last row: reading can resume after it. */
  readonly last: Key;
  /** Bytes of the rows, about. */
  readonly bytes: number;
}

/**
 * Reads a table in the order of its primary key, in batches of about 4 MiB. `after`: the key after which it starts.
 * Each batch is a query of its own, so call it with a snapshot.
 */
export async function* readRows(database: Database, table: Table, after?: Key): AsyncIterable<Batch> {
  let [key, limit] = [after, FIRST_ROWS];
  for (;;) {
    const rows = await readBatch(database, table, limit, key);
    const last = rows.at(-1);
    if (last === undefined) return;
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
    key = keyOf(table, last);
    yield { rows, last: key, bytes };
    if (rows.length < limit) return;
    limit = Math.max(1, Math.min(MAX_ROWS, Math.floor((BATCH_BYTES * rows.length) / (bytes + 1))));
  }
}

async function readBatch(database: Database, table: Table, limit: number, after: Key | undefined): Promise<Row[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  const where = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`;
  const query = sql<Readonly<Record<string, Value>>>`select ${columns} from ${contentOf(table.name)} as content ${where}
    order by ${key} limit ${limit}`;
  const { rows } = await query.execute(database);
  return rows.map((row) => Object.values(row));
}

function keyOf(table: Table, row: Row): Key {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null);
}

function bytesOf(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (value === null || typeof value === "number" ? 8 : value.length), 0);
}
