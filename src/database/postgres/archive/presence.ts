import { type Kysely, sql } from "kysely";
import type { Client } from "pg";
import type { Schema } from "../../schema/schema.ts";

// A running server renews a lease of its own. A restore takes the lock below exclusively, and then looks for leases; a
// server takes it shared, for the transaction in which it writes its lease. So either the restore sees the lease, or
// the server sees the restore. Only the restore holds a lock for longer than a transaction, because servers may be
// behind a pooler in transaction mode. Leases expire by the clock of the database, because those of servers differ.

const LOCK = "hashtextextended('triptych in use ' || current_schema(), 0)";

/** The start of the names of these leases, and of no lease of a task. */
const PREFIX = "presence of ";

const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Throws during a restore. Afterwards, no restore can start until the transaction ends. */
export async function assertNotReplaced(transaction: Kysely<Schema>): Promise<void> {
  // Null where the search path names no existing schema.
  const { rows } = await sql<{ locked: boolean | null }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(LOCK)}) as locked`.execute(transaction);
  if (rows[0]?.locked === false) throw new Error("The data of this schema is being replaced by a restore.");
}

/** Writes or renews the lease of a server, and deletes those of servers that did not end theirs. */
export async function announce(transaction: Kysely<Schema>, id: string, duration: number): Promise<void> {
  await assertNotReplaced(transaction);
  await transaction
    .deleteFrom("leases")
    .where("name", "like", `${PREFIX}%`)
    .where("name", "!=", PREFIX + id)
    .where("expires_at", "<=", NOW_MS)
    .execute();
  const expires_at = sql<number>`${NOW_MS} + ${duration}`;
  await transaction
    .insertInto("leases")
    .values({ name: PREFIX + id, holder: id, expires_at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ expires_at }))
    .execute();
}

/** Ends the lease of a server. */
export async function withdraw(database: Kysely<Schema>, id: string): Promise<void> {
  await database
    .deleteFrom("leases")
    .where("name", "=", PREFIX + id)
    .execute();
}

/** Prevents servers from using a schema while the connection is open. Returns false if a server uses it. */
export async function tryLockOut(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
  if (rows[0]?.locked !== true) return false;
  const { rows: tables } = await client.query<{ found: boolean }>("select to_regclass('leases') is not null as found");
  if (tables[0]?.found !== true) return true;
  const { rows: servers } = await client.query(
    "select 1 from leases where name like $1 and expires_at > extract(epoch from clock_timestamp()) * 1000 limit 1",
    [`${PREFIX}%`],
  );
  return servers.length === 0;
}
