import type { Schema } from "./schema.ts";

/**
 * The tables that responses show, in groups. A write to a table gives its group a new version, which invalidates the
 * cached responses that depend on the group. Other tables invalidate nothing, such as counters and sessions.
 * A table that is added here needs a migration with triggers, unless triggers on a table of its group fill it.
 */
export const TABLE_GROUPS = {
  products: ["products"],
  accounts: ["account_segments", "accounts", "row_counts", "user_settings"],
  logins: ["logins"],
  library: [
    "backup_chunks",
    "backups",
    "collaborators",
    "collections",
    "copies",
    "facets",
    "files",
    "item_highlights",
    "item_pages",
    "item_segments",
    "item_tags",
    "items",
    "libraries",
    "link_aliases",
    "pictures",
    "repeated_links",
    "shelves",
    "tag_names",
  ],
} as const satisfies Readonly<Record<string, readonly (keyof Schema)[]>>;

/** The name of a group of tables, as in `table_versions`. */
export type TableGroup = keyof typeof TABLE_GROUPS;

/**
 * A version of each group. The object stays the same as long as none can have changed. Equal versions of a group mean
 * equal rows in its tables.
 */
export type TableVersions = Readonly<Partial<Record<TableGroup, string>>>;

/** Versions that change together, for a database that does not tell which tables a commit changed. */
export function sameVersions(version: string): TableVersions {
  return { products: version, accounts: version, logins: version, library: version };
}
