import { createHash } from "node:crypto";
import type { Client } from "pg";

/** Settings for maintenance: copying a table takes long, and must return the rows in the order of the table. */
const CONFIGURATION = [
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "synchronize_seqscans = off",
];

/** A connection for maintenance. A pooler may be between: use `begin`, and nothing that outlasts a transaction. */
export async function connect(url: string): Promise<Client & AsyncDisposable> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, application_name: "triptych maintenance", keepAlive: true });
  await client.connect();
  // Without a listener, a broken connection would end the process; its query rejects too.
  client.on("error", () => {});
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Begins a transaction without time limits. `modes`: those of `begin`. */
export async function begin(client: Client, modes = ""): Promise<void> {
  await client.query(`begin ${modes}; ${CONFIGURATION.map((setting) => `set local ${setting}`).join("; ")}`);
}

/** A connection without time limits that is a session of PostgreSQL. Throws if a pooler is between. */
export async function connectSession(url: string): Promise<Client & AsyncDisposable> {
  const client = await connect(url);
  // The types do not list the id of the server process that the other side sent. A pooler sends one of its own.
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (!("processID" in client) || client.processID !== rows[0]?.pid) {
    await client.end();
    throw new Error(
      "A connection pooler, such as PgBouncer, is between this command and PostgreSQL. Set DATABASE_URL to the address of PostgreSQL itself for this command.",
    );
  }
  await client.query(CONFIGURATION.map((setting) => `set ${setting}`).join("; "));
  return client;
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

/** Tries to lock the maintenance of a schema until the client's transaction ends. */
export async function tryLockMaintenance(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('triptych maintenance ' || current_schema(), 0)) as locked",
  );
  return rows[0]?.locked === true;
}
