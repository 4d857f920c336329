import type { ColumnType, Generated } from "kysely";
import type { Flag, Id, Time } from "./columns.ts";

/** One row per account that has collections or items. */
export interface LibrariesTable {
  account_id: number;
  /** Incremented by every change of its collections and items. */
  version: number;
  /** When an item last changed; 0 if never. */
  items_changed_at: Time;
  /** Number of its collections, maintained by triggers like the columns below. */
  collection_count: ColumnType<number, never, never>;
  /** Number of its items, including those in the Trash and those awaiting deletion. */
  item_count: ColumnType<number, never, never>;
  /** Bytes of the texts of its collections and items, and of its pictures. */
  stored_bytes: ColumnType<number, never, never>;
  /** Number of rows of kind `tag` in `facets`. */
  tag_count: ColumnType<number, never, never>;
  /** Number of its webhooks, disabled ones included. */
  webhook_count: Generated<number>;
  /** 1 if the cleanup worker has to make or divide segments of its lists of items; see `library/items/segments.ts`. */
  segments_due: Generated<Flag>;
  /** The undo step of a change that several transactions make, and that has not ended; else null, like those below. */
  unfinished_step: ColumnType<number | null, never, number | null>;
  /** The process that makes the change. */
  unfinished_by: ColumnType<string | null, never, string | null>;
  /** Until when other processes must not revert it; later, its process has crashed. */
  unfinished_until: ColumnType<Time | null, never, Time | null>;
}

export interface CollectionsTable {
  id: Id;
  account_id: number;
  parent_id: number | null;
  /** 1 for a root collection, else the parent's depth plus 1. At most 64. */
  depth: number;
  /** The parent's depth, for the foreign key that keeps `depth` consistent; null without a parent. */
  parent_depth: number | null;
  title: string;
  description: string;
  view: "list" | "simple" | "grid" | "masonry";
  public: Flag;
  expanded: Flag;
  /** Determines the order among siblings, highest first. */
  sort: number;
  /** Main colour of the cover as `#rrggbb`; null unless the cover has an uploaded picture. */
  color: string | null;
  /** A JSON array of URLs; `picture:<id>` stands for an uploaded picture. */
  cover: string;
  /** Whether the pages of its items get copies. */
  keep_copies: Generated<Flag>;
  created_at: Time;
  updated_at: Time;
}

/**
 * Groups of items, so that all items of a collection can be moved by updating one row; see
 * `library/placement.ts`.
 */
export interface ShelvesTable {
  id: Id;
  account_id: number;
  /** `nowhere`: its items are invisible and await deletion by the cleanup worker. */
  place: "collection" | "unsorted" | "trash" | "nowhere";
  collection_id: number | null;
  /** 0 for a place's permanent shelf; 1 if the cleanup worker has yet to move or delete its items. */
  moved: Generated<Flag>;
  /** The number of its items, maintained by triggers. */
  count: ColumnType<number, never, never>;
  /** The number of its items that are broken, maintained by triggers. */
  broken: ColumnType<number, never, never>;
  /** 1 while an undo step can move it back; the cleanup worker then leaves it alone. */
  held: Generated<Flag>;
  /** Of a shelf that was moved to the Trash: the id of its place before. It wins over that of its items. */
  trashed_from: ColumnType<number | null, number | null | undefined, number | null>;
}

/** Accounts that may read or change a collection of another account, with all its descendants. */
export interface CollaboratorsTable {
  collection_id: number;
  account_id: number;
  /** A member may change items, a viewer only reads. */
  role: "member" | "viewer";
  created_at: Time;
  /** The owner of the collection. */
  owner_id: number;
}

/** Offers to become a collaborator of a collection. */
export interface InvitationsTable {
  id: Id;
  collection_id: number;
  /** The owner of the collection. */
  account_id: number;
  role: "member" | "viewer";
  /** The invited address; null for the link that the owner passes on. */
  email: string | null;
  /** The address in the form used for comparison. */
  email_key: string | null;
  /** SHA-256 of the token in base64url. */
  token_hash: string;
  created_at: Time;
  expires_at: Time;
}
