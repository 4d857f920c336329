import type { Constant, Flag, Id, Time } from "./columns.ts";

/** Searches to which their owner has given a name. */
export interface SavedSearchesTable {
  id: Id;
  account_id: Constant<number>;
  /** Unique for each account. */
  name: string;
  /** A collection, which may be deleted, or another place. */
  place_id: Constant<number>;
  search: Constant<string>;
  /** The order of the list; null for the usual one. */
  sort: Constant<string | null>;
  nested: Constant<Flag>;
  created_at: Constant<Time>;
}
