import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema/columns.ts";
import { COLUMNS, type ProductRow } from "./products.ts";

/** Filters of the product list. */
export interface Filter {
  /** Only products with a greater id. */
  readonly after?: string | undefined;
  /** Text that name or description must contain, case-insensitive. Empty: any. */
  readonly q?: string | undefined;
  readonly inStock?: boolean | undefined;
}

export interface Page {
  readonly products: readonly ProductRow[];
  /** The id after which the next page starts, not always that of a product on this page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Rows read by one statement: few enough that it does not block other requests for long. */
const BATCH_SIZE = 200;

/** Rows that the first statement of a list without limit reads. Doubles while rows are short. */
const FIRST_BATCH_SIZE = 25;

/** Rows that one statement searches for `q`: fewer, because descriptions can be long. */
const SEARCH_BATCH_SIZE = 50;

/** Maximum products that one page examines for `q`, so that the cost of a request does not grow with the catalogue. */
const MAX_EXAMINED = 10_000;

/**
 * Maximum characters of a batch in a list without limit. As JSON, a batch has at most 6 times as many
 * bytes, because a control character becomes 6 bytes, such as `\u0001`. A slow client keeps three
 * batches in memory.
 */
const MAX_BATCH_LENGTH = 40 * 1024;

/** Maximum characters of a page: as JSON at most 3 MiB, like a page of 50 items of 64 KiB. */
const MAX_PAGE_LENGTH = 512 * 1024;

/** Characters that are counted for a product besides its name and description. */
const OTHER_FIELDS_LENGTH = 100;

/**
 * Yields all products that match, oldest first, in batches. Holds no transaction and no more than
 * one batch in memory.
 */
export async function* all(database: Database, filter: Filter): AsyncIterable<readonly ProductRow[]> {
  let after: string | undefined = filter.after;
  let size = FIRST_BATCH_SIZE;
  do {
    await setImmediate();
    const { matches, end } = await readBatch(database, { ...filter, after }, filter.q ? SEARCH_BATCH_SIZE : size);
    const batch = startOf(matches, MAX_BATCH_LENGTH);
    yield batch;
    const isComplete = batch.length === matches.length;
    after = isComplete ? end : batch.at(-1)?.id;
    size = isComplete ? Math.min(2 * size, BATCH_SIZE) : batch.length;
  } while (after !== undefined);
}

/** Up to `limit` products that match, oldest first; fewer if they are long, or if `q` matches few of 10,000 products. */
export async function page(database: Database, { limit, ...filter }: Filter & { limit: number }): Promise<Page> {
  const found: ProductRow[] = [];
  let after: string | undefined = filter.after;
  for (let examined = 0; ; ) {
    const size = filter.q ? SEARCH_BATCH_SIZE : Math.min(BATCH_SIZE, limit + 1 - found.length);
    const batch = await readBatch(database, { ...filter, after }, size);
    found.push(...batch.matches);
    examined += size;
    after = batch.end;
    const products = startOf(found.slice(0, limit), MAX_PAGE_LENGTH);
    if (found.length > products.length) return { products, next: products.at(-1)?.id };
    if (after === undefined || examined >= MAX_EXAMINED) return { products, next: after };
    await setImmediate();
  }
}

/** The first products, with at most `maxLength` characters together; at least one. */
function startOf(products: readonly ProductRow[], maxLength: number): readonly ProductRow[] {
  let length = 0;
  const end = products.findIndex(({ name, description }) => {
    length += name.length + description.length + OTHER_FIELDS_LENGTH;
    return length > maxLength;
  });
  return end === -1 ? products : products.slice(0, Math.max(1, end));
}

interface Batch {
  readonly matches: readonly ProductRow[];
  /** The last id that was examined; undefined at the end of the table. */
  readonly end: string | undefined;
}

/**
 * Reads the next `size` products that match `inStock`, and returns those that contain `q`.
 * Callers yield to the event loop between two batches, because the database may read synchronously.
 */
async function readBatch(database: Database, { after, q, inStock }: Filter, size: number): Promise<Batch> {
  if (!q) {
    const values = { after: after ?? "", size, inStock: inStock ? (1 as const) : (0 as const) };
    const matches = await (inStock === undefined ? findAfter : findByStockAfter)(database, values);
    return { matches, end: matches.length < size ? undefined : matches.at(-1)?.id };
  }
  let rows = database.selectFrom("products").orderBy("id");
  if (after !== undefined) rows = rows.where("id", ">", after);
  if (inStock !== undefined) rows = rows.where("in_stock", "=", inStock ? 1 : 0);
  const last = await rows
    .select("id")
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) rows = rows.where("id", "<=", last.id);
  const matches = await rows.select(COLUMNS).where(contains(q)).execute();
  return { matches, end: last?.id };
}

interface Bounds {
  /** Only products with a greater id. */
  readonly after: string;
  readonly size: number;
}

const findAfter = prepare((database, value: ValueOf<Bounds>) =>
  database.selectFrom("products").select(COLUMNS).where("id", ">", value("after")).orderBy("id").limit(value("size")),
);

const findByStockAfter = prepare((database, value: ValueOf<Bounds & { inStock: Flag }>) =>
  database
    .selectFrom("products")
    .select(COLUMNS)
    .where("id", ">", value("after"))
    .where("in_stock", "=", value("inStock"))
    .orderBy("id")
    .limit(value("size")),
);

/**
 * SQL condition: name or description contains a text. True if removing the text changes
 * `search_text`. Unlike LIKE it has no wildcards, and repetitive texts do not slow it down:
 * LIKE takes fifty times as long to search "aaa…b" in "aaa…".
 */
export function contains(text: string) {
  return sql<boolean>`replace(search_text, ${text.toLowerCase()}, '') <> search_text`;
}
