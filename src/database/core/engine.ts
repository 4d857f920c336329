import type { CompiledQuery, RawBuilder, SqlBool } from "kysely";
import type { TableVersions } from "../schema/table-groups.ts";
import type { DataSummary, EngineName, Incoming, Maintenance } from "./backup-data.ts";
import type { Database, DatabaseOptions, Transaction } from "./handle.ts";
import type { IndexName, IndexQuery, ShelfCondition, Words } from "./index-query.ts";
import type { DatabaseStatus } from "./status.ts";

/** A table as the database describes it. */
export interface TableShape {
  readonly name: string;
  /** In the order of their names. */
  readonly columns: readonly Column[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

export interface Column {
  readonly name: string;
  /** The type in the words of the engine. */
  readonly type: string;
}

/** A foreign key. A row without a value in one of its columns refers to nothing. */
export interface ForeignKey {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
}

/** An index, constraint or trigger that would slow down or change the rows that a load inserts. */
export interface Suspendable {
  /** SQL that removes or disables it. */
  readonly suspend: string;
  /** SQL that brings it back. */
  readonly resume: string;
}

/** The last id that a table has generated; ids are never generated twice. */
export interface Sequence {
  readonly table: string;
  readonly last: number;
}

/** A value as a driver returns it: numbers for integers, times and flags. */
export type Value = number | string | Buffer | null;

/** A value of a sort column and a row's id. */
export interface SortKey {
  readonly key: string | number;
  readonly id: number;
}

/** Rows whose sort keys are at least `from` and less than `to`; undefined: without that bound. */
export interface SortRange {
  readonly from?: SortKey | undefined;
  readonly to?: SortKey | undefined;
}

/** A column of items that bulk changes write, and from which tables are derived. */
export type BulkColumn = "shelf_id" | "important" | "tags" | "media" | "cover";

/** How much of the file of a database is in use, in bytes. */
export interface FileUsage {
  readonly size: number;
  /** The least that is freed: pages without content. */
  readonly free: number;
}

/**
 * Executes a statement without Kysely, whose asynchronous path takes as long as reading a row. `locks`: see `withLocks`.
 * Returns or resolves with undefined where Kysely has to execute it, such as in a transaction.
 */
export type Shortcut<Row> = (
  database: Database,
  values: unknown[],
  locks: readonly string[],
) => Row[] | Promise<Row[] | undefined> | undefined;

/** What SQLite and PostgreSQL do differently. Whatever has a database handle gets it by `engineOf`. */
export interface Engine {
  readonly name: EngineName;
  readonly title: "SQLite" | "PostgreSQL";
  /** Whether several servers may use the database at a time. */
  readonly isShared: boolean;

  // Databases by their URLs.

  /** Path of the file; undefined for a database in memory, and on PostgreSQL. */
  readonly fileOf: (url: string) => string | undefined;
  readonly open: (url: string, options: DatabaseOptions) => Database;
  /** Opens an existing database that is only read. Throws if it is in memory, or its file does not exist. */
  readonly openReadOnly: (url: string) => Database;
  /** How much of the file is in use; undefined without a file. */
  readonly fileUsageOf: (url: string) => FileUsage | undefined;
  /**
   * Gives free space back. Rewrites a file, which no process may have open, and returns its size. PostgreSQL makes the
   * space usable for other rows, while servers run; then the result is undefined.
   */
  readonly vacuum: (url: string, onProgress: (done: number, total: number) => void) => Promise<FileUsage | undefined>;
  /** Locks the maintenance of a database. Throws `MaintenanceLocked`. */
  readonly openMaintenance: (url: string) => Promise<Maintenance>;
  /** Names of the applied migrations, in order; empty if there is no database. */
  readonly listMigrations: (url: string) => Promise<string[]>;
  /** Reads a backup of this engine without restoring it. Throws if its tables are not as they were when it was made. */
  readonly verifyBackup: (incoming: Incoming) => Promise<DataSummary>;
  /** The URL of a database without tables beside that of `url`, or in `folder`; disposing removes it. */
  readonly openScratch: (url: string, folder: string) => Promise<{ readonly url: string } & AsyncDisposable>;

  // An open database.

  /** What the engine reports about itself, for metrics. Cheap enough to be called ten times a second. */
  readonly statusOf: (database: Database) => DatabaseStatus;
  /** The version of the server or library. */
  readonly versionOf: (database: Database) => Promise<string>;
  /** The clock of the server, in milliseconds since 1970; undefined if it is that of this machine. */
  readonly serverTime: (database: Database) => Promise<number | undefined>;
  /** Whether the server accepts no writes. */
  readonly isReadOnly: (database: Database) => Promise<boolean>;
  /**
   * Throws `unavailable` if the database can't be read or written. Does not queue behind writers. On
   * SQLite it writes a file, so call it through `createHealthCheck`, which does so at most once a second.
   */
  readonly ping: (database: Database) => Promise<void>;
  /** Whether a file has so many free pages that some should be given back. PostgreSQL does so itself. */
  readonly hasFreePages: (database: Database) => boolean;
  /** Returns some free pages of a file to the disk. Returns whether there may be more. */
  readonly releaseFreePages: (database: Database) => Promise<boolean>;
  /**
   * Tells restores that a server uses the database, for this many milliseconds. Throws during a restore. On SQLite, an
   * open file tells them.
   */
  readonly announce: (database: Database, id: string, duration: number) => Promise<void>;
  /** Tells restores that a server no longer uses the database. */
  readonly withdraw: (database: Database, id: string) => Promise<void>;
  /**
   * Returns a function that reads the versions of the committed data by group of tables; undefined if they can't be
   * read. A group that has no version now is left out.
   */
  readonly tableVersionReader: (
    database: Database,
  ) => () => TableVersions | undefined | Promise<TableVersions | undefined>;
  /** Invalidates all cached responses of all processes, for changes of tables that triggers otherwise fill. */
  readonly renewTableVersions: (transaction: Database) => Promise<void>;
  /** For a select (`isRead`), or an insert, update or delete. For one database: it may keep a prepared statement. */
  readonly shortcutFor: <Row>(sql: string, isRead: boolean) => Shortcut<Row>;

  // Migrations.

  /** Waits, without a timeout, until no other process migrates; throws during a restore. */
  readonly lockMigrations: (transaction: Database) => Promise<void>;
  /** Backs up a file before its first pending migration. Returns the path of the backup; undefined without a file. */
  readonly backUp: (url: string, migration: string) => Promise<string | undefined>;
  /** Records that a file exists, so that a missing one is noticed at the next start. */
  readonly markExistence: (url: string) => Promise<void>;

  // Transactions and locks.

  /** Whether the cause of a failure is a conflict with another transaction, after which a retry may succeed. */
  readonly isConflict: (cause: unknown) => boolean;
  /** Whether a row violates the unique index `<table>_<column>_unique`. `column` is its last column. */
  readonly isUniqueViolation: (error: unknown, table: string, column: string) => boolean;
  readonly isCheckViolation: (error: unknown, constraint: string) => boolean;
  /**
   * Whether a transaction has kept others from writing for so long that it should let them. Never on PostgreSQL, where
   * others write at the same time.
   */
  readonly shouldPause: (transaction: Database) => Promise<boolean>;
  /** Commits a transaction, lets others write, and begins a new one with the same handle. On SQLite. */
  readonly pause: (transaction: Database) => Promise<void>;
  /**
   * Tries to lock a name until the transaction ends, without waiting; false if another transaction
   * holds it. On SQLite a writing transaction locks the whole database already.
   */
  readonly tryLock: (transaction: Database, name: string) => Promise<boolean>;
  /**
   * Runs `work`, one statement, so that no other process runs it with one of these names at the same time. PostgreSQL
   * needs locks for that: two statements do not see each other's rows. On SQLite only one statement writes at a time. As
   * with `withoutSync`, the commit does not wait for the disk of PostgreSQL.
   */
  readonly withLocks: <T>(
    database: Database,
    names: readonly string[],
    work: (database: Database) => Promise<T>,
  ) => Promise<T>;

  // SQL.

  /** The time of a statement by the clock of the database, in milliseconds since 1970. */
  readonly now: RawBuilder<number>;
  /** Like `now`, but read when each row is checked: later, if the statement waited for a lock. */
  readonly timeOfCheck: RawBuilder<number>;
  /**
   * The end of an `insert … select … from` whose commit need not wait for the disk: a crash of PostgreSQL may lose the
   * last tenths of a second of such changes.
   */
  readonly withoutSync: RawBuilder<unknown>;
  /** In an `insert`, before `select` or `values`: allows it to set the generated `id`. */
  readonly withGivenId: RawBuilder<unknown>;
  /** The condition that a number is one of these. The statement is the same for any number of values. */
  readonly isOneOf: (value: RawBuilder<unknown>, values: readonly number[]) => RawBuilder<SqlBool>;
  /** The condition that an id is in a JSON array of few ids, for prepared queries: its plan fits any values. */
  readonly isInArray: (id: RawBuilder<number>, array: RawBuilder<string>) => RawBuilder<SqlBool>;
  /** The condition that an id is one of many, which is looked up in a hash table. */
  readonly isAmong: (id: RawBuilder<number>, ids: readonly number[]) => RawBuilder<SqlBool>;
  /**
   * A table of values or nulls with these columns and types, of at most 1,000 rows. `rows`: a JSON array with an array
   * for each. The statement is the same for any rows: making one with a parameter for each value takes several times as
   * long as updating or inserting the rows.
   */
  readonly tableOf: (
    columns: Readonly<Record<string, "bigint" | "integer" | "double precision" | "text">>,
    rows: RawBuilder<string>,
  ) => RawBuilder<unknown>;
  /**
   * Conditions that divide the rows of a range, in ascending order. An index on the column and the id finds the first
   * row of each.
   */
  readonly conditionsOf: (column: string, range: SortRange) => RawBuilder<SqlBool>[];
  /** SQL: an aggregate, the values of a column as the text of a JSON array; null without rows on PostgreSQL. */
  readonly jsonArrayOf: (column: string) => RawBuilder<string | null>;
  /** SQL: the month of a time in milliseconds, in UTC, such as `2026-01`. */
  readonly monthOf: (time: string) => string;
  /** SQL: a table `entry` with the entries of a JSON array as texts, in the column `value`. */
  readonly entriesOf: (array: string) => string;
  /** SQL: a property of the object `entry.value` of `entriesOf`, as text on PostgreSQL. */
  readonly propertyOf: (name: string) => string;

  // Items.

  /**
   * Runs a statement that changes these columns of items, and no others from which tables are derived; those are then
   * kept by statements over all of the items, where triggers would do it for each. Few enough items for one statement.
   */
  readonly changeItems: <T>(
    transaction: Transaction,
    ids: readonly number[],
    columns: readonly BulkColumn[],
    work: () => Promise<T>,
  ) => Promise<T>;
  /** Like `changeItems`, for statements that insert so many items and return their ids. */
  readonly insertItems: <Row extends { readonly id: number }>(
    transaction: Transaction,
    count: number,
    work: () => Promise<Row[]>,
  ) => Promise<Row[]>;
  /** Lists the ids of the account's items whose texts match a query without keys of tags, ascending. */
  readonly listIndexed: (database: Database, accountId: number, query: IndexQuery) => Promise<readonly number[]>;
  /** Lists the ids of the account's items whose page has these words, in whatever field they are, ascending. */
  readonly listByPages: (database: Database, accountId: number, words: Words) => Promise<readonly number[]>;
  /** Lists the ids of the account's items that fulfil a condition, ascending. */
  readonly listItemIds: (
    database: Database,
    accountId: number,
    condition: ShelfCondition,
  ) => Promise<readonly number[]>;
  /**
   * The end of the first range after an id that one statement should search, with `size` items of the account;
   * undefined if that is the rest, and on PostgreSQL, where statements do not block the event loop.
   */
  readonly endOfRange: (
    database: Database,
    accountId: number,
    range: { readonly after: number; readonly size: number },
  ) => Promise<number | undefined>;
  /** Ids of items of which the index does not have exactly the words, ascending. Must be called in a snapshot. */
  readonly listWronglyIndexed: (database: Database, index: IndexName) => AsyncIterable<number>;
  /** Ids in the index that no item has, or of items without the text of a page, ascending. */
  readonly listSurplusIndexed: (database: Database, index: IndexName) => AsyncIterable<number>;
  /** Removes an item from the index, and adds it again if it belongs there. */
  readonly reindex: (transaction: Transaction, index: IndexName, id: number) => Promise<void>;

  // Whole tables.

  /** The tables of the database, in the order of their names, with those that only the engine uses. */
  readonly describeTables: (database: Database) => Promise<TableShape[]>;
  readonly listForeignKeys: (database: Database) => Promise<ForeignKey[]>;
  /**
   * Lets nobody else write these tables until the transaction ends; others may read. Must be the first statement of
   * the transaction. Throws if somebody writes for longer than `timeout`, in milliseconds.
   */
  readonly lockWrites: (transaction: Transaction, tables: readonly string[], timeout: number) => Promise<void>;
  /** What a load suspends, in the order in which to resume it. The triggers that fill the full-text indexes stay. */
  readonly listSuspendable: (database: Database) => Promise<Suspendable[]>;
  /** Starts or stops enforcing foreign keys that can't be suspended. Call it outside of transactions. */
  readonly enforceForeignKeys: (database: Database, isOn: boolean) => Promise<void>;
  /** Deletes all rows of these tables and of the full-text indexes, without triggers. */
  readonly empty: (transaction: Transaction, tables: readonly string[]) => Promise<void>;
  /** Statements that insert rows, whose values are in the order of the columns, with given ids. */
  readonly insertRows: (table: TableShape, rows: readonly (readonly Value[])[]) => CompiledQuery[];
  /** The sequences that have generated an id. */
  readonly listSequences: (database: Database) => Promise<Sequence[]>;
  readonly setSequence: (database: Database, sequence: Sequence) => Promise<void>;
  /** Sentences about damaged files, pages or indexes. Must not run in a transaction. */
  readonly checkIntegrity: (database: Database) => Promise<string[]>;
  /**
   * Keeps more of what a large transaction changes in the memory of this process, for a command that writes nothing else.
   * PostgreSQL has it in the memory of its server.
   */
  readonly useMoreMemory: (database: Database) => Promise<void>;
  /** Updates the statistics by which the engine plans queries, if it has any. */
  readonly analyze: (database: Database, tables: readonly string[]) => Promise<void>;
}
