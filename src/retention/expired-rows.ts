import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows that one statement deletes. */
const BATCH_SIZE = 100;

/** How long rows are kept, which the operator may choose. */
export interface KeepingTimes {
  /** Days for which logins and revoked API keys are kept. */
  readonly loginHistoryDays: number;
}

/** Rows of a table that are deleted some time after the time in a column. */
interface Rule {
  readonly table: keyof Schema;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly time: string;
  /** Days after `time`; 0 for a time at which the rows expire. */
  readonly days: (times: KeepingTimes) => number;
}

/**
 * The rows that expire. Some are also deleted when others are written, but only this deletes the last ones. What expires
 * and holds files, pictures or items is left to the cleanup worker; request counts are deleted by their counters.
 */
export const RULES: readonly Rule[] = [
  { table: "logins", key: ["id"], time: "created_at", days: ({ loginHistoryDays }) => loginHistoryDays },
  { table: "api_keys", key: ["id"], time: "revoked_at", days: ({ loginHistoryDays }) => loginHistoryDays },
  { table: "sessions", key: ["token_hash"], time: "expires_at", days: () => 0 },
  { table: "form_drafts", key: ["id"], time: "expires_at", days: () => 0 },
  { table: "one_time_links", key: ["token_hash"], time: "expires_at", days: () => 0 },
  { table: "setup_links", key: ["token_hash"], time: "expires_at", days: () => 0 },
  { table: "invitations", key: ["id"], time: "expires_at", days: () => 0 },
  { table: "failed_logins", key: ["id"], time: "failed_at", days: () => 1 },
  { table: "page_icons", key: ["host"], time: "used_at", days: () => 90 },
  { table: "account_icons", key: ["account_id", "host"], time: "used_at", days: () => 90 },
  // Only networks of the last 30 days count; see `accounts/login/known-networks.ts`.
  { table: "known_networks", key: ["account_id", "network"], time: "used_at", days: () => 31 },
];

/** Whether a table has expired rows. */
export async function hasExpired(database: Database, clock: () => number, times: KeepingTimes): Promise<boolean> {
  for (const rule of RULES) if (await hasRows(database, expiredRows(rule, clock, times))) return true;
  return false;
}

/** Deletes up to 100 expired rows of each table that has some. Returns whether there may be more. */
export async function deleteExpired(database: Database, clock: () => number, times: KeepingTimes): Promise<boolean> {
  let isFull = false;
  for (const rule of RULES) {
    const expired = expiredRows(rule, clock, times);
    if (!(await hasRows(database, expired))) continue;
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(rule.table)}
      where ${keyOf(rule)} in (${expired})`.execute(database);
    isFull ||= Number(numAffectedRows) === BATCH_SIZE;
  }
  return isFull;
}

async function hasRows(database: Database, rows: RawBuilder<unknown>): Promise<boolean> {
  const found = await sql`select 1 where exists (${rows})`.execute(database);
  return found.rows.length > 0;
}

/** SQL: the keys of some expired rows. */
function expiredRows({ table, key, time, days }: Rule, clock: () => number, times: KeepingTimes): RawBuilder<unknown> {
  const until = clock() - days(times) * DAY_MS;
  return sql`select ${sql.join(key.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(time)} <= ${until} order by ${sql.ref(time)} limit ${sql.lit(BATCH_SIZE)}`;
}

function keyOf({ key }: Rule): RawBuilder<unknown> {
  return sql`(${sql.join(key.map((column) => sql.ref(column)))})`;
}
