import { type RawBuilder, sql } from "kysely";
import { plural } from "../../base/plural.ts";
import { bytesOf, derivedOfItems, STORED_ITEM_COLUMNS } from "../../database/core/derived-of-items.ts";
import type { Engine, Value } from "../../database/core/engine.ts";
import { ACCOUNTS_PER_SEGMENT } from "../../database/schema/segments.ts";
import type { TableName } from "./tables.ts";

/** What the triggers store in a table, or in a column of one, computed from the tables that they follow. */
export interface Derived {
  readonly check: DerivedCheck;
  readonly table: TableName;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** The column with a number that is compared; undefined if only the existence of rows is. */
  readonly count?: string;
  /** SQL: the rows that it should have: the key, `count` and `also`. */
  readonly from: string;
  /** Further columns for the message. */
  readonly also?: readonly string[];
  /** The columns of the key by which `from` finds a row quickly. Needed without `count`. */
  readonly of?: readonly string[];
  /** One sentence for the operator of the server. `stored` and `expected` are 0 where the row does not exist. */
  readonly message: (row: Readonly<Record<string, Value>>, stored: number, expected: number) => string;
}

/** The check that compares a derived table. */
export type DerivedCheck = "counts" | "tags and filters" | "quotas";

/** SQL: the rows of a table. The rows of `product_counts` have a meaning only as a sum: each connection has its own. */
export function contentOf(table: TableName): RawBuilder<unknown> {
  if (table !== "product_counts") return sql.table(table);
  return sql`(select account_id, 0 as part, cast(sum(count) as bigint) as count from product_counts
    group by account_id having sum(count) <> 0)`;
}

/** The columns whose bytes count towards the storage of an account, by table. */
const STORED_COLUMNS = {
  collections: ["title", "description", "cover"],
  items: STORED_ITEM_COLUMNS,
  item_texts: ["html", "words"],
  account_icons: ["bytes"],
  pictures: ["bytes"],
  backup_chunks: ["bytes"],
  file_chunks: ["bytes"],
  undo_steps: ["change"],
  undo_items: ["tags", "media", "cover"],
  undo_collections: ["title", "description", "cover"],
};

/** The counters of `libraries`, with the rows that each counts, and their name. */
const USAGE = {
  collection_count: { nouns: "collections", rows: "select account_id, 1 as value from collections" },
  item_count: { nouns: "items", rows: "select account_id, 1 as value from items" },
  stored_bytes: {
    nouns: "bytes",
    rows: [
      // Without the brackets of the list.
      "select account_id, octet_length(highlights) - 2 as value from items",
      ...Object.entries(STORED_COLUMNS).map(([table, columns]) => {
        return `select account_id, ${bytesOf(columns)} from ${table}`;
      }),
    ].join(" union all "),
  },
  tag_count: {
    nouns: "tags of collections",
    rows: "select account_id, 1 as value from facets where kind = 'tag'",
  },
};

/**
 * All that triggers derive, except for segments, whose bounds depend on their history, the full-text indexes, which each
 * engine stores in its own form, and the versions of tables.
 */
