import type { Database } from "../../src/database/database.ts";

/** Gives a collection a description of this length, which may be more than the API allows: one instead of many. */
export async function setDescription(database: Database, id: number, length: number): Promise<void> {
  const description = "x".repeat(length);
  await database.updateTable("collections").set({ description }).where("id", "=", id).execute();
}
