import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema.ts";
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
  readonly hasMore: boolean;
}

/** Rows read by one statement: few enough that other requests run between two statements. */
const BATCH_SIZE = 200;

/** Rows that one statement searches for `q`: fewer, because descriptions have up to 10,000 characters. */
const SEARCH_BATCH_SIZE = 50;

/**
 * Yields all products that match, oldest first, in batches. Holds no transaction and no more than
 * one batch in memory.
 */
export async function* all(database: Database, filter: Filter): AsyncIterable<readonly ProductRow[]> {
  let after: string | undefined = filter.after;
  do {
    await setImmediate();
    const batch = await readBatch(database, { ...filter, after }, filter.q ? SEARCH_BATCH_SIZE : BATCH_SIZE);
    yield batch.matches;
    after = batch.end;
  } while (after !== undefined);
}

/** Up to `limit` products that match, oldest first. */
export async function page(database: Database, { limit, ...filter }: Filter & { limit: number }): Promise<Page> {
  const found: ProductRow[] = [];
  let after: string | undefined = filter.after;
  while (true) {
    const size = filter.q ? SEARCH_BATCH_SIZE : Math.min(BATCH_SIZE, limit + 1 - found.length);
    const batch = await readBatch(database, { ...filter, after }, size);
    found.push(...batch.matches);
    after = batch.end;
    const hasMore = found.length > limit;
    if (after === undefined || hasMore) return { products: found.slice(0, limit), hasMore };
    await setImmediate();
  }
}

interface Batch {
  readonly matches: readonly ProductRow[];
  /** The last id that was examined; undefined at the end of the table. */
  readonly end: string | undefined;
}

/**
 * Reads the next `size` products that match `inStock`, or those among them that contain `q`.
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
 * SQL condition: name or description contain a text, so that removing it changes `search_text`.
 * Unlike LIKE it has no wildcards, and repetitive texts do not slow it down: LIKE takes fifty times
 * as long to search "aaa…b" in "aaa…".
 */
function contains(text: string) {
  return sql<boolean>`replace(search_text, ${text.toLowerCase()}, '') <> search_text`;
}