export function derivedOn(engine: Engine): Derived[] {
  const { entriesOf, propertyOf } = engine;
  const { facets, itemTags, shelves } = derivedOfItems(engine);
  const inOrFrom = (stored: number) => (stored === 0 ? "missing from" : "wrongly in");
  return [
    ...Object.entries({ count: "item", broken: "broken item" }).map(
      ([count, noun]): Derived => ({
        check: "counts",
        table: shelves.table,
        key: shelves.key,
        count,
        also: ["account_id", "place"],
        from: `select shelves.id, account_id, coalesce(value, 0) as ${count},
            case place when 'collection' then 'collection ' || collection_id when 'unsorted' then 'Unsorted'
              when 'trash' then 'the Trash' else 'deleted items' end as place
          from shelves left join (
            select id as shelf_id, sum(${count}) as value from (${shelves.rowsOf("items")}) as rows group by id) as found
          on shelf_id = shelves.id`,
        message: ({ place, account_id }, stored, expected) =>
          `The count of ${place} of account ${account_id} is ${plural(stored, noun)} instead of ${expected}.`,
      }),
    ),
    {
      check: "counts",
      table: "row_counts",
      key: ["name"],
      count: "count",
      from: "select 'accounts' as name, count(*) as count from accounts where deleted_at is null",
      message: (_, stored, expected) => `The number of accounts is stored as ${stored} instead of ${expected}.`,
    },
    {
      check: "counts",
      table: "account_segments",
      key: ["first_id"],
      count: "count",
      from: `select id - id % ${ACCOUNTS_PER_SEGMENT} as first_id, count(*) as count from accounts
        where deleted_at is null group by 1`,
      message: ({ first_id }, stored, expected) =>
        `The number of accounts from ${first_id} on is stored as ${stored} instead of ${expected}.`,
    },
    {
      check: "counts",
      table: "product_counts",
      key: ["account_id", "part"],
      count: "count",
      from: `select created_by as account_id, 0 as part, count(*) as count from products
        where created_by is not null group by created_by`,
      message: ({ account_id }, stored, expected) =>
        `The number of products of account ${account_id} is stored as ${stored} instead of ${expected}.`,
    },
    {
      check: "tags and filters",
      table: facets.table,
      key: facets.key,
      count: "count",
      from: `select ${facets.key.join(", ")}, sum(count) as count from (${facets.rowsOf("items")}) as rows
        group by ${facets.key.join(", ")}`,
      message: ({ kind, name, account_id }, stored, expected) =>
        `The ${kind} ${JSON.stringify(name)} of account ${account_id} is counted for ${plural(stored, "item")} of a collection instead of ${expected}.`,
    },
    {
      check: "tags and filters",
      table: itemTags.table,
      key: itemTags.key,
      from: itemTags.rowsOf("items"),
      of: ["item_id"],
      message: ({ name, item_id }, stored) =>
        `The item ${item_id} is ${inOrFrom(stored)} the list of the tag ${JSON.stringify(name)}.`,
    },
    {
      check: "tags and filters",
      table: "tag_names",
      key: ["account_id", "name"],
      count: "shelf_count",
      from: "select account_id, name, count(*) as shelf_count from facets where kind = 'tag' group by account_id, name",
      message: ({ name, account_id }, stored, expected) =>
        `The tag ${JSON.stringify(name)} of account ${account_id} is stored for ${plural(stored, "collection")} instead of ${expected}.`,
    },
    {
      check: "tags and filters",
      table: "item_highlights",
      key: ["account_id", "created_at", "item_id", "id", "shelf_id"],
      from: `select account_id, shelf_id, items.id as item_id, ${propertyOf("id")} as id,
          cast(${propertyOf("created")} as bigint) as created_at
        from items cross join ${entriesOf("items.highlights")}`,
      of: ["item_id"],
      message: ({ id, item_id }, stored) =>
        `The highlight ${id} of item ${item_id} is ${inOrFrom(stored)} the list of highlights.`,
    },
    {
      check: "tags and filters",
      table: "repeated_links",
      key: ["account_id", "link_key"],
      from: "select account_id, link_key from items group by account_id, link_key having count(*) > 1",
      of: ["account_id", "link_key"],
      message: ({ account_id }, stored) =>
        `A link of account ${account_id} is ${inOrFrom(stored)} the list of duplicates.`,
    },
    ...Object.entries(USAGE).map(
      ([count, { nouns, rows }]): Derived => ({
        check: "quotas",
        table: "libraries",
        key: ["account_id"],
        count,
        from: `select libraries.account_id, coalesce(value, 0) as ${count} from libraries left join (
            select account_id, cast(sum(value) as bigint) as value from (${rows}) as rows group by account_id) as found
          on found.account_id = libraries.account_id`,
        message: ({ account_id }, stored, expected) =>
          `Account ${account_id} is recorded to have ${stored} ${nouns} instead of ${expected}.`,
      }),
    ),
  ];
}
