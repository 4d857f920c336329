import type { MigrationResult } from "../database/migrate.ts";
import { withContext } from "./shared/account-context.ts";
import { defineCommand } from "./shared/command.ts";
import { print } from "./shared/output.ts";

export const migrate = defineCommand({
  description: "The server does the same when it starts. An existing SQLite file is copied first.",
  async run() {
    await withContext(async ({ migrated }) => {
      for (const sentence of [...describeMigration(migrated), "The database is up to date."]) print(sentence);
    });
  },
});

/** Sentences about what a migration did, for the log or the terminal. */
export function describeMigration({ applied, backup }: MigrationResult): string[] {
  return [
    ...(backup === undefined ? [] : [`The previous database was copied to ${backup}.`]),
    ...(applied.length === 0 ? [] : [`Applied migrations: ${applied.join(", ")}.`]),
  ];
}
