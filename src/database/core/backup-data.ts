import type { Database } from "./handle.ts";

/** A file in a backup. */
export interface Part {
  /** A relative path, such as `tables/items/000001.copy`. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** A table as it is in a backup. */
export interface BackupTable {
  readonly name: string;
  readonly rows: number;
  /** Of all rows, in hexadecimal. Equal after a restore on the same engine. */
  readonly sha256: string;
}

/** The engines, as backups and their names call them. */
export const ENGINE_NAMES = ["sqlite", "postgres"] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** What a backup says of its data before the data. */
export interface DataHeader {
  readonly engine: EngineName;
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  /** The stored columns of each table; empty if the tables are in one part. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** What a backup says of its data after the data. */
export interface DataSummary {
  readonly tables: readonly BackupTable[];
  /** The last value of each sequence; empty if the parts contain them. */
  readonly sequences: readonly SequenceValue[];
}

/** The last generated id of a table. */
export interface SequenceValue {
  readonly table: string;
  readonly column: string;
  readonly value: number;
  /** Whether the value was used; otherwise it is the next one. */
  readonly used: boolean;
}

/** Called with the bytes of the data that were processed so far, and the total if it is known. */
export type OnProgress = (done: number, total?: number) => void;

/** The content of a database at one moment. Disposing removes temporary files. */
export interface Snapshot extends AsyncDisposable {
  readonly header: DataHeader;
  /** All data. Consume the content of each part before the next one. */
  readonly parts: () => AsyncIterable<Part>;
  /** Call it after the last part. */
  readonly summarise: () => DataSummary;
}

/** Data to restore. */
export interface Incoming {
  readonly header: DataHeader;
  readonly parts: AsyncIterable<Part>;
  /** Resolves once all parts were read and the backup was found complete. */
  readonly summary: () => Promise<DataSummary>;
}

/** What a restore did. */
export interface Restored {
  /** Where the previous data is; undefined if there was none. */
  readonly previous: string | undefined;
  /** Names of the migrations that ran because the backup is older. */
  readonly migrated: readonly string[];
}

/** Changes restored data before it replaces the old. */
export interface Preparation {
  /** Runs the pending migrations; with `names` only these. Returns the names of those that ran. */
  readonly migrate: (database: Database, names?: readonly string[]) => Promise<readonly string[]>;
  /** Called with the migrated data. */
  readonly finish: (database: Database) => Promise<void>;
}

/** A database whose maintenance is locked: no other process backs it up or restores it. */
export interface Maintenance extends AsyncDisposable {
  /** Reads the database while others use it. */
  readonly openSnapshot: (onProgress: OnProgress) => Promise<Snapshot>;
  /** Replaces the database. If anything fails, the old data remains. Throws if a server or a command uses the database. */
  readonly restore: (incoming: Incoming, preparation: Preparation) => Promise<Restored>;
}

/** Another process makes a backup of the same database, or restores it. */
export class MaintenanceLocked extends Error {
  constructor() {
    super("Another backup or restore of this database is running. Try again when it has finished.");
  }
}
