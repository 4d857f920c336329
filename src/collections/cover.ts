import * as pictures from "../covers/pictures.ts";
import type { Transaction } from "../database/database.ts";

/** An address in a cover, and the picture of this server that it names, if it has the form of such an address. */
export interface CoverAddress {
  readonly address: string;
  readonly pictureId: string | undefined;
}

const PICTURE = "picture:";

/** The picture of this server that an entry of a stored cover stands for; undefined: the entry is an address. */
export function pictureIn(entry: string): string | undefined {
  return entry.startsWith(PICTURE) ? entry.slice(PICTURE.length) : undefined;
}

/** What a collection keeps of its cover: the entries as JSON, and the colour of its first picture. */
interface StoredCover {
  readonly cover: string;
  readonly color: string | null;
}

/** A cover without anything. */
export const NONE: StoredCover = { cover: "[]", color: null };

/** Lets a collection have this cover. An address of a picture that the account has points to it; any other is kept as it is. */
export async function set(
  transaction: Transaction,
  accountId: number,
  collectionId: number,
  addresses: readonly CoverAddress[],
): Promise<StoredCover> {
  const named = addresses.flatMap(({ pictureId }) => pictureId ?? []);
  const colors = await pictures.colorsOf(transaction, accountId, named);
  await pictures.point(transaction, accountId, collectionId, colors.keys());
  const entries = addresses.map(({ address, pictureId }) =>
    pictureId !== undefined && colors.has(pictureId) ? PICTURE + pictureId : address,
  );
  const [first = ""] = named.filter((id) => colors.has(id));
  return { cover: JSON.stringify(entries), color: colors.get(first) ?? null };
}

/** Keeps a picture and lets a collection have it as its cover. */
export async function setPicture(
  transaction: Transaction,
  accountId: number,
  collectionId: number,
  picture: pictures.Picture,
): Promise<StoredCover> {
  const id = await pictures.keep(transaction, accountId, picture);
  await pictures.point(transaction, accountId, collectionId, [id]);
  return { cover: JSON.stringify([PICTURE + id]), color: picture.color };
}
