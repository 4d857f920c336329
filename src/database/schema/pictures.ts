import type { Constant } from "./columns.ts";

/** Pictures uploaded as covers. */
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
