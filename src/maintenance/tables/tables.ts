import type { TableShape } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Schema } from "../../database/schema/schema.ts";

export type TableName = keyof Schema;

/**
 * Every table, each after those that its foreign keys refer to. Triggers fill the derived ones from the others.
 * The full-text indexes of items are not listed, because each engine stores them in its own form, nor the versions of
 * tables, which belong to one database file.
 */
const KINDS: Readonly<Record<TableName, "data" | "derived">> = {
  audit_events: "data",
  audit_head: "data",
  secrets: "data",
  server_settings: "data",
  server_backups: "data",
  setup_links: "data",
  leases: "data",
  request_counts: "data",
  failed_logins: "data",
  accounts: "data",
  row_counts: "derived",
  account_segments: "derived",
  logins: "data",
  known_networks: "data",
  api_keys: "data",
  sessions: "data",
  one_time_links: "data",
  form_drafts: "data",
  user_settings: "data",
  reminder_settings: "data",
  saved_searches: "data",
  stored_responses: "data",
  products: "data",
  product_counts: "derived",
  libraries: "data",
  collections: "data",
  shelves: "data",
  items: "data",
  link_checks: "data",
  link_aliases: "data",
  item_texts: "data",
  facets: "derived",
  item_tags: "derived",
  tag_names: "derived",
  item_highlights: "derived",
  repeated_links: "derived",
  item_segments: "derived",
  item_pages: "data",
  page_jobs: "data",
  pictures: "data",
  covers: "data",
  loose_pictures: "data",
  page_icons: "data",
  account_icons: "data",
  files: "data",
  file_chunks: "data",
  copies: "data",
  backups: "data",
  backup_chunks: "data",
  imports: "data",
  import_chunks: "data",
  collaborators: "data",
  invitations: "data",
  undo_steps: "data",
  undo_items: "data",
  undo_shelves: "data",
  undo_collections: "data",
  undo_covers: "data",
  undo_copies: "data",
  webhooks: "data",
  webhook_deliveries: "data",
  webhook_lanes: "data",
  webhook_results: "data",
};

/** A table of this version that the database has. */
export interface Table extends TableShape {
  readonly name: TableName;
  /** Whether triggers fill it. */
  readonly isDerived: boolean;
}

/** Whether triggers insert and delete its rows. */
export function isDerived(name: TableName): boolean {
  return KINDS[name] === "derived";
}

/** Lists the tables of a database in the order in which they can be filled. An older schema has fewer. */
export async function listTables(database: Database): Promise<Table[]> {
  const shapes = await engineOf(database).describeTables(database);
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  const tables: Table[] = [];
  for (const [name, kind] of entriesOf(KINDS)) {
    const shape = byName.get(name);
    if (shape !== undefined) tables.push({ ...shape, name, isDerived: kind === "derived" });
  }
  return tables;
}

/** `Object.entries` with the type of the keys, of an object that has no others. */
function entriesOf<Key extends string, Value>(object: Readonly<Record<Key, Value>>): [Key, Value][] {
  // TypeScript types the keys as `string`, because an object may have more keys than its type.
  return Object.entries(object) as [Key, Value][];
}
