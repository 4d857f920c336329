import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";
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

const COLUMNS = [
  "account_id",
  "creator_id",
  "file_id",
  "link",
  "title",
  "excerpt",
  "note",
  "type",
  "cover",
  "media",
  "tags",
  "highlights",
  "reminder_at",
  "important",
  "broken",
  "domain",
  "title_key",
  "link_key",
  "search_text",
  "tag_words",
  "position",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof InsertedColumns)[];

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
  const next = sql<number>`(select coalesce(max(sort), 0) + 1 from items where account_id = ${accountId})`;
  return database
    .insertInto("items")
    .columns([...COLUMNS, "shelf_id", "sort"])
    .expression(
      placement
        .permanentShelves(database, accountId, isInPlace)
        .select(COLUMNS.map((column) => value(column).as(column)))
        .select(["shelves.id as shelf_id", next.as("sort")]),
    )
    .returning(["id", "sort"])
    .returning([
      sql<string | null>`(select name from accounts where accounts.id = ${accountId}
        and active = 1 and deleted_at is null)`.as("owner_name"),
      sql<string | null>`(select name from accounts where accounts.id = ${value("creator_id")}
        and deleted_at is null)`.as("creator_name"),
    ]);
}
