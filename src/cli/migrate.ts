import { stdout } from "node:process";
import { readConfig } from "../config.ts";
import type { MigrationResult } from "../database/migrate.ts";
import { type Command, parseOptions } from "./command.ts";

const HELP = `Makes the database or brings it up to date, and ends. The server does the same when it starts.

Usage: npm run -s triptych -- migrate

Puts a copy beside an existing SQLite file before it changes it.
Settings are environment variables; DATABASE_URL says which database.
`;

/** `triptych migrate` */
export const migrate: Command = {
  help: HELP,
  async run(args) {
    parseOptions(args, {});
    const { openContext } = await import("../context.ts");
    const context = await openContext(readConfig());
    await context.close();
    for (const sentence of [...sentencesOn(context.migrated), "The database is up to date."])
      stdout.write(`${sentence}\n`);
  },
};

/** What was done to a database, in words. */
export function sentencesOn({ applied, backup }: MigrationResult): string[] {
  return [
    ...(backup === undefined ? [] : [`The database as it was is kept in ${backup}.`]),
    ...(applied.length === 0 ? [] : [`The database was brought up to date: ${applied.join(", ")}.`]),
  ];
}
