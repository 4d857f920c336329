import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { ReadOnlyDatabase } from "../../database/read-only.ts";
import type { Config } from "../../settings/config.ts";
import { messageOf } from "../shared/messages.ts";
import { type Finding, ok, problem, warning } from "./check.ts";

interface Connection {
  readonly database: ReadOnlyDatabase | undefined;
  readonly finding: Finding;
}

/** Opens the database and reads from it. */
export async function connect({ databaseUrl }: Config): Promise<Connection> {
  const [{ openReadOnly }, { engineFor }] = await Promise.all([
    import("../../database/read-only.ts"),
    import("../../database/engine.ts"),
  ]);
  const engine = engineFor(databaseUrl);
  const file = engine.fileOf(databaseUrl);
  if (file !== undefined && statSync(file, { throwIfNoEntry: false }) === undefined) return { ...missing(file) };
  const stack = new AsyncDisposableStack();
  try {
    const database = stack.use(openReadOnly(databaseUrl));
    await engine.versionOf(database.handle);
    if (await engine.isReadOnly(database.handle)) {
      const advice = "Let DATABASE_URL name the primary, or end its read-only mode (default_transaction_read_only).";
      return { database, finding: problem(`${engine.title} accepts no writes.`, advice) };
    }
    return { database, finding: ok(`${engine.title} can be read.`) };
  } catch (error) {
    await stack.disposeAsync();
    return {
      database: undefined,
      finding: problem(`The database can't be read: ${messageOf(error)}`, adviceFor(file)),
    };
  }
}

function missing(file: string): Connection {
  const marker = `${file}.exists`;
  if (statSync(marker, { throwIfNoEntry: false }) === undefined) {
    const text = `${file} does not exist yet.`;
    const advice = `The first start creates it. If there should be data, check DATABASE_URL and the disk of ${dirname(file)}.`;
    return { database: undefined, finding: warning(text, advice) };
  }
  const advice = `Restore it, or delete ${marker} to start with an empty database.`;
  return { database: undefined, finding: problem(`${file} is missing, but it existed at an earlier start.`, advice) };
}

function adviceFor(file: string | undefined): string {
  return file === undefined
    ? "Check that PostgreSQL runs, and host, port, user, password and database name in DATABASE_URL."
    : `Check that ${file} is an SQLite database and that this user may read it; otherwise restore a backup.`;
}
