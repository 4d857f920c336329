import type { ColumnType, Generated } from "kysely";
import type { Time } from "./columns.ts";

/**
 * The audit log, in the order of its chain of hashes. Triggers reject updates except erasures, and deletes except from the
 * beginning.
 */
export interface AuditEventsTable {
  /** 1 for the first event that was recorded, then without gaps. */
  id: ColumnType<number, number, never>;
  occurred_at: ColumnType<Time, Time, never>;
  actor: ColumnType<"account" | "anonymous" | "command" | "server", string, never>;
  /** The account of the actor; null unless the actor is one. */
  actor_id: ColumnType<number | null, number | null, never>;
  /** The operation, page or command. */
  via: ColumnType<string, string, never>;
  /** The prefix of the API key, the id of the browser, or the user of the operating system; null if there is none. */
  credential: ColumnType<string | null, string | null, never>;
  action: ColumnType<string, string, never>;
  /** The account that the event is about; null if it is about none. */
  account_id: ColumnType<number | null, number | null, never>;
  target_kind: ColumnType<string, string, never>;
  target_id: ColumnType<string, string, never>;
  /** A JSON object without personal data. */
  details: ColumnType<string, string, never>;
  /** A JSON object with the IP address and user agent of the actor; null if unknown or erased. */
  client: ColumnType<string | null, string | null, null>;
  client_salt: ColumnType<string | null, string | null, null>;
  /** SHA-256 of salt and client, which the chain contains instead of them. */
  client_hash: ColumnType<string | null, string | null, never>;
  /** A JSON object with personal data of the account that the event is about; null if there is none or it is erased. */
  personal: ColumnType<string | null, string | null, null>;
  personal_salt: ColumnType<string | null, string | null, null>;
  personal_hash: ColumnType<string | null, string | null, never>;
  /** The `hash` of the event before; empty for the first. */
  previous_hash: ColumnType<string, string, never>;
  hash: ColumnType<string, string, never>;
}

/** The ends of the audit log: one row, missing before the first event. */
export interface AuditHeadTable {
  id: 1;
  /** The number of events that were recorded, and so the id of the last one. */
  count: number;
  /** The `hash` of the last event. */
  hash: string;
  /** The number of events that were deleted from the beginning, and so the id of the last deleted one; 0 if none was. */
  deleted_count: Generated<number>;
  /** The `hash` of the last deleted event; empty if none was deleted. */
  deleted_hash: Generated<string>;
}
