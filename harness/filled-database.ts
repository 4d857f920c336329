import type { Insertable } from "kysely";
import type { Database } from "../src/database/database.ts";
import type { Schema } from "../src/database/schema/schema.ts";
import * as items from "../src/library/items/items.ts";
import { FIXTURES } from "../src/testing/fixtures.ts";
import { loadFixtures } from "../src/testing/load-fixtures.ts";
import { makeSegments } from "./segments.ts";

/** Text that every engine and format must keep as it is. */
export const DIFFICULT_TEXT =
  'tab\t newline\n return\r \\N \\. \\" \' {"a",NULL} 𝒳 🏳️‍🌈 ä a\u{308} \u{2028} \u{7f} עברית';

/** Every byte. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

type Rows = { readonly [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

/** Rows of the tables that the fixtures leave empty, and values at the limits of what a column can hold. */
const ROWS: Rows = {
  secrets: [{ name: DIFFICULT_TEXT, value: "" }],
  server_settings: [{ name: "registration", value: "closed" }],
  server_backups: [{ target: "/backups", name: DIFFICULT_TEXT, size: Number.MAX_SAFE_INTEGER, created_at: NOW }],
  setup_links: [{ token_hash: "aa", expires_at: NOW }],
  leases: [{ name: "cleanup", holder: "x", expires_at: NOW }],
  request_counts: [{ network: "2001:db8::/64", count: 7, ends_at: NOW }],
  failed_logins: [{ email_key: "ä@example.com", network: "192.0.2.1", failed_at: NOW, from_known: 1 }],
  logins: [
    {
      account_id: 1,
      ip_address: "192.0.2.1",
      user_agent: DIFFICULT_TEXT,
      referer: "",
      via_remember: 1,
      created_at: NOW,
    },
  ],
  known_networks: [{ account_id: 1, network: "192.0.2.0", used_at: NOW }],
  reminder_settings: [{ account_id: 1, mails: "none", calendar_hash: "cc", calendar_created_at: NOW }],
  saved_searches: [
    { account_id: 1, name: "Long reads", place_id: 0, search: "#long", sort: null, nested: 0, created_at: NOW },
  ],
  sessions: [
    {
      token_hash: "bb",
      account_id: 1,
      credential_version: 1,
      kept: 0,
      expires_at: Number.MAX_SAFE_INTEGER,
      browser_id: "b",
      network: "",
      user_agent: "",
    },
  ],
  one_time_links: [
    { token_hash: "cc", account_id: 1, purpose: "reset", email: null, credential_version: 1, expires_at: NOW },
  ],
  form_drafts: [{ id: "d", account_id: 1, path: "/products/new", content: "{}", created_at: NOW, expires_at: NOW }],
  user_settings: [{ account_id: 1, groups: "[]", config: '{"a":1}' }],
  stored_responses: [{ account_id: 0, key: "key", fingerprint: "f", response: null, created_at: NOW }],
  products: [
    { name: "Tiny", price: 5e-324 },
    { name: "Third", price: 1 / 3 },
    { name: "Vast", price: Number.MAX_VALUE },
  ].map(({ name, price }, index) => ({
    id: `00000000000000000000001${index}`,
    name,
    description: DIFFICULT_TEXT,
    price,
    in_stock: 0,
    search_text: "",
    created_by: 1,
  })),
  link_checks: [{ item_id: 5, due_at: NOW, seen: DIFFICULT_TEXT, set_by_server: 1 }],
  link_aliases: [{ item_id: 5, account_id: 1, link_key: "k" }],
  item_texts: [{ item_id: 5, account_id: 1, html: "<p>A page</p>", words: "a page" }],
  pictures: [{ id: "loose", account_id: 1, color: "#000000", bytes: BYTES }],
  loose_pictures: [{ picture_id: "loose" }],
  copies: [{ item_id: 5, account_id: 1, status: "retry", file_id: null, size: 0, created_at: null, wanted_at: NOW }],
  undo_shelves: [{ step_id: 1, shelf_id: 1, place: "trash", collection_id: null, moved: 1, count: 1 }],
  undo_collections: [
    {
      step_id: 1,
      collection_id: 99,
      account_id: 1,
      kind: "deleted",
      parent_id: null,
      new_parent_id: 5,
      title: DIFFICULT_TEXT,
      description: "",
      view: "list",
      public: 0,
      expanded: 1,
      sort: -1e21,
      color: null,
      cover: "[]",
      created_at: NOW,
      updated_at: NOW,
    },
  ],
  webhooks: [
    {
      account_id: 1,
      url: "https://example.com/hook",
      event_types: "[]",
      secret: "whsec_x",
      enabled: 1,
      created_at: NOW,
      waiting_count: 1,
      waiting_bytes: 2,
    },
  ],
  webhook_deliveries: [
    { webhook_id: 1, message_id: "m", type: "t", payload: "{}", epoch: 0, blockers: 0, created_at: NOW, next_at: NOW },
  ],
  webhook_lanes: [{ webhook_id: 1, epoch: 0, collection_id: 3, delivery_id: 1 }],
  webhook_results: [
    {
      webhook_id: 1,
      message_id: "n",
      type: "t",
      delivered: 1,
      attempts: 1,
      status: 200,
      reason: null,
      created_at: NOW,
      finished_at: NOW,
    },
  ],
  imports: [
    {
      account_id: 1,
      id: "x",
      state: "done",
      size: 0,
      preview: DIFFICULT_TEXT,
      into_id: Number.MAX_SAFE_INTEGER,
      outcome: "{}",
      expires_at: NOW,
    },
  ],
  import_chunks: [{ account_id: 1, number: 0, bytes: BYTES }],
  page_icons: [
    { host: "a.example", id: "icon", bytes: BYTES, fetched_at: NOW, used_at: NOW },
    { host: "b.example", id: "none", bytes: null, fetched_at: NOW, used_at: NOW },
  ],
  account_icons: [
    { account_id: 1, host: "a.example", id: "icon", bytes: BYTES, decoded: 1, used_at: NOW },
    { account_id: 1, host: "b.example", id: "icon", bytes: BYTES, decoded: 0, used_at: NOW },
  ],
  undo_covers: [{ step_id: 1, collection_id: 99, picture_id: "loose" }],
  undo_copies: [{ step_id: 1, item_id: 5, file_id: 1, new_file_id: null, size: 1, created_at: 0 }],
  item_pages: [
    {
      item_id: 5,
      account_id: 1,
      canonical: "https://example.com/",
      author: DIFFICULT_TEXT,
      read_at: NOW,
      failure: null,
    },
  ],
  page_jobs: [{ item_id: 5, account_id: 1, urgent: 0, due_at: Number.MAX_SAFE_INTEGER, attempts: 3 }],
};

/** Fills an empty database so that every table has a row. */
export async function fillEveryTable(database: Database): Promise<void> {
  await loadFixtures(database);
  await items.createMany(database, () => NOW, FIXTURES.accounts.administrator.id, [
    difficultItem("https://example.com/?q=ä#/1"),
    difficultItem("https://example.com/?q=ä#/1"),
  ]);
  for (const [table, rows] of Object.entries(ROWS)) {
    for (const row of rows)
      await database
        .insertInto(table as keyof Schema) // `Object.entries` forgets the names.
        .values(row)
        .execute();
  }
  await makeSegments(database);
}

function difficultItem(link: string): items.NewItem {
  return {
    link,
    title: DIFFICULT_TEXT,
    placeId: FIXTURES.collections.archive.id,
    excerpt: DIFFICULT_TEXT,
    note: DIFFICULT_TEXT,
    type: "article",
    cover: "https://example.com/cover.png",
    media: [],
    tags: [DIFFICULT_TEXT, "ä"],
    highlights: [{ id: "0000000000000000000000aa", text: DIFFICULT_TEXT }],
    important: true,
    broken: true,
  };
}
