import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Flag, Time } from "../database/schema/columns.ts";
import type { Schema } from "../database/schema.ts";

/** The layout in which clients show the items of a collection. */
export type View = Schema["collections"]["view"];

/** A collection row, with the number of its items and its owner's name. */
export interface Collection {
  readonly id: number;
  readonly account_id: number;
  readonly parent_id: number | null;
  readonly depth: number;
  readonly title: string;
  readonly description: string;
  readonly view: View;
  readonly public: Flag;
  readonly expanded: Flag;
  readonly sort: number;
  /** `#rrggbb`, the main colour of the cover; null unless the cover has a picture on this server. */
  readonly color: string | null;
  /** A JSON array. Each entry is an address, or `picture:<id>` for a picture on this server. */
  readonly cover: string;
  readonly created_at: Time;
  readonly updated_at: Time;
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
    .select([
      "collections.id",
      "account_id",
      "parent_id",
      "depth",
      "title",
      "description",
      "view",
      "public",
      "expanded",
      "sort",
      "color",
      "cover",
      "collections.created_at",
      "collections.updated_at",
      "accounts.name as owner_name",
    ])
    .select(sql<number>`(select coalesce(sum(count), 0) from shelves where collection_id = collections.id)`.as("count"))
    .select(
      sql<Flag>`case when exists (select 1 from collaborators where collection_id = collections.id) then 1 else 0 end`.as(
        "shared",
      ),
    );
}
