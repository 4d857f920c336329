import { statSync } from "node:fs";
import { dirname } from "node:path";
import { CLOCK_TOLERANCE_MS } from "../../base/clock-tolerance.ts";
import { plural } from "../../base/plural.ts";
import type { ReadOnlyDatabase } from "../../database/read-only.ts";
import type { Config } from "../../settings/config.ts";
import { messageOf } from "../shared/messages.ts";
import { type Check, type Finding, ok, problem, type Subject, warning } from "./check.ts";

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

/** Difference between two clocks that is worth a warning, in milliseconds. */
const NOTICEABLE_MS = 2_000;

const CLOCK_ADVICE = "Synchronise the clocks of all machines, with systemd-timesyncd or chrony.";

/** Compares the clock with that of PostgreSQL, and with the newest stored time. */
export const clock: Check = {
  name: "clock",
  async run({ database, clock }) {
    if (database === undefined) return [];
    const findings = [await checkServerClock(database, clock), await checkStoredTimes(database, clock)].filter(
      (finding) => finding !== undefined,
    );
    const wrong = findings.filter(({ result }) => result !== "ok");
    return wrong.length > 0 ? wrong : findings.slice(0, 1);
  },
};

type Inspected = NonNullable<Subject["database"]>;

async function checkServerClock(database: Inspected, clock: () => number): Promise<Finding | undefined> {
  const { engineOf } = await import("../../database/engine.ts");
  const before = clock();
  const time = await engineOf(database).serverTime(database);
  if (time === undefined) return undefined;
  // The server read its clock at some time between these two.
  const after = clock();
  const difference = Math.max(before - time, time - after, 0);
  const seconds = (difference / 1000).toFixed(1);
  if (difference > CLOCK_TOLERANCE_MS)
    return problem(`The clocks of this machine and of PostgreSQL differ by ${seconds} s.`, CLOCK_ADVICE);
  if (difference > NOTICEABLE_MS)
    return warning(`The clocks of this machine and of PostgreSQL differ by ${seconds} s.`, CLOCK_ADVICE);
  return ok("The clock agrees with that of PostgreSQL.");
}

async function checkStoredTimes(database: Inspected, clock: () => number): Promise<Finding | undefined> {
  const { newestStoredTime, readSchemaState } = await import("../../database/inspection.ts");
  if ((await readSchemaState(database)).isEmpty) return undefined;
  const newest = await newestStoredTime(database);
  if (newest <= clock() + CLOCK_TOLERANCE_MS) return ok("No stored time is in the future.");
  const text = `The database has a time in the future (${new Date(newest).toISOString()}).`;
  return problem(text, `This clock is slow, or one was fast. ${CLOCK_ADVICE}`);
}
