import { gzipSync } from "node:zlib";
import { searchTextOf } from "../../src/database/core/item-words.ts";
import { tagWordsOf } from "../../src/database/migrations/parts/stored-words.ts";
import { linkKeyOf } from "../../src/library/items/link-key.ts";

type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** Rows of one version of the schema, by table. A later migration may change the columns in `CHANGED_LATER`. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

const TIME = Date.UTC(2026, 0, 2);

/** Columns whose values a migration after that of the row may replace. */
export const CHANGED_LATER: ReadonlySet<string> = new Set([
  "link_key",
  "domain",
  "search_text",
  "sessions.browser_id",
  "imports.claimed_until",
]);

const collection = {
  account_id: 1,
  description: "",
  view: "list",
  public: 0,
  expanded: 1,
  sort: 1.5,
  color: null,
  cover: "[]",
  created_at: TIME,
  updated_at: TIME,
};

const item = {
  account_id: 1,
  shelf_id: 1,
  created_at: TIME,
  updated_at: TIME,
  sort: 1,
  position: 0,
  important: 1,
  broken: 0,
  type: "article",
  domain: "www.example.com",
  title_key: "title",
  link_key: "as it was computed then",
  link: "https://www.example.com/?utm_source=x",
  title: "Title",
  cover: "",
  tags: '["A","b c"]',
  media: "[]",
  excerpt: "Excerpt",
  note: "Note",
  search_text: "as it was computed then",
};

/** An item as versions from 0012 to 0040 stored it, with the words of its tags among those of its texts. */
function laterItem(link: string) {
  const { title, excerpt, note } = item;
  const words: string[] = JSON.parse(searchTextOf({ title, excerpt, note, link }));
  const search_text = JSON.stringify(words.toSpliced(3, 0, tagWordsOf(JSON.parse(item.tags))));
  return { ...item, link, link_key: linkKeyOf(link), domain: "example.com", search_text };
}

function account(name: string) {
  const email = `${name}@Example.com`;
  const times = { registered_at: TIME, created_at: TIME, updated_at: TIME };
  return { email, email_key: email.toLowerCase(), name, locale: "en", password_hash: "hash", ...times };
}

const BYTES = Buffer.from([0, 1, 254, 255]);

/**
 * Rows that a version could store, by the migration that made it: of its new tables, and of tables with new columns.
 * Generated ids begin with 1 in each table.
 */
