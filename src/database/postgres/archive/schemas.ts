import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { keyOf, quote } from "./connection.ts";

// A restore loads the data into a new schema and then swaps names. The maintenance lock must be held, so
// that no other restore into the same schema is running: then all its other restore schemas are left over.

/** The start of the names of schemas into which a restore loads the data of this schema. */
function restorePrefix(schema: string): string {
  return `triptych_restore_${keyOf(schema)}_`;
}

/** The start of the names of schemas with the data that a restore has replaced. */
function previousPrefix(schema: string): string {
  return `triptych_previous_${keyOf(schema)}_`;
}

/** Creates an empty schema to restore into, and drops those of restores that were killed. */
export async function createRestoreSchema(client: Client, schema: string): Promise<string> {
  for (const name of await list(client, restorePrefix(schema))) await drop(client, name);
  const name = `${restorePrefix(schema)}${randomBytes(6).toString("hex")}`;
  await client.query(`create schema ${name}`);
  return name;
}

/**
 * Gives the restored schema the name and the privileges of the old one, in one transaction. Returns the
 * name under which the old one is kept, and drops those that earlier restores kept. Undefined if the old
 * one had no tables.
 */
export async function swap(client: Client, schema: string, restored: string): Promise<string | undefined> {
  const earlier = await list(client, previousPrefix(schema));
  const previous = `${previousPrefix(schema)}${new Date().toISOString().replace(/\D/g, "")}`;
  const grants = await listGrants(client, schema);
  await client.query("begin");
  await client.query(`alter schema ${quote(schema)} rename to ${previous}`);
  await client.query(`alter schema ${restored} rename to ${quote(schema)}`);
  for (const grant of grants) await client.query(grant);
  await client.query("commit");
  for (const name of earlier) await drop(client, name);
  if (await hasTables(client, previous)) return previous;
  await drop(client, previous);
  return undefined;
}

/** Throws if the schema has tables of other applications or extensions, which a swap would move away. */
export async function assertOwn(client: Client, schema: string, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
        where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname <> all($2)
      union all select extname::text from pg_extension where extnamespace = $1::regnamespace`,
    [quote(schema), tables],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new Error(
    `The schema ${schema} also contains ${names}, which a restore would move away. Move them to another schema.`,
  );
}

export async function drop(client: Client, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quote(schema)} cascade`);
}

async function hasTables(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query("select 1 from pg_tables where schemaname = $1 limit 1", [schema]);
  return rows.length > 0;
}

async function list(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select nspname::text as name from pg_namespace where starts_with(nspname::text, $1)",
    [prefix],
  );
  return rows.map(({ name }) => name);
}

/** Statements that grant the privileges that others have on a schema. */
async function listGrants(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('grant %s on schema %I to %s', acl.privilege_type, $1::text,
        case acl.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(acl.grantee)) end) as statement
      from pg_namespace, aclexplode(nspacl) as acl where nspname = $1`,
    [schema],
  );
  return rows.map(({ statement }) => statement);
}

/** Drops a schema, and what restores into it have left. */
export async function dropWithRestores(client: Client, schema: string): Promise<void> {
  for (const prefix of [restorePrefix(schema), previousPrefix(schema)])
    for (const name of await list(client, prefix)) await drop(client, name);
  await drop(client, schema);
}

/** The names of all schemas that start with this. */
export async function listSchemas(client: Client, prefix: string): Promise<string[]> {
  return list(client, prefix);
}
