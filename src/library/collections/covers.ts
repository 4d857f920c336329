import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { changed } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import * as access from "../access.ts";
import { toPicture } from "../covers/image.ts";
import * as pictures from "../covers/pictures.ts";
import * as changes from "../events/changes.ts";
import * as library from "../library.ts";

type Clock = () => number;

/** An address in a cover. `pictureId` is set if it looks like that of a picture on this server. */
export interface CoverAddress {
  readonly address: string;
  readonly pictureId: string | undefined;
}

/**
 * The columns that hold a cover: its entries as a JSON array, and the main colour of its first
 * picture.
 */
interface CoverColumns {
  readonly cover: string;
  readonly color: string | null;
}

/** In a stored cover, an entry with this prefix refers to a picture on this server by its id. */
const PICTURE_PREFIX = "picture:";

/** The beginning of a stored cover, long enough for the first entry if that is a picture of this server. */
export const COVER_START = sql<string>`substr(collections.cover, 1, 100)`.as("cover_start");

/** The id of the picture of this server with which a stored cover begins; undefined if it begins with an address. */
export function firstPictureIn(coverStart: string): string | undefined {
  const [, entry = ""] = /^\["([^"\\]*)"/.exec(coverStart) ?? [];
  return pictureIn(entry);
}

/** The columns of a collection without a cover. */
export const EMPTY: CoverColumns = { cover: "[]", color: null };

/** The id of the picture that an entry of a stored cover refers to; undefined for an address. */
export function pictureIn(entry: string): string | undefined {
  return entry.startsWith(PICTURE_PREFIX) ? entry.slice(PICTURE_PREFIX.length) : undefined;
}

/**
 * Assigns the account's pictures among the addresses to a collection, and returns the columns to
 * write: those pictures are stored by id, all other addresses unchanged.
 */
export async function set(
  transaction: Transaction,
  accountId: number,
  collectionId: number,
  addresses: readonly CoverAddress[],
): Promise<CoverColumns> {
  const requested = addresses.flatMap(({ pictureId }) => pictureId ?? []);
  const colors = await pictures.colorsOf(transaction, accountId, requested);
  await pictures.assign(transaction, accountId, collectionId, colors.keys());
  const entries = addresses.map(({ address, pictureId }) =>
    pictureId !== undefined && colors.has(pictureId) ? PICTURE_PREFIX + pictureId : address,
  );
  const [first = ""] = requested.filter((id) => colors.has(id));
  return { cover: JSON.stringify(entries), color: colors.get(first) ?? null };
}

/**
 * Makes an uploaded file the cover of a collection. Throws `notFound`, `forbidden` (also beyond a
 * quota), `changed`, and `invalid` for an unusable file. Decodes before the transaction, because
 * decoding can take seconds. `ifVersion` is checked before decoding; a change of the library during
 * decoding causes `changed` only if it changed this collection.
 */
export async function upload(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  file: Buffer,
  { ifVersion, maxBytes }: library.ChangeOptions = {},
): Promise<access.VisibleCollection> {
  const before = await access.getWritable(database, accountId, id);
  const { account_id: ownerId } = before;
  if (ifVersion !== undefined) await library.assertVersion(database, ownerId, ifVersion);
  const picture = await toPicture(file);
  const work = async (transaction: Transaction) => {
    const current = await access.getWritable(transaction, accountId, id);
    if (ifVersion !== undefined && !isDeepStrictEqual(current, before)) throw changed();
    await store(transaction, clock, ownerId, id, picture);
    return access.getWritable(transaction, accountId, id);
  };
  return library.change(database, ownerId, work, { maxBytes });
}

/** Makes a picture the cover of a collection. Throws `notFound` and `forbidden`. */
export async function setPicture(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  picture: pictures.Picture,
): Promise<access.VisibleCollection> {
  return library.change(database, accountId, async (transaction) => {
    await access.getOwned(transaction, accountId, id);
    await store(transaction, clock, accountId, id, picture);
    return access.getOwned(transaction, accountId, id);
  });
}

async function store(
  transaction: Transaction,
  clock: Clock,
  ownerId: number,
  id: number,
  picture: pictures.Picture,
): Promise<void> {
  const pictureId = await pictures.add(transaction, ownerId, picture);
  await pictures.assign(transaction, ownerId, id, [pictureId]);
  const columns: CoverColumns = { cover: JSON.stringify([PICTURE_PREFIX + pictureId]), color: picture.color };
  await transaction
    .updateTable("collections")
    .set({ ...columns, updated_at: clock() })
    .where("id", "=", id)
    .execute();
  changes.record(transaction, clock, ownerId, { type: "collection.updated", count: 1, collections: [id] });
}
