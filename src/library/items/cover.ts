import { isDeepStrictEqual } from "node:util";
import { changed } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import { toPicture } from "../covers/image.ts";
import { addressOfPicture } from "../covers/picture-address.ts";
import * as pictures from "../covers/pictures.ts";
import * as uploadedCover from "../covers/uploaded-cover.ts";
import * as changes from "../events/changes.ts";
import { assertSize } from "../item-content.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
import { contentOf, type Item } from "./item.ts";
import * as lookup from "./lookup.ts";

/** Options of `upload`. */
interface UploadOptions extends library.ChangeOptions {
  /** The server's public URL. */
  readonly baseUrl: string;
}

/** Options of `set`. `replaced`: the address of a medium that the picture is a copy of. */
interface SetOptions {
  readonly baseUrl: string;
  readonly now: number;
  readonly replaced?: string | undefined;
}

/**
 * Makes a picture the cover of an item, and the first of its media instead of the picture that was its cover before.
 * Returns its address. Throws `invalid` for too many media.
 */
export async function set(
  transaction: Transaction,
  item: Item,
  picture: pictures.Picture,
  { baseUrl, now, replaced }: SetOptions,
): Promise<string> {
  const oldId = await uploadedCover.find(transaction, item.id);
  const newId = await pictures.add(transaction, item.account_id, picture);
  if (oldId !== null) await pictures.releaseOne(transaction, oldId);
  const before = contentOf(item);
  const cover = addressOfPicture(newId, baseUrl);
  const others = before.media.filter(
    ({ link }) => link !== replaced && (oldId === null || !link.endsWith(`/${oldId}`)),
  );
  const content = { ...before, cover, media: [{ link: cover, type: "image" }, ...others] };
  assertSize(content, before);
  await transaction
    .updateTable("items")
    .set({ cover, media: JSON.stringify(content.media), picture_id: newId, updated_at: now })
    .where("id", "=", item.id)
    .execute();
  return cover;
}

/**
 * Makes an uploaded picture the cover of an item and the first of its media, instead of the one that was uploaded
 * before. Throws `notFound`, `forbidden` (also beyond a quota), `changed`, and `invalid` for an unusable file or too
 * many media. Decodes before the transaction, because decoding can take seconds. `ifVersion` is checked before
 * decoding; a change of the library during decoding causes `changed` only if it changed this item.
 */
export async function upload(
  database: Database,
  clock: () => number,
  accountId: number,
  id: number,
  file: Buffer,
  { baseUrl, ifVersion, maxBytes }: UploadOptions,
): Promise<Item> {
  const read = await lookup.getWritable(database, accountId, id);
  const { account_id: ownerId } = read;
  if (ifVersion !== undefined) await library.assertVersion(database, ownerId, ifVersion);
  const picture = await toPicture(file);
  const work = async (transaction: Transaction) => {
    const current = await lookup.getWritable(transaction, accountId, id);
    if (ifVersion !== undefined && !isDeepStrictEqual(current, read)) throw changed();
    await set(transaction, current, picture, { baseUrl, now: clock() });
    const collections = [placement.placeIdOf(current)];
    changes.record(transaction, clock, ownerId, { type: "item.updated", count: 1, items: [id], collections });
    return lookup.getWritable(transaction, accountId, id);
  };
  return library.change(database, ownerId, work, { maxBytes, itemsChangedAt: clock() });
}
