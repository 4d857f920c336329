import { randomBytes } from "node:crypto";
import { type Database, inTransaction, type Transaction } from "../../database/database.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { Item } from "../items/item.ts";
import { usageOf } from "../quota.ts";
import * as hostIcons from "./host-icons.ts";
import { MAX_SHARE } from "./page-pictures.ts";
import { decodeIcon, embeddedIn } from "./picture.ts";

// The icons of hosts that imported files contain. Anybody can put any picture into a file, so only the account that
// imported it sees them, and only for hosts whose own icon is not known.

/** Maximum number of icons of an account. */
const MAX_ICONS = 2_000;

/** Icons that one statement stores. */
const ROWS_PER_STATEMENT = 100;

/** Icons that are decoded and then stored together. */
const DECODED_TOGETHER = 20;

/** How much older than its last use `used_at` may be. */
const USE_ACCURACY_MS = 24 * 60 * 60 * 1000;

interface AddOptions {
  readonly now: Time;
  /** Bytes that the account may store. */
  readonly maxBytes: number;
}

/**
 * Stores the icons of a file as they are in it, `data:` addresses by the host, in the transaction that imports it.
 * `decodeSome` makes them visible. Leaves out those that have no room beside what people store themselves, and deletes
 * the least recently used of too many.
 */
export async function add(
  transaction: Transaction,
  accountId: number,
  icons: ReadonlyMap<string, string>,
  { now, maxBytes }: AddOptions,
): Promise<void> {
  if (icons.size === 0) return;
  const { stored_bytes } = await usageOf(transaction, accountId);
  let room = maxBytes * MAX_SHARE - stored_bytes;
  const ids = new Map<string, string>();
  const rows = [...icons].flatMap(([host, address]) => {
    const bytes = embeddedIn(address) ?? Buffer.alloc(0);
    if (bytes.length === 0 || bytes.length > room) return [];
    room -= bytes.length;
    const id = ids.get(address) ?? randomBytes(16).toString("base64url");
    ids.set(address, id);
    return { account_id: accountId, host, id, bytes, decoded: 0 as const, used_at: now };
  });
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
    await transaction
      .insertInto("account_icons")
      .values(rows.slice(first, first + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.columns(["account_id", "host"]).doNothing())
      .execute();
  await deleteSurplus(transaction, accountId);
}

async function deleteSurplus(transaction: Transaction, accountId: number): Promise<void> {
  const ofAccount = transaction.selectFrom("account_icons").select("host").where("account_id", "=", accountId);
  const surplus = ofAccount.orderBy("used_at", "desc").orderBy("host").limit(MAX_ICONS).offset(MAX_ICONS);
  await transaction
    .deleteFrom("account_icons")
    .where("account_id", "=", accountId)
    .where("host", "in", surplus)
    .execute();
}

/** Whether there are icons to decode. */
export async function areWaiting(database: Database): Promise<boolean> {
  const waiting = database.selectFrom("account_icons").select("host").where("decoded", "=", 0).limit(1);
  return (await waiting.executeTakeFirst()) !== undefined;
}

/** Decodes some icons of an account, each different one once, and deletes those that can't be decoded. */
export async function decodeSome(database: Database): Promise<void> {
  const waiting = await database
    .selectFrom("account_icons")
    .select(["account_id", "id", "bytes"])
    .where("decoded", "=", 0)
    .orderBy("account_id")
    .orderBy("host")
    .limit(DECODED_TOGETHER)
    .execute();
  const [first] = waiting;
  if (first === undefined) return;
  const ofAccount = waiting.filter(({ account_id }) => account_id === first.account_id);
  const byId = new Map(ofAccount.map(({ id, bytes }) => [id, bytes]));
  const decoded = await Promise.all([...byId].map(async ([id, bytes]) => ({ id, bytes: await decodeIcon(bytes) })));
  await inTransaction(database, async (transaction) => {
    // First, as imports do: triggers change this row.
    const library = transaction.selectFrom("libraries").select("account_id").forUpdate();
    await library.where("account_id", "=", first.account_id).execute();
    for (const { id, bytes } of decoded) {
      if (bytes === undefined) await transaction.deleteFrom("account_icons").where("id", "=", id).execute();
      else await transaction.updateTable("account_icons").set({ bytes, decoded: 1 }).where("id", "=", id).execute();
    }
  });
}

/**
 * The ids of the icons of these items for an account, by the id of the item: those of `hostIcons.findOf`, and of files
 * for the account's own items that have none. Records that they are used.
 */
export async function findFor(
  database: Database,
  accountId: number,
  items: readonly Pick<Item, "id" | "account_id" | "domain">[],
  now: Time,
): Promise<ReadonlyMap<number, string>> {
  const found = await hostIcons.findOf(database, items, now);
  const without = items.filter(({ id, account_id }) => account_id === accountId && !found.has(id));
  const ofHosts = await findOf(database, accountId, [...new Set(without.map(({ domain }) => domain))], now);
  const added = without.flatMap(({ id, domain }): [number, string][] => {
    const icon = ofHosts.get(domain);
    return icon === undefined ? [] : [[id, icon]];
  });
  return new Map([...found, ...added]);
}

async function findOf(
  database: Database,
  accountId: number,
  hosts: readonly string[],
  now: Time,
): Promise<ReadonlyMap<string, string>> {
  if (hosts.length === 0) return new Map();
  const icons = await database
    .selectFrom("account_icons")
    .select(["host", "id", "used_at"])
    .where("account_id", "=", accountId)
    .where("host", "in", hosts)
    .where("decoded", "=", 1)
    .execute();
  const unrecorded = icons.filter(({ used_at }) => used_at <= now - USE_ACCURACY_MS).map(({ host }) => host);
  if (unrecorded.length > 0)
    await database
      .updateTable("account_icons")
      .set({ used_at: now })
      .where("account_id", "=", accountId)
      .where("host", "in", unrecorded)
      .execute();
  return new Map(icons.map(({ host, id }) => [host, id]));
}

/** The bytes of an icon, as WebP; undefined if there is none with this id. */
export async function read(database: Database, id: string): Promise<Buffer | undefined> {
  const icon = database.selectFrom("account_icons").select("bytes").where("id", "=", id).where("decoded", "=", 1);
  return (await icon.limit(1).executeTakeFirst())?.bytes;
}
