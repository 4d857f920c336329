import { finished } from "node:stream/promises";
import type { Client } from "pg";
import { from } from "pg-copy-streams";
import type { DataHeader, Part, SequenceValue } from "../../core/backup-data.ts";
import { quote } from "./connection.ts";
import { tableOf } from "./snapshot.ts";

/**
 * Fills the new tables of the current schema. Triggers do not run, because what they would write is in the
 * backup. Foreign keys and indexes are created after the rows, which is faster.
 */
export async function load(client: Client, { columns }: DataHeader, parts: AsyncIterable<Part>): Promise<void> {
  const tables = Object.keys(columns);
  await client.query("begin");
  // Migrations have inserted rows.
  await client.query(`truncate ${tables.map(quote).join(", ")}`);
  for (const table of tables) await client.query(`alter table ${quote(table)} disable trigger user`);
  const recreate = await dropConstraints(client);
  await copyIn(client, columns, parts);
  for (const statement of recreate) await client.query(statement);
  for (const table of tables) await client.query(`alter table ${quote(table)} enable trigger user`);
  await client.query("commit");
}

export async function setSequences(client: Client, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { table, column, value, used } of sequences)
    await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)", [
      table,
      column,
      value,
      used,
    ]);
}

/** Drops foreign keys, and indexes without a constraint. Returns the statements that create them again. */
async function dropConstraints(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not i.indisunique
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

/** Copies the parts of each table in one statement, because a row may be in two parts. */
async function copyIn(client: Client, columns: DataHeader["columns"], parts: AsyncIterable<Part>): Promise<void> {
  let open: { readonly table: string; readonly stream: ReturnType<typeof from> } | undefined;
  const close = async () => {
    if (open === undefined) return;
    open.stream.end();
    await finished(open.stream);
  };
  for await (const { name, content } of parts) {
    const table = tableOf(name);
    const names = table === undefined ? undefined : columns[table];
    if (table === undefined || names === undefined) throw new Error(`The backup contains an unknown file, ${name}.`);
    if (open?.table !== table) {
      await close();
      const statement = `copy ${quote(table)} (${names.map(quote).join(", ")}) from stdin`;
      open = { table, stream: client.query(from(statement)) };
    }
    for await (const chunk of content) await write(open.stream, chunk);
  }
  await close();
}

function write(stream: ReturnType<typeof from>, chunk: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  return promise;
}
