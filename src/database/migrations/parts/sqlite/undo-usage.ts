import { storedBytes } from "../quotas.ts";

/** SQL: the bytes that the record of an item takes from the storage of its account. Most records have none. */
const bytesOf = (row: "new" | "old") => storedBytes("undo_items", `${row}.`);

const addBytes = (change: string, row: "new" | "old") =>
  `update libraries set stored_bytes = stored_bytes ${change} where account_id = ${row}.account_id;`;

/** Triggers that leave the storage of an account alone for a record of an item that has no texts. */
export const UNDO_USAGE: readonly string[] = [
  ...["insert", "delete"].map((event) => `drop trigger undo_items_usage_${event}`),
  `create trigger undo_items_usage_insert after insert on undo_items when (${bytesOf("new")}) <> 0
    begin ${addBytes(`+ (${bytesOf("new")})`, "new")} end`,
  `create trigger undo_items_usage_delete after delete on undo_items when (${bytesOf("old")}) <> 0
    begin ${addBytes(`- (${bytesOf("old")})`, "old")} end`,
];
