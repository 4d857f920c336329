import type { CompiledQuery, Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

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

/** The tables that triggers on items fill row by row. */
export type ItemTable = "facets" | "item_tags" | "item_highlights";

type Handle = Kysely<Schema>;

/** What maintenance does differently on each engine. */
export interface EngineMaintenance {
  /** The tables of the database, in the order of their names, with those that only the engine uses. */
  readonly describeTables: (database: Handle) => Promise<TableShape[]>;
  readonly listForeignKeys: (database: Handle) => Promise<ForeignKey[]>;
  /**
   * Lets nobody else write these tables until the transaction ends; others may read. Must be the first statement of
   * the transaction. Throws if somebody writes for longer than `timeout`, in milliseconds.
   */
  readonly lockWrites: (transaction: Transaction<Schema>, tables: readonly string[], timeout: number) => Promise<void>;
  /** What a load suspends, in the order in which to resume it. The trigger that fills the full-text index stays. */
  readonly listSuspendable: (database: Handle) => Promise<Suspendable[]>;
  /** Stops or starts checking foreign keys that can't be suspended. Call it outside of transactions. */
  readonly checkForeignKeys: (database: Handle, isOn: boolean) => Promise<void>;
  /** Deletes all rows of these tables and of the full-text index, without triggers. */
  readonly empty: (transaction: Transaction<Schema>, tables: readonly string[]) => Promise<void>;
  /** Statements that insert rows, whose values are in the order of the columns, with given ids. */
  readonly insertRows: (table: TableShape, rows: readonly (readonly Value[])[]) => CompiledQuery[];
  /** The sequences that have generated an id. */
  readonly listSequences: (database: Handle) => Promise<Sequence[]>;
  readonly setSequence: (database: Handle, sequence: Sequence) => Promise<void>;
  /** SQL: the rows that the triggers on items should have stored in a table. */
  readonly DERIVED: Readonly<Record<ItemTable, string>>;
  /** Sentences about damaged files, pages or indexes. Must not run in a transaction. */
  readonly checkIntegrity: (database: Handle) => Promise<string[]>;
  /** Ids of items of which the full-text index does not have exactly the words, ascending. Must be called in a snapshot. */
  readonly listWronglyIndexed: (database: Handle) => AsyncIterable<number>;
  /** Ids in the full-text index that no item has, ascending. */
  readonly listSurplusIndexed: (database: Handle) => AsyncIterable<number>;
  /** Removes an item from the full-text index, and adds it again if it exists. */
  readonly reindex: (transaction: Transaction<Schema>, id: number) => Promise<void>;
  /** Updates the statistics by which the engine plans queries, if it has any. */
  readonly analyze: (database: Handle, tables: readonly string[]) => Promise<void>;
}
