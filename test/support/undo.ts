import type { Database } from "../../src/database/database.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";

const clock = () => 0;

/** Lets all changes that can be reverted expire, and cleans up. */
export async function expireUndo(database: Database): Promise<void> {
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  while (await hasWork(database, clock)) await cleanUp(database, clock, 500);
}
