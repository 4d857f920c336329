import type { Database } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a network stays known after the owner's last login from it. */
const LIFETIME_MS = 30 * DAY_MS;

/** Maximum known networks of an account; mobile clients change theirs often. */
const MAX_NETWORKS = 100;

/**
 * Whether the owner of an account logged in from a network within 30 days. `usedAt` is accurate to
 * a day. A time more than a day ahead does not count: the clock was wrong.
 */
export function isKnown(usedAt: Time | null, now: Time): boolean {
  return usedAt !== null && usedAt > now - LIFETIME_MS && usedAt <= now + DAY_MS;
}

/** Records a login from a network, unless `usedAt`, the stored time, is within a day of `now`. */
export async function remember(
  database: Database,
  accountId: number,
  network: string,
  usedAt: Time | null,
  now: Time,
): Promise<void> {
  if (usedAt !== null && Math.abs(now - usedAt) < DAY_MS) return;
  await database
    .insertInto("known_networks")
    .values({ account_id: accountId, network, used_at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "network"]).doUpdateSet({ used_at: now }))
    .execute();
  await deleteOldest(database, accountId);
}

/** Deletes all but an account's newest networks; not by age, because the clock may be wrong. */
async function deleteOldest(database: Database, accountId: number): Promise<void> {
  const kept = database
    .selectFrom("known_networks")
    .select("network")
    .where("account_id", "=", accountId)
    .orderBy("used_at", "desc")
    .limit(MAX_NETWORKS);
  await database
    .deleteFrom("known_networks")
    .where("account_id", "=", accountId)
    .where("network", "not in", kept)
    .execute();
}
