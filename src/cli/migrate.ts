import { stdout } from "node:process";
import { readConfig } from "../config.ts";
import type { MigrationResult } from "../database/migrate.ts";
import { type Command, parseOptions } from "./command.ts";

const HELP = `Creates the database or migrates it to the current schema. The server does the same when it starts.

Usage: npm run -s triptych -- migrate

Copies an existing SQLite file before migrating it.
Settings are environment variables; DATABASE_URL selects the database.
`;

/** `triptych migrate` */
export const migrate: Command = {
  help: HELP,
  async run(args) {
    parseOptions(args, {});
    const { openContext } = await import("../context.ts");
    const context = await openContext(readConfig());
    await context.close();
    for (const sentence of [...describeMigration(context.migrated), "The database is up to date."])
      stdout.write(`${sentence}\n`);
  },
};

/** Sentences about what a migration did, for the log or the terminal. */
export function describeMigration({ applied, backup }: MigrationResult): string[] {
  return [
    ...(backup === undefined ? [] : [`The previous database was copied to ${backup}.`]),
    ...(applied.length === 0 ? [] : [`Applied migrations: ${applied.join(", ")}.`]),
  ];
}
