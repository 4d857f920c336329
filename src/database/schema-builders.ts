import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";
import { isPostgres } from "./engine.ts";
import * as postgresAppendOnly from "./postgres/append-only.ts";
import { FACET_REMOVALS } from "./postgres/facet-removals.ts";
import * as postgresFacets from "./postgres/item-facets.ts";
import * as postgresFiles from "./postgres/item-files.ts";
import * as postgresIndex from "./postgres/item-index.ts";
import * as postgresQuotas from "./postgres/quota-triggers.ts";
import * as postgresLinks from "./postgres/repeated-links.ts";
import * as postgresSegments from "./postgres/segments.ts";
import * as postgresTriggers from "./postgres/triggers.ts";
import { VERSION_SEQUENCES } from "./postgres/version-sequences.ts";
import { COUNTED_TABLES, COUNTERS, storedBytes, UNDO_TABLES } from "./quotas.ts";
import * as sqliteAppendOnly from "./sqlite/append-only.ts";
import * as sqliteFacets from "./sqlite/item-facets.ts";
import * as sqliteFiles from "./sqlite/item-files.ts";
import * as sqliteIndex from "./sqlite/item-index.ts";
import * as sqliteQuotas from "./sqlite/quota-triggers.ts";
import * as sqliteLinks from "./sqlite/repeated-links.ts";
import * as sqliteSegments from "./sqlite/segments.ts";
import { TABLE_VERSIONS } from "./sqlite/table-versions.ts";
import * as sqliteTriggers from "./sqlite/triggers.ts";

// What migrations create differently on each engine. Frozen like migrations: a function must always create the same
// schema.

/** Starts a `create table` with a generated `id`, ascending and never reused. */
export function createTableWithId(database: Kysely<unknown>, name: string) {
  const table = database.schema.createTable(name);
  return isPostgres(database)
    ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
}

/** Makes a column compare by bytes, as in SQLite, so that range queries use its index in any locale. */
export function bytewise(database: Kysely<unknown>, column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return isPostgres(database) ? column.modifyEnd(sql`collate "C"`) : column;
}

/** Creates triggers that count a table's rows, except soft-deleted ones, in `row_counts`. */
export async function createRowCount(database: Kysely<unknown>, table: string, deletedAt: string): Promise<void> {
  const { rowCountTriggers } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, rowCountTriggers(table, deletedAt));
  await sql`insert into row_counts select ${sql.lit(table)}, count(*) from ${sql.table(table)}
    where ${sql.raw(`${deletedAt} is null`)}`.execute(database);
}

/** Creates triggers that count the items, and the broken items, of each shelf in `shelves`. */
export async function createItemCounts(database: Kysely<unknown>): Promise<void> {
  const { ITEM_COUNT_TRIGGERS } = isPostgres(database) ? postgresTriggers : sqliteTriggers;
  await executeAll(database, ITEM_COUNT_TRIGGERS);
}

/** Creates `product_counts`, and triggers that count the products of each account in it. */
export async function createProductCounts(database: Kysely<unknown>): Promise<void> {
  const { PRODUCT_COUNTS } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  await executeAll(database, PRODUCT_COUNTS);
}

/** Creates triggers that count the rows and bytes of each account; counts the existing rows. */
export async function createUsageCounts(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  for (const table of COUNTED_TABLES) {
    await executeAll(database, usageTriggers(table));
    const counter = COUNTERS[table];
    const count = counter === undefined ? "" : `${counter} = counted.rows,`;
    await sql`update libraries set ${sql.raw(count)} stored_bytes = stored_bytes + counted.bytes from (
        select account_id, count(*) as rows, sum(${sql.raw(storedBytes(table, ""))}) as bytes
        from ${sql.table(table)} group by account_id
      ) as counted where libraries.account_id = counted.account_id`.execute(database);
  }
}

/** Creates triggers that count the bytes of backups towards the storage of their account. */
export async function createBackupUsage(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  await executeAll(database, usageTriggers("backup_chunks"));
}

/** Creates triggers that count the bytes that undo steps store for each account. The tables must be empty. */
export async function createUndoUsage(database: Kysely<unknown>): Promise<void> {
  const { usageTriggers } = isPostgres(database) ? postgresQuotas : sqliteQuotas;
  for (const table of UNDO_TABLES) await executeAll(database, usageTriggers(table));
}

