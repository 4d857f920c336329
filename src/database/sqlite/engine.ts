import { sql } from "kysely";
import type { Engine, Shortcut } from "../core/engine.ts";
import { backUp } from "./backup.ts";
import * as bulkLoad from "./bulk-load.ts";
import { adapterOf, syncReaderOf } from "./driver/dialect.ts";
import * as errors from "./driver/errors.ts";
import { markExistence } from "./driver/existence-marker.ts";
import * as opening from "./driver/open.ts";
import type { SyncSelect } from "./driver/sync-reader.ts";
import * as indexContent from "./index-content.ts";
import * as itemChanges from "./item-changes.ts";
import * as itemLookup from "./item-lookup.ts";
import * as expressions from "./sql.ts";
import * as tables from "./tables.ts";
import * as textLookup from "./text-lookup.ts";
import { fileUsageOf, vacuumFile } from "./vacuum.ts";

/** Executes a select on the reading connection, without waiting for the event loop. */
function shortcutFor<Row>(text: string, isRead: boolean): Shortcut<Row> {
  let select: SyncSelect<Row> | undefined;
  return (database, values) => {
    const reader = isRead ? syncReaderOf(database) : undefined;
    if (reader === undefined) return undefined;
    select ??= reader.prepare<Row>(text);
    return select(values);
  };
}

/** Loaded by the first backup, restore or drill of a process: a server needs none of it. */
const archive = () => import("./archive/maintenance.ts");

export const SQLITE: Engine = {
  name: "sqlite",
  title: "SQLite",
  isShared: false,
  ...opening,
  ...expressions,
  ...tables,
  ...bulkLoad,
  ...itemChanges,
  ...itemLookup,
  ...textLookup,
  ...indexContent,
  isConflict: errors.isConflict,
  isUniqueViolation: errors.isUniqueViolation,
  isCheckViolation: errors.isCheckViolation,
  shortcutFor,

  openMaintenance: async (url) => (await archive()).openMaintenance(url),
  listMigrations: async (url) => (await archive()).listMigrations(url),
  verifyBackup: async (incoming) => (await archive()).verifyBackup(incoming),
  openScratch: async (url, folder) => (await archive()).openScratch(url, folder),

  fileUsageOf(url) {
    const file = opening.fileOf(url);
    return file === undefined ? undefined : fileUsageOf(file);
  },

  async vacuum(url, onProgress) {
    const file = opening.fileOf(url);
    return file === undefined ? undefined : vacuumFile(file, onProgress);
  },

  async backUp(url, migration) {
    const file = opening.fileOf(url);
    return file === undefined ? undefined : backUp(file, migration);
  },

  async markExistence(url) {
    const file = opening.fileOf(url);
    if (file !== undefined) await markExistence(file);
  },

  statusOf: (database) => ({ engine: "sqlite", ...adapterOf(database).status() }),
  ping: (database) => adapterOf(database).checkHealth(),
  hasFreePages: (database) => adapterOf(database).hasFreePages(),
  releaseFreePages: (database) => adapterOf(database).releaseFreePages(),
  tableVersionReader: (database) => adapterOf(database).tableVersions,

  async renewTableVersions(transaction) {
    await sql`update table_versions set version = random()`.execute(transaction);
  },

  async versionOf(database) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(database);
    return rows[0]?.version ?? "";
  },

  serverTime: async () => undefined,
  isReadOnly: async () => false,

  // An open file tells restores that it is in use, and only one process can have a writing transaction.
  announce: async () => {},
  withdraw: async () => {},
  lockMigrations: async () => {},
  tryLock: async () => true,
  withLocks: (database, _, work) => work(database),

  async shouldPause(transaction) {
    const adapter = adapterOf(transaction);
    return transaction.getExecutor().provideConnection(async (connection) => adapter.shouldPause(connection));
  },

  async pause(transaction) {
    const adapter = adapterOf(transaction);
    await transaction.getExecutor().provideConnection((connection) => adapter.pause(connection));
  },

  async endOfRange(database, accountId, { after, size }) {
    const last = await database
      .selectFrom("items")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst();
    return last?.id;
  },
};
