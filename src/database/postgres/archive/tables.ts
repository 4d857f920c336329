import { createHash } from "node:crypto";
import type { Client } from "pg";
import { to } from "pg-copy-streams";
import type { BackupTable, SequenceValue } from "../../core/backup-data.ts";
import { quote } from "./connection.ts";

/** The columns of each table of the current schema, without generated ones, both in order of their names. */
export async function listColumns(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attname collate "C") as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname collate "C"`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Names of the applied migrations, in order; empty if there are no tables. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query("select to_regclass('migrations') as found");
  if (tables[0]?.found === null) return [];
  const { rows } = await client.query<{ name: string }>(`select name from migrations order by name collate "C"`);
  return rows.map(({ name }) => name);
}

/** The last values of the sequences of all generated ids. */
export async function readSequences(client: Client): Promise<SequenceValue[]> {
  const { rows: columns } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname::text as table, a.attname::text as column,
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''
      order by c.relname collate "C"`,
  );
  const sequences: SequenceValue[] = [];
  for (const { table, column, sequence } of columns) {
    const { rows } = await client.query<{ value: string; used: boolean }>(
      `select last_value as value, is_called as used from ${sequence}`,
    );
    for (const { value, used } of rows) sequences.push({ table, column, value: Number(value), used });
  }
  return sequences;
}

/**
 * Streams the rows of a table in the text format of COPY, in the order in which they are stored. Returns
 * their number and hash.
 */
export async function* copyOut(
  client: Client,
  name: string,
  columns: readonly string[],
): AsyncGenerator<Buffer, BackupTable> {
  const stream = client.query(to(`copy ${quote(name)} (${columns.map(quote).join(", ")}) to stdout`));
  const hash = createHash("sha256");
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
  return { name, rows: stream.rowCount, sha256: hash.digest("hex") };
}

/** The number and the hash of the rows of all tables. */
export async function summariseTables(
  client: Client,
  columns: Readonly<Record<string, readonly string[]>>,
): Promise<BackupTable[]> {
  const tables: BackupTable[] = [];
  for (const [name, names] of Object.entries(columns)) {
    const rows = copyOut(client, name, names);
    let next = await rows.next();
    while (!next.done) next = await rows.next();
    tables.push(next.value);
  }
  return tables;
}
