import type { Database, Transaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Forgets what checks have found of these items, after people have changed their links or marked them, in the
 * transaction of that change. They are checked again in a week at the earliest. Returns which of the items checks had
 * marked as broken.
 */
export async function restart(
  transaction: Transaction,
  clock: () => number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await transaction
    .selectFrom("link_checks")
    .select(["item_id", "set_by_server"])
    .where("item_id", "in", ids)
    .execute();
  if (found.length === 0) return new Set();
  await transaction
    .updateTable("link_checks")
    .set({ due_at: clock() + WEEK_MS, failures: 0, first_failed_at: null, seen: null, checked_at: null })
    .set({ set_by_server: 0 })
    .where("item_id", "in", ids)
    .execute();
  return new Set(found.filter(({ set_by_server }) => set_by_server === 1).map(({ item_id }) => item_id));
}

/** What checks saw of a link that fails: an HTTP status, or why there was no response; and since when it fails. */
export interface FailedCheck {
  readonly seen: string;
  readonly since: Time;
}

/** The failed checks of these items, by item. */
export async function listFailed(database: Database, ids: readonly number[]): Promise<Map<number, FailedCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("link_checks")
    .select(["item_id", "seen", "first_failed_at"])
    .where("item_id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap(({ item_id, seen, first_failed_at: since }) =>
      seen === null || since === null ? [] : [[item_id, { seen, since }] as const],
    ),
  );
}
