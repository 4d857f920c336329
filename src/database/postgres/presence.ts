import type { ClientBase } from "pg";

/**
 * Called for each new connection of a pool. Holds a shared lock for as long as the connection is open, so
 * that a restore, which needs it exclusively, can tell that a server or a command uses the schema. Throws
 * during a restore.
 */
export async function announcePresence(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock_shared(hashtextextended('triptych in use ' || current_schema(), 0)) as locked",
  );
  // Null where the search path names no existing schema.
  if (rows[0]?.locked === false) throw new Error("The data of this schema is being replaced by a restore.");
}
