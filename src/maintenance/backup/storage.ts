import type { Readable } from "node:stream";

/** Where backups are stored. */
export interface Target {
  /** A path or an `s3://` URL, without secrets. */
  readonly location: string;
  /** All files, also those that are no backups. */
  readonly list: () => Promise<StoredFile[]>;
  /** Stores a file under a new name. If that fails, nothing has this name. Returns the bytes written. */
  readonly write: (name: string, content: Readable) => Promise<number>;
  readonly read: (name: string) => Promise<Readable>;
  readonly remove: (name: string) => Promise<void>;
  /** Removes what killed processes left while they stored backups of this installation. */
  readonly removePartial: (installation: string) => Promise<void>;
}

export interface StoredFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}
