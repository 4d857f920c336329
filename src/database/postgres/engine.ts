import { CompiledQuery, sql } from "kysely";
import type { Engine } from "../core/engine.ts";
import { unavailable } from "../core/failures.ts";
import type { Database } from "../core/handle.ts";
import * as presence from "./archive/presence.ts";
import * as bulkLoad from "./bulk-load.ts";
import { ACQUIRE_LOCKS, inLockOrder } from "./driver/advisory-locks.ts";
import { adapterOf, pipelinesOf } from "./driver/dialect.ts";
import * as errors from "./driver/errors.ts";
import { open, openReadOnly } from "./driver/open.ts";
import * as indexContent from "./index-content.ts";
import * as itemLookup from "./item-lookup.ts";
import * as expressions from "./sql.ts";
import { RENEW_VERSIONS, tableVersionReader } from "./table-versions.ts";
import * as tables from "./tables.ts";
import { vacuum } from "./vacuum.ts";

/** Loaded by the first backup, restore or drill of a process: a server needs none of it. */
const archive = () => import("./archive/maintenance.ts");

/** It is a standby, or `default_transaction_read_only` is on. */
async function isReadOnly(database: Database): Promise<boolean> {
  const { rows } = await sql<{ read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`.execute(database);
  return rows[0]?.read_only !== false;
}

export const POSTGRES: Engine = {
  name: "postgres",
  title: "PostgreSQL",
  isShared: true,
  open,
  openReadOnly,
  vacuum,
  tableVersionReader,
  ...expressions,
  ...tables,
  ...bulkLoad,
  ...itemLookup,
  ...indexContent,
  isReadOnly,
  isConflict: errors.isConflict,
  isUniqueViolation: errors.isUniqueViolation,
  isCheckViolation: errors.isCheckViolation,

  openMaintenance: async (url) => (await archive()).openMaintenance(url),
  listMigrations: async (url) => (await archive()).listMigrations(url),
  verifyBackup: async (incoming) => (await archive()).verifyBackup(incoming),
  openScratch: async (url) => (await archive()).openScratch(url),

  // The server manages its files.
  fileOf: () => undefined,
  fileUsageOf: () => undefined,
  hasFreePages: () => false,
  releaseFreePages: async () => false,
  backUp: async () => undefined,
  markExistence: async () => {},

  // Triggers run once per statement.
  changeItems: (_transaction, _ids, _columns, work) => work(),
  insertItems: (_transaction, _count, work) => work(),

  statusOf: (database) => ({ engine: "postgresql", pool: adapterOf(database).status() }),

  async versionOf(database) {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
      database,
    );
    const [version = ""] = (rows[0]?.version ?? "").split(" ");
    return version;
  },

  async serverTime(database) {
    const { rows } = await sql<{ now: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now`.execute(database);
    return rows[0]?.now;
  },

  async ping(database) {
    if (await isReadOnly(database)) throw unavailable(new Error("The PostgreSQL server accepts no writes."));
  },

  async announce(database, id, duration) {
    await database.transaction().execute((transaction) => presence.announce(transaction, id, duration));
  },
  withdraw: presence.withdraw,

  async renewTableVersions(transaction) {
    await sql`select ${sql.raw(RENEW_VERSIONS)}`.execute(transaction);
  },

  shortcutFor: (text, isRead) => (database, values, locks) =>
    pipelinesOf(database)?.execute({ sql: text, values, locks, isRead }),

  async lockMigrations(transaction) {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);
    await presence.assertNotReplaced(transaction);
  },

  // Others write at the same time.
  shouldPause: async () => false,
  pause: async () => {},
  endOfRange: async () => undefined,

  async tryLock(transaction, name) {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0))
      as locked`.execute(transaction);
    return rows[0]?.locked === true;
  },

  async withLocks(database, names, work) {
    const lock = `select set_config('synchronous_commit', 'off', true), (${ACQUIRE_LOCKS})`;
    return database.transaction().execute(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw(lock, [inLockOrder(names)]));
      return work(transaction);
    });
  },
};
