import { sql } from "kysely";
import type { Database } from "../../database/database.ts";

/** The rows that await the cleanup, by kind. */
export interface Backlog {
  /** Shelves whose items are moved or deleted. */
  readonly shelves: number;
  /** Pictures that a cover no longer refers to. */
  readonly pictures: number;
  /** Files without an item. */
  readonly files: number;
  readonly undo_steps: number;
}

/** Counts the rows that await the cleanup, at most `max` of each kind. Each count reads an index. */
export async function countBacklog(database: Database, clock: () => number, max: number): Promise<Backlog> {
  const shelves = await database
    .selectFrom("shelves")
    .select("id")
    .where("moved", "=", sql.lit(1))
    .where("held", "=", sql.lit(0))
    .limit(max)
    .execute();
  const pictures = await database.selectFrom("loose_pictures").select("picture_id").limit(max).execute();
  const files = await database.selectFrom("files").select("id").where("expires_at", "<=", clock()).limit(max).execute();
  const steps = await database
    .selectFrom("undo_steps")
    .select("id")
    .where("expires_at", "<=", clock())
    .limit(max)
    .execute();
  return { shelves: shelves.length, pictures: pictures.length, files: files.length, undo_steps: steps.length };
}
