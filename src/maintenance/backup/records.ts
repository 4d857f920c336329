import type { Database } from "../../database/database.ts";

/** The last complete backup in a target. */
export interface LastBackup {
  /** See `Target.location`. */
  readonly target: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970: when the data was as it is in the backup. */
  readonly createdAt: number;
}

/** Records a complete backup. One statement, which takes no longer than any other write. */
export async function record(database: Database, { target, name, size, createdAt }: LastBackup): Promise<void> {
  const values = { name, size, created_at: createdAt };
  await database
    .insertInto("server_backups")
    .values({ target, ...values })
    .onConflict((conflict) => conflict.column("target").doUpdateSet(values))
    .execute();
}

/** The last backup in one target, or in any. */
export async function findLastBackup(database: Database, target?: string): Promise<LastBackup | undefined> {
  const row = await database
    .selectFrom("server_backups")
    .select(["target", "name", "size", "created_at"])
    .$if(target !== undefined, (query) => query.where("target", "=", target ?? ""))
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { target: row.target, name: row.name, size: row.size, createdAt: row.created_at };
}
