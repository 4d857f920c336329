import { createHash } from "node:crypto";
import type { Client } from "pg";

/** A connection for maintenance, without time limits: copying a table takes long. */
export async function connect(url: string): Promise<Client & AsyncDisposable> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, application_name: "triptych maintenance", keepAlive: true });
  await client.connect();
  // Without a listener, a broken connection would end the process; its query rejects too.
  client.on("error", () => {});
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
    set synchronize_seqscans = off`);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** The schema in which the URL's tables are. */
export async function currentSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>("select current_schema() as name");
  const name = rows[0]?.name;
  if (typeof name === "string") return name;
  throw new Error("The search path of the database user names no existing schema. Create the schema, such as public.");
}

/** The URL with another schema. */
export function withSchema(url: string, schema: string): string {
  const changed = new URL(url);
  const options = changed.searchParams.get("options");
  changed.searchParams.set("options", `${options === null ? "" : `${options} `}-c search_path=${schema}`);
  return changed.href;
}

/** A short name of a schema for use in other names, which have at most 63 bytes. */
export function keyOf(schema: string): string {
  return createHash("sha256").update(schema).digest("hex").slice(0, 12);
}

/** Quotes the name of a table, a column or a schema. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Tries to lock the maintenance of a schema for as long as the connection is open. */
export async function tryLockMaintenance(client: Client): Promise<boolean> {
  return tryLock(
    client,
    "select pg_try_advisory_lock(hashtextextended('triptych maintenance ' || current_schema(), 0))",
  );
}

/** Locks a schema against servers and commands, see `presence.ts`; false while one is connected. */
export async function tryLockOut(client: Client): Promise<boolean> {
  return tryLock(client, "select pg_try_advisory_lock(hashtextextended('triptych in use ' || current_schema(), 0))");
}

async function tryLock(client: Client, select: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`${select} as locked`);
  return rows[0]?.locked === true;
}
