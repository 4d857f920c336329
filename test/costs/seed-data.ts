import { gzipSync } from "node:zlib";
import { type RawBuilder, sql } from "kysely";
import { divideSegments } from "../../harness/segments.ts";
import { searchTextOf } from "../../src/database/core/item-words.ts";
import type { Database } from "../../src/database/database.ts";
import { analyse, engine, listTables } from "../support/databases.ts";

const NOW = Date.UTC(2026, 0, 1);

/** The id of the account that owns the large collection. */
export const LARGE_COLLECTION_OWNER = 1;
/** The id of the collection with many items. */
export const LARGE_COLLECTION = 1;
/** The id of an account that is a member of it. */
export const LARGE_COLLECTION_MEMBER = 2;

/** The items of the large collection have ids above this number, so that the ids have seven digits at every size. */
const LARGE_COLLECTION_START = 1_000_000;
/** Rows that requests create have ids above this number. */
const NEW_ROWS_START = 2_000_000;

/** The id of a backup of the owner of the large collection. */
export const BACKUP = "690000000000000000000001";

/** A table with its columns, and the row to insert for each number `n`. */
type Insert = readonly [into: string, values: RawBuilder<unknown>];

const TIME = sql.lit(NOW);
const LATER = sql.lit(2 * NOW);

const [SEARCH_TEXT, RARE] = ["", "rare"].map((note) =>
  sql.lit(searchTextOf({ title: "Example", excerpt: "", note, link: "https://example.com/" })),
);

const ITEMS = `items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type, domain,
  title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)`;
const HIGHLIGHTED_ITEMS = ITEMS.replace(")", ", highlights)");
const ITEM = sql`account_id, shelves.id, ${TIME} + n, ${TIME}, n, 0, 0, 0, 'link', 'example.com', 'example', '' || n,
  'https://example.com/', 'Example', '', '["seed"]', '[]', '', '',
  case when n = 7 then ${RARE} else ${SEARCH_TEXT} end`;
const IN_COLLECTIONS = sql`from numbers inner join shelves on place = 'collection'`;
const IN_TRASH = sql`from numbers inner join shelves on place = 'trash'`;
/** The highlights of item `n`. */
const HIGHLIGHTS = sql`'[{"id":"69000000000000' || (1000000000 + n) || '","created":' || ${TIME} || '}]'`;

