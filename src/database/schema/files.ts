import type { Constant, Id, Time } from "./columns.ts";

/** Uploaded files, each of one item. */
export interface FilesTable {
  id: Id;
  account_id: number;
  /** Without a path. */
  name: string;
  /** The media type, such as `application/pdf`. */
  type: string;
  /** In bytes. */
  size: number;
  /** Null while an item has the file; otherwise the cleanup worker deletes it from then on. */
  expires_at: Time | null;
}

/** The parts of uploaded files. */
export interface FileChunksTable {
  file_id: number;
  /** From 0. */
  number: number;
  account_id: number;
  bytes: Constant<Buffer>;
}
