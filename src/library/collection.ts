import { type Selectable, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Flag } from "../database/schema/columns.ts";
import type { Schema } from "../database/schema/schema.ts";
import { COLLECTION_COLUMNS } from "./journal/record.ts";

/** The layout in which clients show the items of a collection. */
export type View = Schema["collections"]["view"];

/** The columns that `COLLECTION_COLUMNS` lists. */
type CollectionColumns = Readonly<Pick<Selectable<Schema["collections"]>, (typeof COLLECTION_COLUMNS)[number]>>;

/** A collection row, with the number of its items and its owner's name. */
export interface Collection extends CollectionColumns {
  readonly id: number;
  readonly depth: number;
  readonly count: number;
  readonly owner_name: string;
  /** Whether it has collaborators itself, which may also use its descendants. */
  readonly shared: Flag;
}

/** Selects collections, except those of deactivated and deleted accounts. */
export function select(database: Database) {
  return database
    .selectFrom("collections")
    .innerJoin("accounts", (join) =>
      join.onRef("accounts.id", "=", "account_id").on("active", "=", 1).on("deleted_at", "is", null),
    )
    .select(["collections.id", "depth", "accounts.name as owner_name"])
    .select(COLLECTION_COLUMNS.map((column) => `collections.${column}` as const))
    .select(sql<number>`(select coalesce(sum(count), 0) from shelves where collection_id = collections.id)`.as("count"))
    .select(
      sql<Flag>`case when exists (select 1 from collaborators where collection_id = collections.id) then 1 else 0 end`.as(
        "shared",
      ),
    );
}
