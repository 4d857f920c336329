import type { Generated } from "kysely";
import type { Time } from "./columns.ts";

/** The last import of each account that has one, from the upload of its file until it expires. */
export interface ImportsTable {
  account_id: number;
  /** 24 random lower-case hexadecimal digits. */
  id: string;
  /** `ready`: its owner sees the preview. `running`: waits for a server, or one stores its bookmarks. */
  state: "ready" | "running" | "done" | "failed";
  /** Bytes of the entries in `import_chunks`, as JSON, that have arrived; 0 once the import has ended. */
  size: number;
  /** `Summary` in `library/import/preview.ts`, as JSON; empty while the file arrives. */
  preview: string;
  /** The collection to import into; null for the top level. */
  into_id: number | null;
  /** Bookmarks that a server has stored so far, in a transaction that is not committed. */
  stored: Generated<number>;
  /** How often a server began to store the bookmarks. */
  attempts: Generated<number>;
  /** `ImportOutcome` in `library/import/imports.ts`, as JSON; null until the import has ended. */
  outcome: string | null;
  expires_at: Time;
}

/** The parts of the files to be imported. */
export interface ImportChunksTable {
  account_id: number;
  /** From 0. */
  number: number;
  bytes: Buffer;
}
