import { randomBytes } from "node:crypto";
import { Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";

// The icons of hosts, for all accounts. Only what was fetched from a host itself is its icon.

/** Maximum number of icons, of up to `MAX_ICON_BYTES` each: 62 MiB. */
const MAX_ICONS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an icon, and the fact that a host has none, are kept before the host is asked again. */
const REFETCHED_AFTER_MS = 30 * DAY_MS;
const ASKED_AGAIN_AFTER_MS = DAY_MS;

/** How much older than its last use `used_at` may be. */
const USE_ACCURACY_MS = DAY_MS;

/** Whether a host is to be asked for its icon. */
export async function isDue(database: Database, host: string, now: Time): Promise<boolean> {
  const found = await database
    .selectFrom("page_icons")
    .select((icon) => ["fetched_at", icon("bytes", "is", null).as("isMissing")])
    .where("host", "=", host)
    .executeTakeFirst();
  if (found === undefined) return true;
  return found.fetched_at <= now - (found.isMissing ? ASKED_AGAIN_AFTER_MS : REFETCHED_AFTER_MS);
}

/** Stores the icon of a host, undefined for none. Keeps the one that it had if there is none now. */
export async function store(database: Database, host: string, bytes: Buffer | undefined, now: Time): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const before = await transaction
      .selectFrom("page_icons")
      .select("bytes")
      .where("host", "=", host)
      .executeTakeFirst();
    if (before === undefined) {
      await insert(transaction, { host, bytes: bytes ?? null, fetched_at: now, used_at: now });
      return deleteSurplus(transaction);
    }
    const isOther = bytes !== undefined && before.bytes?.equals(bytes) !== true;
    await transaction
      .updateTable("page_icons")
      .set({ fetched_at: now, used_at: now, ...(isOther && { id: newId(), bytes }) })
      .where("host", "=", host)
      .execute();
  });
}

interface NewIcon {
  readonly host: string;
  readonly bytes: Buffer | null;
  readonly fetched_at: Time;
  readonly used_at: Time;
}

async function insert(transaction: Transaction, icon: NewIcon): Promise<void> {
  await transaction
    .insertInto("page_icons")
    .values({ id: newId(), ...icon })
    // Another server may have been faster.
    .onConflict((conflict) => conflict.column("host").doNothing())
    .execute();
}

/** Unguessable, so that nobody finds out which hosts others have saved. */
function newId(): string {
  return randomBytes(16).toString("base64url");
}

/** Deletes the least recently used icons that are too many. */
async function deleteSurplus(transaction: Transaction): Promise<void> {
  const surplus = transaction
    .selectFrom("page_icons")
    .select("host")
    .orderBy("used_at", "desc")
    .orderBy("host", "desc")
    .limit(100)
    .offset(MAX_ICONS);
  await transaction.deleteFrom("page_icons").where("host", "in", surplus).execute();
}

/**
 * The ids of the icons of these items, by the id of the item. Items whose page was not read have none, or else anybody
 * could find out by saving a link whether others have saved one to its host. Records that the icons are used.
 */
export async function findOf(
  database: Database,
  items: readonly { readonly id: number }[],
  now: Time,
): Promise<ReadonlyMap<number, string>> {
  if (items.length === 0) return new Map();
  const icons = await database
    .selectFrom("item_pages")
    .innerJoin("items", "items.id", "item_id")
    .innerJoin("page_icons", "host", "domain")
    .select(["item_id", "page_icons.id", "used_at"])
    .where(
      "item_id",
      "in",
      items.map(({ id }) => id),
    )
    .where("read_at", "is not", null)
    .where("bytes", "is not", null)
    .execute();
  const unrecorded = icons.filter(({ used_at }) => used_at <= now - USE_ACCURACY_MS).map(({ id }) => id);
  if (unrecorded.length > 0)
    await database.updateTable("page_icons").set({ used_at: now }).where("id", "in", unrecorded).execute();
  return new Map(icons.map(({ item_id, id }) => [item_id, id]));
}

/** Returns the bytes of an icon, as WebP. Throws `notFound`. */
export async function read(database: Database, id: string): Promise<Buffer> {
  const icon = await database.selectFrom("page_icons").select("bytes").where("id", "=", id).executeTakeFirst();
  if (icon?.bytes) return icon.bytes;
  throw new Failure("notFound", "There is no picture at this address.", { reason: "picture-not-found" });
}