/** Creates the full-text index of items, and triggers that index the value of `items.search_text`. */
export async function createItemIndex(database: Kysely<unknown>): Promise<void> {
  const { ITEM_INDEX } = isPostgres(database) ? postgresIndex : sqliteIndex;
  await executeAll(database, ITEM_INDEX);
}

/** Makes changes of many items change the full-text index in short steps. PostgreSQL needs nothing for that. */
export async function shortenIndexMerges(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) await executeAll(database, sqliteIndex.ITEM_INDEX_MERGES);
}

/** On SQLite, creates a table of the words in the full-text index, which it reads from the index. */
export async function createItemIndexWords(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) await executeAll(database, sqliteIndex.ITEM_INDEX_WORDS);
}

/** Creates `facets`, `item_tags` and `item_highlights`, and the triggers on items that maintain them. */
export async function createItemFacets(database: Kysely<unknown>): Promise<void> {
  const { ITEM_FACETS } = isPostgres(database) ? postgresFacets : sqliteFacets;
  await executeAll(database, ITEM_FACETS);
}

/** On PostgreSQL, makes the removal of an item's tags and highlights independent of how many its shelf or account has. */
export async function replaceFacetRemovals(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) await executeAll(database, FACET_REMOVALS);
}

/**
 * Creates triggers that count the bytes of files towards the storage of their account, count the items that have a
 * file, and release the files and pictures of deleted items.
 */
export async function createItemFiles(database: Kysely<unknown>): Promise<void> {
  const [{ usageTriggers }, { ITEM_FILES }] = isPostgres(database)
    ? [postgresQuotas, postgresFiles]
    : [sqliteQuotas, sqliteFiles];
  await executeAll(database, [...usageTriggers("file_chunks"), ...ITEM_FILES]);
}

/** Creates `repeated_links`, and the triggers on items that maintain it. */
export async function createRepeatedLinks(database: Kysely<unknown>): Promise<void> {
  const { REPEATED_LINKS } = isPostgres(database) ? postgresLinks : sqliteLinks;
  await executeAll(database, REPEATED_LINKS);
}

/** Creates `table_versions`, and triggers that change a version with every write. PostgreSQL has sequences for that. */
export async function createTableVersions(database: Kysely<unknown>): Promise<void> {
  if (!isPostgres(database)) await executeAll(database, TABLE_VERSIONS);
}

/** On PostgreSQL, creates the sequences that are versions of tables, and triggers that change one with every write. */
export async function createVersionSequences(database: Kysely<unknown>): Promise<void> {
  if (isPostgres(database)) await executeAll(database, VERSION_SEQUENCES);
}

/** Creates `account_segments` and `item_segments`, and the triggers that maintain them. Counts the existing accounts. */
export async function createSegments(database: Kysely<unknown>): Promise<void> {
  const { SEGMENTS } = isPostgres(database) ? postgresSegments : sqliteSegments;
  await executeAll(database, SEGMENTS);
}

/**
 * Creates triggers that reject deletes, and updates except those that make an `erasable` column and its salt, named
 * `<column>_salt`, null. `fixed` and `erasable` together are all columns of the table.
 */
export async function createAppendOnly(
  database: Kysely<unknown>,
  table: string,
  { fixed, erasable }: { readonly fixed: readonly string[]; readonly erasable: readonly string[] },
): Promise<void> {
  const { appendOnlyTriggers } = isPostgres(database) ? postgresAppendOnly : sqliteAppendOnly;
  const isSame = (column: string) => `new.${column} is not distinct from old.${column}`;
  const isAllowed = [
    ...fixed.map(isSame),
    ...erasable.map(
      (column) => `((${isSame(column)} and ${isSame(`${column}_salt`)})
        or (new.${column} is null and new.${column}_salt is null))`,
    ),
  ].join(" and ");
  await executeAll(database, appendOnlyTriggers(table, isAllowed));
}

/** The tables of a log whose events have the ids 1, 2, 3 and so on, and the hash of the event before. */
export interface LogTables {
  readonly log: string;
  /** One row, whose columns `deleted_count` and `deleted_hash` are the id and the hash of the last deleted event. */
  readonly head: string;
}

/** Lets events be deleted from the beginning of an append-only log, up to an event that `head` records before. */
export async function allowExpiry(database: Kysely<unknown>, tables: LogTables): Promise<void> {
  const { expiryTriggers } = isPostgres(database) ? postgresAppendOnly : sqliteAppendOnly;
  await executeAll(database, expiryTriggers(tables));
}

async function executeAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
