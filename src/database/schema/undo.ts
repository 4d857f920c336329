import type { ColumnType, Generated } from "kysely";
import type { Constant, Flag, Id, Time } from "./columns.ts";

/** Destructive changes that can be reverted; see `library/journal/step.ts`. */
export interface UndoStepsTable {
  id: Id;
  account_id: number;
  /** What made it; see `Operation` in `library/journal/step.ts`. */
  operation: string;
  /** JSON of a `Change` in `library/journal/step.ts`. */
  change: Constant<string>;
  /** How many items and collections it changed. */
  item_count: number;
  collection_count: number;
  created_at: Time;
  /** 0 once it is reverted or given up. The cleanup worker deletes expired steps. */
  expires_at: Time;
}

/** Items as they were before a step. */
export interface UndoItemsTable {
  step_id: number;
  item_id: number;
  account_id: number;
  place: "collection" | "unsorted" | "trash" | "nowhere";
  collection_id: number | null;
  important: Flag;
  updated_at: Time;
  /** Null unless the step changed it, like the columns below. */
  tags: ColumnType<string | null, string | null | undefined, never>;
  media: ColumnType<string | null, string | null | undefined, never>;
  cover: ColumnType<string | null, string | null | undefined, never>;
  /** Where an item of the Trash was before that. */
  trashed_from: ColumnType<number | null, number | null | undefined, never>;
}

/** Shelves that a step moved, as they were before. */
export interface UndoShelvesTable {
  step_id: number;
  shelf_id: number;
  place: "collection" | "unsorted" | "trash" | "nowhere";
  collection_id: number | null;
  /** The value of `shelves.moved` once it is moved back. */
  moved: Flag;
  /** The number of its items when it was moved. */
  count: number;
  trashed_from: ColumnType<number | null, number | null | undefined, never>;
}

/** Collections as they were before a step deleted or moved them; those that it created. */
export interface UndoCollectionsTable {
  step_id: number;
  collection_id: number;
  account_id: number;
  kind: "deleted" | "moved" | "created";
  parent_id: number | null;
  /** The parent to which the step moved it; null also means the root, or that it was not moved. */
  new_parent_id: number | null;
  title: Constant<string>;
  description: Constant<string>;
  view: "list" | "simple" | "grid" | "masonry";
  public: Flag;
  expanded: Flag;
  sort: number;
  color: string | null;
  cover: Constant<string>;
  keep_copies: Generated<Flag>;
  created_at: Time;
  updated_at: Time;
}

/** Copies of pages as they were before a step removed or replaced them. */
export interface UndoCopiesTable {
  step_id: number;
  item_id: number;
  file_id: number;
  /**
   * What the step left as the copy: null if it was removed. As long as a copy that somebody asked for is not made, the
   * same as `file_id`.
   */
  new_file_id: number | null;
  size: number;
  created_at: Time;
}

/** The pictures of deleted collections. */
export interface UndoCoversTable {
  step_id: number;
  collection_id: number;
  picture_id: string;
}