/** For each number `n`: a product, and an account with a login, a session, an API key, a collection, an item etc. */
const INSERTS: readonly Insert[] = [
  [
    "accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)",
    sql`n || '@crowd.example', n || '@crowd.example', 'Somebody', 'en', '', ${TIME}, ${TIME}, ${TIME} from numbers`,
  ],
  [
    "products (id, name, description, price, in_stock, search_text, created_by)",
    sql`'690000000000000' || (100000000 + n), 'Product', 'A thing.', 1, n % 2, 'product a thing.', n from numbers`,
  ],
  [
    "logins (account_id, ip_address, user_agent, referer, via_remember, created_at)",
    sql`n, '192.0.2.1', '', '', 0, ${TIME} from numbers`,
  ],
  ["failed_logins (email_key, network, failed_at)", sql`n || '@crowd.example', '' || n, ${TIME} from numbers`],
  [
    `audit_events (id, occurred_at, actor, actor_id, via, action, account_id, target_kind, target_id, details,
      previous_hash, hash)`,
    sql`n, ${TIME} + n, 'account', n, 'seed', 'key.create', n, 'key', '' || n, '{}', '', '' from numbers`,
  ],
  ["audit_head (id, count, hash)", sql`1, max(n), '' from numbers`],
  ["known_networks (account_id, network, used_at)", sql`n, '' || n, ${TIME} from numbers`],
  [
    "form_drafts (id, account_id, path, content, created_at, expires_at)",
    sql`'' || n, n, '', '{}', ${TIME}, ${TIME} from numbers`,
  ],
  ["user_settings (account_id, groups, config)", sql`n, '[]', '{}' from numbers`],
  [
    "reminder_settings (account_id, mails, calendar_hash, calendar_created_at)",
    sql`n, 'en', '' || n, ${TIME} from numbers`,
  ],
  [
    "saved_searches (account_id, name, place_id, search, nested, created_at)",
    sql`n, '', 0, 'x', 0, ${TIME} from numbers`,
  ],
  [
    "stored_responses (account_id, key, fingerprint, response, created_at)",
    sql`n, '' || n, '', '', ${TIME} from numbers`,
  ],
  [
    "sessions (token_hash, account_id, credential_version, kept, expires_at, browser_id)",
    sql`'' || n, n, 1, 0, ${LATER}, '' || n from numbers`,
  ],
  [
    "one_time_links (token_hash, account_id, purpose, credential_version, expires_at)",
    sql`'' || n, n, 'reset', 1, ${LATER} from numbers`,
  ],
  [
    "api_keys (account_id, name, prefix, key_hash, created_at)",
    sql`n, 'seed', 'trip_' || (10000000 + n), '', ${TIME} from numbers`,
  ],
  ["request_counts (network, count, ends_at)", sql`'' || n, 1, ${LATER} from numbers`],
  ["libraries (account_id, version, items_changed_at)", sql`n, 1, ${TIME} from numbers`],
  [
    "collections (account_id, depth, title, description, view, public, expanded, sort, cover, created_at, updated_at)",
    sql`n, 1, 'Collection', '', 'list', 0, 1, n, '[]', ${TIME}, ${TIME} from numbers`,
  ],
  // Each account is a member of the collection of the account before it.
  [
    "collaborators (collection_id, account_id, role, created_at)",
    sql`id, n, 'member', ${TIME} from numbers inner join collections on account_id = n - 1`,
  ],
  [
    "invitations (collection_id, account_id, role, email, email_key, token_hash, created_at, expires_at)",
    sql`id, account_id, 'viewer', '' || id, '' || id, '' || id, ${TIME}, ${LATER} from collections`,
  ],
  ["shelves (account_id, place)", sql`n, 'unsorted' from numbers`],
  ["shelves (account_id, place)", sql`n, 'trash' from numbers`],
  ["shelves (account_id, place, collection_id)", sql`account_id, 'collection', id from collections`],
  ["files (account_id, name, type, size)", sql`n, 'seed.pdf', 'application/pdf', 9 from numbers`],
  ["file_chunks (file_id, number, account_id, bytes)", sql`n, 0, n, cast('' as bytea) from numbers`],
  [ITEMS, sql`${ITEM} ${IN_COLLECTIONS} and account_id = n`],
  // A highlighted copy of the item above. The owner of the large collection has none.
  [
    HIGHLIGHTED_ITEMS,
    sql`${ITEM}, ${HIGHLIGHTS} ${IN_TRASH} and account_id = n where n <> ${sql.lit(LARGE_COLLECTION_OWNER)}`,
  ],
  // The first segments of the lists of items, in five orders.
  [
    "item_segments (account_id, sorting, shelf_id, number, text, item_id, count)",
    sql`account_id, sorting, id, -1e308, '', 0, count from numbers
      inner join (select account_id, id, count from shelves where count > 0
        union all select account_id, 0, sum(count) from shelves group by account_id) as counts on account_id = n
      cross join (select 'created_at' as sorting union all select 'updated_at' union all select 'sort'
        union all select 'title_key' union all select 'domain') as sortings`,
  ],
  ["pictures (id, account_id, color, bytes)", sql`'' || n, n, '#000000', cast('' as bytea) from numbers`],
  [
    "backups (id, account_id, completed, created_at)",
    sql`'69000000000000' || (1000000000 + n), n, 1, ${TIME} from numbers`,
  ],
  [
    "backup_chunks (account_id, backup_id, format, number, bytes)",
    sql`n, '69000000000000' || (1000000000 + n), 'html', 0, cast('' as bytea) from numbers`,
  ],
  [
    "imports (account_id, id, state, size, preview, expires_at)",
    sql`n, '' || n, 'ready', 0, '{}', ${LATER} from numbers`,
  ],
  ["import_chunks (account_id, number, bytes)", sql`n, 0, cast('' as bytea) from numbers`],
  ["covers (collection_id, picture_id)", sql`id, '' || account_id from collections`],
  [
    "page_icons (host, id, bytes, fetched_at, used_at)",
    sql`n || '.example', '' || n, cast('' as bytea), ${TIME}, ${TIME} from numbers`,
  ],
  [
    "account_icons (account_id, host, id, bytes, decoded, used_at)",
    sql`n, n || '.example', '' || n, cast('' as bytea), 1, ${TIME} from numbers`,
  ],
  ["loose_pictures (picture_id)", sql`id from pictures`],
  [
    "undo_steps (account_id, operation, change, item_count, collection_count, created_at, expires_at)",
    sql`n, 'deleteItem', '{}', 1, 1, ${TIME}, ${LATER} from numbers`,
  ],
  [
    "undo_items (step_id, item_id, account_id, place, collection_id, important, updated_at)",
    sql`n, n, n, 'trash', null, 0, ${TIME} from numbers`,
  ],
  [
    "undo_shelves (step_id, shelf_id, place, collection_id, moved, count)",
    sql`account_id, id, 'trash', null, 0, 1 from shelves where place = 'trash'`,
  ],
  [
    `undo_collections (step_id, collection_id, account_id, kind, title, description, view, public, expanded, sort,
      cover, created_at, updated_at)`,
    sql`n, n, n, 'moved', '', '', 'list', 0, 1, n, '[]', ${TIME}, ${TIME} from numbers`,
  ],
  ["undo_covers (step_id, collection_id, picture_id)", sql`n, n, '' || n from numbers`],
  ["undo_copies (step_id, item_id, file_id, size, created_at)", sql`n, n, n, 1, ${TIME} from numbers`],
  [
    "webhooks (account_id, url, event_types, secret, enabled, disabled_reason, created_at)",
    sql`n, 'https://example.com/', '[]', '', 0, 'owner', ${TIME} from numbers`,
  ],
  [
    "webhook_deliveries (webhook_id, message_id, type, payload, epoch, blockers, created_at, next_at)",
    sql`n, '' || n, 'item.created', '{}', 1, 0, ${TIME}, ${TIME} from numbers`,
  ],
  ["webhook_lanes (webhook_id, epoch, collection_id, delivery_id)", sql`n, 1, n, n from numbers`],
  ["copies (item_id, account_id, status, size)", sql`id, account_id, 'failed', 0 from items`],
  ["item_pages (item_id, account_id, read_at)", sql`id, account_id, ${TIME} from items`],
  ["item_texts (item_id, account_id, html, words)", sql`id, account_id, '<p>Page</p>', 'page' from items`],
  ["page_jobs (item_id, account_id, urgent, due_at)", sql`id, account_id, 0, ${LATER} + id from items`],
  ["link_checks (item_id, due_at)", sql`id, ${LATER} + id from items`],
  ["link_aliases (item_id, account_id, link_key)", sql`id, account_id, 'alias ' || id from items`],
  [
    "webhook_results (webhook_id, message_id, type, delivered, attempts, created_at, finished_at)",
    sql`n, '' || n, 'item.created', 1, 1, ${TIME}, ${LATER} from numbers`,
  ],
];

