import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import * as placement from "../placement.ts";
import type { toColumns } from "./item.ts";

/** The columns of a new item that do not depend on other rows. */
export interface InsertedColumns extends ReturnType<typeof toColumns> {
  readonly account_id: number;
  readonly creator_id: number | null;
  readonly file_id: number | null;
  readonly position: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The other columns of an inserted item, and names that belong to it. */
interface Inserted {
  readonly id: number;
  readonly sort: number;
  /** Null for an account that is deactivated or deleted. */
  readonly owner_name: string | null;
  readonly creator_name: string | null;
}

/** The columns of a new item on a known shelf. */
export interface ShelvedColumns extends InsertedColumns {
  readonly shelf_id: number;
}

/** The types of the columns that an item is inserted with. */
const TYPES = {
  account_id: "bigint",
  creator_id: "bigint",
  file_id: "bigint",
  link: "text",
  title: "text",
  excerpt: "text",
  note: "text",
  type: "text",
  cover: "text",
  media: "text",
  tags: "text",
  highlights: "text",
  reminder_at: "bigint",
  important: "integer",
  broken: "integer",
  domain: "text",
  title_key: "text",
  link_key: "text",
  search_text: "text",
  position: "integer",
  created_at: "bigint",
  updated_at: "bigint",
} as const satisfies Readonly<Record<keyof InsertedColumns, string>>;

const SHELVED_TYPES = { ...TYPES, shelf_id: "bigint" } as const;

const COLUMNS = Object.keys(TYPES) as readonly (keyof InsertedColumns)[];
const SHELVED_COLUMNS = Object.keys(SHELVED_TYPES) as readonly (keyof ShelvedColumns)[];

/**
 * Inserts an item in one statement, as the first of its account in the manual order. Throws `invalid` if the place does
 * not exist.
 */
export async function insert(
  transaction: Transaction,
  columns: InsertedColumns,
  placeId: placement.PlaceId,
): Promise<Inserted> {
  const { place, collection_id } = placement.toShelfPlace(placeId);
  const [inserted] =
    collection_id === null
      ? await insertOutside(transaction, { ...columns, place })
      : await insertInto(transaction, { ...columns, collection_id });
  if (inserted === undefined) throw placement.unknownPlace("collection");
  return inserted;
}

const insertInto = prepare((database, value: ValueOf<InsertedColumns & { collection_id: number }>) =>
  insertOn(database, value, placement.isInCollection([value("collection_id")])),
);

const insertOutside = prepare((database, value: ValueOf<InsertedColumns & { place: placement.ShelfPlace["place"] }>) =>
  insertOn(database, value, placement.isInSystemPlace([value("place")])),
);

function insertOn(database: Database, value: ValueOf<InsertedColumns>, isInPlace: RawBuilder<SqlBool>) {
  const accountId = value("account_id");
  return database
    .insertInto("items")
    .columns([...COLUMNS, "shelf_id", "sort"])
    .expression(
      placement
        .permanentShelves(database, accountId, isInPlace)
        .select(COLUMNS.map((column) => value(column).as(column)))
        .select(["shelves.id as shelf_id", sql<number>`${highestSort(accountId)} + 1`.as("sort")]),
    )
    .returning(["id", "sort"])
    .returning([
      sql<string | null>`(select name from accounts where accounts.id = ${accountId}
        and active = 1 and deleted_at is null)`.as("owner_name"),
      sql<string | null>`(select name from accounts where accounts.id = ${value("creator_id")}
        and deleted_at is null)`.as("creator_name"),
    ]);
}

/** SQL: the highest `sort` of an account; 0 if it has no items. */
function highestSort(accountId: RawBuilder<number>): RawBuilder<number> {
  return sql`(select coalesce(max(sort), 0) from items where account_id = ${accountId})`;
}

/**
 * Inserts items of an account in one statement, whose length the caller bounds, each before the ones that follow in the
 * manual order. Returns their ids in the same order.
 */
export async function insertMany(
  transaction: Transaction,
  accountId: number,
  rows: readonly ShelvedColumns[],
): Promise<number[]> {
  const table = rows.map((row, index) => [index + 1, ...SHELVED_COLUMNS.map((column) => toJsonValue(row[column]))]);
  const insert = () => insertTable(transaction, { accountId, table: JSON.stringify(table) });
  const inserted = await engineOf(transaction).insertItems(transaction, rows.length, insert);
  return inserted.sort((one, other) => one.sort - other.sort).map(({ id }) => id);
}

/** A surrogate without its other half is stored as U+FFFD, as in a parameter; not every engine accepts one in JSON. */
function toJsonValue(value: ShelvedColumns[keyof ShelvedColumns]): string | number | null {
  return typeof value === "string" ? value.toWellFormed() : value;
}

const insertTable = prepare((database, value: ValueOf<{ accountId: number; table: string }>) => {
  const types = { number: "integer", ...SHELVED_TYPES } as const;
  const rows = sql<ShelvedColumns & { number: number }>`${engineOf(database).tableOf(types, value("table"))}`;
  const sort = sql<number>`${highestSort(value("accountId"))} + ${sql.ref("added.number")}`;
  return database
    .insertInto("items")
    .columns([...SHELVED_COLUMNS, "sort"])
    .expression(
      database
        .selectFrom(rows.as("added"))
        .select([...SHELVED_COLUMNS])
        .select(sort.as("sort")),
    )
    .returning(["id", "sort"]);
});
