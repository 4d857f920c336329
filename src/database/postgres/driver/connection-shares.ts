import {
  AliasNode,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from "kysely";
import type { Schema } from "../../schema/schema.ts";
import { Semaphore } from "./semaphore.ts";

/** Tables that are used together: a lock on one may delay the statements of the whole group. */
type Group = "accounts" | "catalogue" | "library";

const GROUP_OF_TABLE: Readonly<Record<keyof Schema, Group>> = {
  account_segments: "accounts",
  accounts: "accounts",
  api_keys: "accounts",
  audit_events: "accounts",
  audit_head: "accounts",
  failed_logins: "accounts",
  form_drafts: "accounts",
  known_networks: "accounts",
  leases: "library",
  logins: "accounts",
  one_time_links: "accounts",
  reminder_settings: "accounts",
  request_counts: "accounts",
  row_counts: "accounts",
  saved_searches: "accounts",
  secrets: "accounts",
  server_backups: "accounts",
  server_settings: "accounts",
  sessions: "accounts",
  setup_links: "accounts",
  stored_responses: "accounts",
  user_settings: "accounts",
  product_counts: "catalogue",
  products: "catalogue",
  account_icons: "library",
  backup_chunks: "library",
  backups: "library",
  collaborators: "library",
  collections: "library",
  copies: "library",
  covers: "library",
  facets: "library",
  file_chunks: "library",
  files: "library",
  import_chunks: "library",
  imports: "library",
  invitations: "library",
  item_highlights: "library",
  item_pages: "library",
  item_segments: "library",
  item_tags: "library",
  items: "library",
  item_texts: "library",
  libraries: "library",
  link_aliases: "library",
  link_checks: "library",
  loose_pictures: "library",
  page_icons: "library",
  page_jobs: "library",
  pictures: "library",
  repeated_links: "library",
  shelves: "library",
  tag_names: "library",
  undo_collections: "library",
  undo_covers: "library",
  undo_copies: "library",
  undo_items: "library",
  undo_shelves: "library",
  undo_steps: "library",
  webhook_deliveries: "library",
  webhook_lanes: "library",
  webhook_results: "library",
  webhooks: "library",
};

const GROUPS: ReadonlyMap<string | undefined, Group> = new Map(Object.entries(GROUP_OF_TABLE));

/** The share of the pool that one group may use. */
const SHARE = 0.6;

/**
 * Limits how many connections of a pool each group of tables may use, so that requests waiting for a
 * locked table leave connections for the other groups.
 */
export class ConnectionShares {
  readonly #semaphores: Readonly<Record<Group, Semaphore>>;

  /** `timeout`: how long to wait, in milliseconds. */
  constructor(poolSize: number, timeout: number) {
    const create = () => new Semaphore(Math.ceil(poolSize * SHARE), timeout);
    this.#semaphores = { accounts: create(), catalogue: create(), library: create() };
  }

  /** The queries that wait for a connection of their group. */
  get waiting(): number {
    return Object.values(this.#semaphores).reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /**
   * Waits until the group of the query's first table may use another connection. Returns a function
   * to call when the connection is released. Throws `unavailable` after the timeout. Queries without
   * a table are not limited.
   */
  async acquire(query: OperationNode): Promise<() => void> {
    const group = GROUPS.get(tableIn(query));
    return group === undefined ? () => {} : this.#semaphores[group].acquire();
  }
}

/** The name of the first table of a query; undefined for raw SQL. */
function tableIn(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (TableNode.is(node)) return node.table.identifier.name;
  if (AliasNode.is(node)) return tableIn(node.node);
  if (SelectQueryNode.is(node) || DeleteQueryNode.is(node)) return tableIn(node.from?.froms[0]);
  if (UpdateQueryNode.is(node)) return tableIn(node.table);
  if (InsertQueryNode.is(node)) return tableIn(node.into);
  return undefined;
}