export const ROWS_BY_MIGRATION: Readonly<Record<string, Rows>> = {
  "0001-accounts": {
    accounts: [account("Ann"), account("Bob"), { ...account("Carl"), deleted_at: TIME }],
    logins: [
      { account_id: 1, ip_address: "192.0.2.1", user_agent: "x", referer: "", via_remember: 1, created_at: TIME },
    ],
    failed_logins: [{ email_key: "ann@example.com", network: "192.0.2.1", failed_at: TIME }],
    secrets: [{ name: "token", value: "secret" }],
  },
  "0002-products": {
    products: [
      { id: "a".repeat(24), name: "Lamp", description: "ä", price: 1 / 3, in_stock: 0, search_text: "lamp\nä" },
      { id: "b".repeat(24), name: "Desk", description: "", price: 2, in_stock: 1, search_text: "desk" },
    ],
  },
  "0003-administration": {
    api_keys: [{ account_id: 1, name: "Key", prefix: "trip_x", key_hash: "x", created_at: TIME, revoked_at: TIME }],
    sessions: [{ token_hash: "ab".repeat(32), account_id: 1, credential_version: 1, kept: 0, expires_at: TIME }],
    request_counts: [{ network: "192.0.2.0", count: 3, ends_at: TIME }],
  },
  "0004-collections": {
    libraries: [1, 2].map((account_id) => ({ account_id, version: 1, items_changed_at: TIME })),
    collections: [
      { ...collection, title: "Root", parent_id: null, depth: 1, parent_depth: null, cover: '["picture:used"]' },
      { ...collection, title: "Child", parent_id: 1, depth: 2, parent_depth: 1 },
    ],
    shelves: [
      { account_id: 1, place: "collection", collection_id: 1 },
      { account_id: 1, place: "collection", collection_id: 2 },
      { account_id: 1, place: "unsorted", collection_id: null },
      { account_id: 1, place: "trash", collection_id: null },
    ],
    items: [item, { ...item, link: "https://example.com" }, { ...item, shelf_id: 4, broken: 1, tags: "[]" }],
    pictures: [
      { id: "used", account_id: 1, color: "#000000", bytes: BYTES },
      { id: "loose", account_id: 1, color: "#000000", bytes: BYTES },
    ],
    covers: [{ collection_id: 1, picture_id: "used" }],
    loose_pictures: [{ picture_id: "loose" }],
  },
  "0005-product-versions": {},
  "0006-quotas": {
    products: [
      { id: "c".repeat(24), name: "Cup", description: "", price: 3, in_stock: 1, search_text: "cup", created_by: 1 },
    ],
  },
  "0007-known-networks": {
    known_networks: [{ account_id: 1, network: "192.0.2.1", used_at: TIME }],
    failed_logins: [{ email_key: "ann@example.com", network: "192.0.2.2", failed_at: TIME, from_known: 1 }],
  },
  "0008-stored-responses": {
    stored_responses: [{ account_id: 1, key: "k".repeat(8), fingerprint: "f", response: "{}", created_at: TIME }],
  },
  "0009-leases": { leases: [{ name: "cleanup", holder: "x", expires_at: TIME }] },
  "0010-search": {},
  "0011-link-keys": {},
  "0012-item-facets": {
    items: [
      {
        ...laterItem("https://example.com/highlighted"),
        highlights: `[{"id":"${"0".repeat(24)}","text":"Text","created":${TIME}}]`,
        reminder_at: TIME,
      },
    ],
  },
  "0013-repeated-links": { items: [laterItem("https://example.com/twice"), laterItem("https://example.com/twice")] },
  "0014-user-settings": { user_settings: [{ account_id: 1, groups: "[]", config: "{}" }] },
  "0015-backups": {
    backups: [{ id: "export", account_id: 1, completed: 1, created_at: TIME }],
    backup_chunks: ["csv", "html"].map((format) => ({
      backup_id: "export",
      format,
      number: 0,
      account_id: 1,
      bytes: gzipSync(BYTES),
    })),
  },
  "0016-undo": {
    undo_steps: [
      {
        account_id: 1,
        operation: "deleteCollection",
        change: "{}",
        item_count: 1,
        collection_count: 1,
        created_at: TIME,
        expires_at: TIME,
      },
    ],
    undo_items: [
      {
        step_id: 1,
        item_id: 1,
        account_id: 1,
        place: "unsorted",
        collection_id: null,
        important: 1,
        updated_at: TIME,
        tags: "[]",
        media: null,
        cover: null,
      },
    ],
    undo_shelves: [{ step_id: 1, shelf_id: 3, place: "trash", collection_id: null, moved: 0, count: 0 }],
    undo_collections: [
      {
        ...collection,
        step_id: 1,
        collection_id: 9,
        kind: "deleted",
        parent_id: null,
        new_parent_id: 1,
        title: "Gone",
      },
    ],
    undo_covers: [{ step_id: 1, collection_id: 9, picture_id: "used" }],
  },
  "0017-item-files": {
    files: [{ account_id: 1, name: "a.txt", type: "text/plain", size: 4, expires_at: null }],
    file_chunks: [{ file_id: 1, number: 0, account_id: 1, bytes: BYTES }],
    items: [{ ...laterItem("https://example.com/file"), type: "document", file_id: 1, picture_id: "used" }],
  },
  "0018-sharing": {
    collaborators: [{ collection_id: 1, account_id: 2, role: "viewer", created_at: TIME }],
    invitations: [
      {
        collection_id: 1,
        account_id: 1,
        role: "member",
        email: "Dora@example.com",
        email_key: "dora@example.com",
        token_hash: "cd",
        created_at: TIME,
        expires_at: TIME,
      },
    ],
    items: [{ ...laterItem("https://example.com/shared"), creator_id: 2 }],
  },
  "0019-account-services": {
    one_time_links: [
      { token_hash: "ef", account_id: 1, purpose: "reset", email: null, credential_version: 1, expires_at: TIME },
    ],
    setup_links: [{ token_hash: "01", expires_at: TIME }],
    server_settings: [{ name: "registration", value: "closed" }],
    sessions: [
      {
        token_hash: "23".repeat(32),
        account_id: 2,
        credential_version: 1,
        kept: 1,
        expires_at: TIME,
        browser_id: "browser",
        network: "192.0.2.0",
        user_agent: "x",
      },
    ],
  },
  "0020-key-scopes": {
    api_keys: [
      { account_id: 1, name: "Scoped", prefix: "trip_y", key_hash: "y", created_at: TIME, scopes: '["users:read"]' },
    ],
  },
  "0021-retention": { accounts: [{ ...account("Erased"), deleted_at: TIME, erased_at: TIME }] },
  // A test records an event, whose hash rows can't state.
  "0022-audit-log": {},
  "0023-webhooks": {
    webhooks: [
      {
        account_id: 1,
        url: "https://example.com/hook",
        event_types: "[]",
        secret: "whsec_x",
        enabled: 1,
        disabled_reason: null,
        created_at: TIME,
      },
    ],
    webhook_deliveries: [
      {
        webhook_id: 1,
        message_id: "msg_1",
        type: "item.created",
        payload: "{}",
        epoch: 1,
        blockers: 0,
        created_at: TIME,
        next_at: TIME,
      },
    ],
    webhook_lanes: [{ webhook_id: 1, epoch: 1, collection_id: 1, delivery_id: 1 }],
    webhook_results: [
      {
        webhook_id: 1,
        message_id: "msg_0",
        type: "item.created",
        delivered: 1,
        attempts: 1,
        status: 204,
        reason: null,
        created_at: TIME,
        finished_at: TIME,
      },
    ],
  },
  "0024-backups": { server_backups: [{ target: "/backups", name: "x", size: 5, created_at: TIME }] },
  "0025-index-merges": {},
  // The migration itself inserts its rows.
  "0026-table-versions": {},
  // A later migration removes the segments of accounts with few items.
  "0027-segments": {},
  "0028-shared-limits": {
    request_counts: [{ network: "192.0.2.9", count: 3, ends_at: TIME, granted: 2, held_until: TIME, holder: "x" }],
    failed_logins: [{ email_key: "x", network: "192.0.2.9", failed_at: TIME, from_known: 0, pending: 1 }],
  },
  "0029-imports": {
    imports: [
      {
        account_id: 1,
        id: "ab".repeat(12),
        state: "running",
        size: 4,
        preview: "{}",
        into_id: 1,
        stored: 0,
        attempts: 1,
        claimed_until: TIME,
        outcome: null,
        expires_at: TIME,
      },
    ],
    import_chunks: [{ account_id: 1, number: 0, bytes: BYTES }],
  },
  "0030-version-sequences": {},
  "0031-facet-removals": {},
  "0032-index-words": {},
  "0033-lower-case-words": {},
  "0034-uploaded-items": {},
  "0035-audit-expiry": {},
  "0036-collaborator-owners": {
    collaborators: [{ collection_id: 1, account_id: 3, role: "member", created_at: TIME, owner_id: 1 }],
  },
  "0037-long-changes": {},
  "0038-subkeys": {},
  "0039-trash-origins": {},
  "0040-form-drafts": {
    form_drafts: [
      { id: "d".repeat(22), account_id: 1, path: "/products/new", content: "{}", created_at: TIME, expires_at: TIME },
    ],
  },
  "0041-tag-index": {},
  "0042-facet-changes": {},
  "0043-segment-changes": {
    item_segments: ["created_at", "updated_at", "sort", "title_key", "domain"].map((sorting) => {
      return { account_id: 2, sorting, shelf_id: 0, number: -1e308, text: "", item_id: 0, count: 0 };
    }),
  },
  "0044-undo-usage": {},
  "0045-import-leases": {},
  "0046-merged-triggers": {},
  "0047-repeated-link-lookups": {},
  "0048-tag-names": {},
  "0049-items-before": {},
  "0050-tag-removals": {},
  "0051-page-jobs": {
    item_pages: [
      {
        item_id: 1,
        account_id: 1,
        canonical: "https://example.com/",
        language: "en",
        author: "x",
        published_at: TIME,
        read_at: TIME,
        failure: "gone",
        filled: "{}",
      },
    ],
    page_jobs: [{ item_id: 1, account_id: 1, urgent: 1, due_at: TIME, attempts: 1 }],
  },
  "0052-page-icons": {
    page_icons: [
      { host: "a.example", id: "i".repeat(22), bytes: BYTES, fetched_at: TIME, used_at: TIME },
      { host: "b.example", id: "j".repeat(22), bytes: null, fetched_at: TIME, used_at: TIME },
    ],
  },
  "0053-copies": {
    copies: [{ item_id: 1, account_id: 1, status: "retry", file_id: null, size: 0, created_at: null, wanted_at: TIME }],
  },
  "0054-item-texts": { item_texts: [{ item_id: 1, account_id: 1, html: "<p>Some text</p>", words: "some text" }] },
  "0055-link-checks": {
    link_checks: [{ item_id: 1, due_at: TIME, failures: 1, first_failed_at: TIME, seen: "404", checked_at: TIME }],
    link_aliases: [{ item_id: 1, account_id: 1, link_key: "k".repeat(43) }],
  },
  "0056-reminders": {
    reminder_settings: [{ account_id: 1, mails: "de", calendar_hash: "ab".repeat(32), calendar_created_at: TIME }],
  },
  "0057-indexed-inserts": {},
  "0058-saved-searches": {
    saved_searches: [
      { account_id: 1, name: "x", place_id: 0, search: "#x", sort: "title", nested: 1, created_at: TIME },
      { account_id: 2, name: "x", place_id: -99, search: "x", sort: null, nested: 0, created_at: TIME },
    ],
  },
  "0060-kept-copies": {
    files: [{ account_id: 1, name: "copy.html", type: "text/html", size: 4, expires_at: null }],
    file_chunks: [{ file_id: 2, number: 0, account_id: 1, bytes: BYTES }],
    undo_copies: [{ step_id: 1, item_id: 9, file_id: 2, new_file_id: null, size: 4, created_at: TIME }],
  },
  "0061-account-icons": {
    account_icons: [
      { account_id: 1, host: "a.example", id: "i".repeat(22), bytes: BYTES, decoded: 1, used_at: TIME },
      { account_id: 1, host: "b.example", id: "j".repeat(22), bytes: BYTES, decoded: 0, used_at: TIME },
    ],
  },
};