/** Tables whose rows do not grow with the data: one row for each secret, worker, backup target etc. */
const FIXED_TABLES = [
  "migrations",
  "row_counts",
  "secrets",
  "leases",
  "setup_links",
  "server_settings",
  "server_backups",
  "audit_head",
  "items_before",
  "table_versions",
  // One row for a thousand accounts.
  "account_segments",
];

/**
 * Inserts `size` products, `size` accounts with one row or a few rows in every other table, and `size` more items in
 * the large collection.
 */
export async function insertSeedData(database: Database, size: number): Promise<void> {
  const insert = ([into, values]: Insert) =>
    sql`insert into ${sql.raw(into)}
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(size)})
      select ${values}`.execute(database);
  if (engine === "postgres") await turnAutovacuumOff(database);
  for (const rows of INSERTS) await insert(rows);
  await restartIdsAfter(database, LARGE_COLLECTION_START);
  await insert([ITEMS, sql`${ITEM} ${IN_COLLECTIONS} and account_id = ${sql.lit(LARGE_COLLECTION_OWNER)}`]);
  await restartIdsAfter(database, NEW_ROWS_START);
  await divideSegments(database);
  await insertBackup(database);
  await assertFilled(database, size);
  if (engine === "postgres") await analyse(database);
}

async function insertBackup(database: Database): Promise<void> {
  const owner = { account_id: LARGE_COLLECTION_OWNER };
  await database
    .insertInto("backups")
    .values({ ...owner, id: BACKUP, completed: 1, created_at: NOW })
    .execute();
  const chunk = { ...owner, backup_id: BACKUP, format: "html", number: 0, bytes: gzipSync("<DT>") } as const;
  await database.insertInto("backup_chunks").values(chunk).execute();
}

/** Throws if a table has fewer than `size` rows: a plan that reads the whole table would go unnoticed. */
async function assertFilled(database: Database, size: number): Promise<void> {
  for (const name of await listTables(database)) {
    if (FIXED_TABLES.includes(name)) continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(database);
    // Two accounts have other rows in some tables.
    if (Number(rows[0]?.count) < size - 2) throw new Error(`Insert ${size} rows into ${name}.`);
  }
}

/** Sets the id sequences of all tables: the next id is `id + 1`. */
async function restartIdsAfter(database: Database, id: number): Promise<void> {
  await (engine === "sqlite"
    ? sql`update sqlite_sequence set seq = ${id}`
    : sql`select setval((schemaname || '.' || sequencename)::regclass, ${sql.lit(id)}) from pg_sequences
        where schemaname = current_schema()`
  ).execute(database);
}

/** Keeps plans and costs stable: after a vacuum, PostgreSQL counts fewer of the rows that it reads through indexes. */
async function turnAutovacuumOff(database: Database): Promise<void> {
  for (const name of await listTables(database)) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(database);
  }
}
