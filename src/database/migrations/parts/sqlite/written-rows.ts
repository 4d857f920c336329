import { STORED_COLUMNS, storedBytes } from "../quotas.ts";

/** The columns of `shelves` that a change writes itself; triggers on `items` count its items and the broken ones. */
const SHELF_COLUMNS = ["account_id", "place", "collection_id", "moved", "held", "trashed_from"];

/** SQL: the bytes that the record of an item takes from the storage of its account. Most records have none. */
const bytesOf = (row: "new" | "old") => storedBytes("undo_items", `${row}.`);

const addBytes = (change: string, row: "new" | "old") =>
  `update libraries set stored_bytes = stored_bytes ${change} where account_id = ${row}.account_id;`;

/**
 * Triggers that write no rows that stay as they are: the storage of an account for a record of an item without texts; and
 * the version of the library for a count of a shelf, because that of the changed item gives it a new version already.
 */
export const WRITTEN_ROWS: readonly string[] = [
  ...["insert", "delete", "update"].map((event) => `drop trigger undo_items_usage_${event}`),
  `create trigger undo_items_usage_insert after insert on undo_items when (${bytesOf("new")}) <> 0
    begin ${addBytes(`+ (${bytesOf("new")})`, "new")} end`,
  `create trigger undo_items_usage_delete after delete on undo_items when (${bytesOf("old")}) <> 0
    begin ${addBytes(`- (${bytesOf("old")})`, "old")} end`,
  `create trigger undo_items_usage_update after update of ${STORED_COLUMNS.undo_items.join(", ")} on undo_items
    begin ${addBytes(`+ (${bytesOf("new")}) - (${bytesOf("old")})`, "new")} end`,
  "drop trigger shelves_version_update",
  `create trigger shelves_version_update after update of ${SHELF_COLUMNS.join(", ")} on shelves begin
    update table_versions set version = random() where name = 'library'; end`,
];
