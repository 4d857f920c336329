import type { Constant, Flag, Time } from "./columns.ts";

/** Pictures that were uploaded as covers, or fetched from pages. */
export interface PicturesTable {
  /** 128 random bits in base64url. */
  id: string;
  account_id: number;
  /** Main colour as `#rrggbb`. */
  color: string;
  /** The picture as WebP. */
  bytes: Constant<Buffer>;
}

/** Which collection uses which picture. */
export interface CoversTable {
  collection_id: number;
  picture_id: string;
}

/** Released pictures. The cleanup worker deletes those that no collection or item uses any more. */
export interface LoosePicturesTable {
  picture_id: string;
}

/** The icons of hosts, for all accounts. */
export interface PageIconsTable {
  /** As in `domain` of an item. */
  host: string;
  /** 128 random bits in base64url. Another one for other bytes. */
  id: string;
  /** The icon as WebP; null if the host has none that can be shown. */
  bytes: Buffer | null;
  fetched_at: Time;
  /** About when a page showed it last; a page that it is shown on every minute writes this once a day. */
  used_at: Time;
}

/** The icons of hosts that imported files contain. Only the account that imported the file sees them. */
export interface AccountIconsTable {
  account_id: number;
  /** As in `domain` of an item. */
  host: string;
  /** 128 random bits in base64url. Hosts with the same icon in a file share one. */
  id: string;
  /** The icon as WebP; as the file contains it until it is decoded. */
  bytes: Buffer;
  decoded: Flag;
  /** As of `page_icons`. */
  used_at: Time;
}
