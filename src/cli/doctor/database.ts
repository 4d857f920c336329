import { statSync } from "node:fs";
import { dirname } from "node:path";
import { plural } from "../../base/plural.ts";
import type { ReadOnlyDatabase } from "../../database/read-only.ts";
import type { Config } from "../../settings/config.ts";
import { messageOf } from "../shared/messages.ts";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

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

/** The oldest major version with which Triptych is tested. SQLite comes with it. */
const OLDEST_POSTGRESQL = 15;

export const databaseVersion: Check = {
  name: "database version",
  async run({ database }) {
    if (database === undefined) return [];
    const { engineOf } = await import("../../database/engine.ts");
    const { name, title, versionOf } = engineOf(database);
    const version = await versionOf(database);
    if (name === "sqlite" || Number.parseInt(version, 10) >= OLDEST_POSTGRESQL) return [ok(`${title} ${version}.`)];
    const advice = `Upgrade PostgreSQL to ${OLDEST_POSTGRESQL} or newer.`;
    return [warning(`Triptych is not tested with PostgreSQL ${version}.`, advice)];
  },
};

export const schema: Check = {
  name: "schema",
  async run({ database }) {
    if (database === undefined) return [];
    const { readSchemaState } = await import("../../database/inspection.ts");
    const { isEmpty, pending, unknown } = await readSchemaState(database);
    if (unknown.length > 0) {
      const text = `A newer version of Triptych has migrated the database (${unknown.join(", ")}).`;
      return [problem(text, "Start the newer version, or restore a backup of this one.")];
    }
    if (isEmpty) return [warning("The database has no tables.", 'The first start or "triptych migrate" creates them.')];
    if (pending.length === 0) return [ok("The schema is up to date.")];
    const text = `The schema lacks ${plural(pending.length, "migration")} (${pending.join(", ")}).`;
    return [warning(text, 'Make a backup; then the next start or "triptych migrate" applies them.')];
  },
};

/** Bytes of the log that a standby may be behind. */
const MAX_BEHIND = 16 * 1024 * 1024;

/** Whether DATABASE_REPLICA_URL is a standby that follows the primary. */
export const standby: Check = {
  name: "standby",
  async run({ config: { databaseReplicaUrl }, database }) {
    if (databaseReplicaUrl === undefined || database === undefined) return [];
    const { bytesBehind } = await import("../../database/postgres/standby.ts");
    try {
      const behind = await bytesBehind(database, databaseReplicaUrl);
      if (behind <= MAX_BEHIND) return [ok("The standby follows the primary.")];
      const advice =
        "Check the log of the standby, its network, and long queries on it. Until then the primary is read.";
      return [warning(`The standby is ${Math.round(behind / 1024 / 1024)} MiB of the log behind.`, advice)];
    } catch (error) {
      const advice =
        "Check that it runs as a streaming standby, and DATABASE_REPLICA_URL. The primary is read instead.";
      return [problem(`The standby can't be read: ${messageOf(error)}`, advice)];
    }
  },
};
