import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema.ts";
import { COLUMNS, type ProductRow } from "./products.ts";

/** Which products are listed. */
export interface Filter {
  /** The id that the list begins behind. */
  readonly after?: string | undefined;
  /** Text in name or description, in upper or lower case. Empty is no filter. */
  readonly q?: string | undefined;
  readonly inStock?: boolean | undefined;
}

export interface Page {
  readonly products: readonly ProductRow[];
  readonly hasMore: boolean;
}

/** How many rows one statement reads: so few that other requests run between two. */
const BATCH = 200;

/** In how many rows one statement looks for text: so few that the longest and most repetitive texts hold nobody up either. */
const SEARCHED = 50;

/** Every product that matches, oldest first, in batches. Holds neither a transaction nor more than one batch. */
export async function* all(database: Database, filter: Filter): AsyncIterable<readonly ProductRow[]> {
  let after: string | undefined = filter.after;
  do {
    await setImmediate();
    const window = await nextWindow(database, { ...filter, after }, filter.q ? SEARCHED : BATCH);
    yield window.matches;
    after = window.end;
  } while (after !== undefined);
}

/** At most `limit` products that match, oldest first. */
export async function page(database: Database, { limit, ...filter }: Filter & { limit: number }): Promise<Page> {
  const found: ProductRow[] = [];
  let after: string | undefined = filter.after;
  do {
    const size = filter.q ? SEARCHED : Math.min(BATCH, limit + 1 - found.length);
    if (found.length > 0 || after !== filter.after) await setImmediate();
    const window = await nextWindow(database, { ...filter, after }, size);
    found.push(...window.matches);
    after = window.end;
  } while (after !== undefined && found.length <= limit);
  return { products: found.slice(0, limit), hasMore: found.length > limit };
}

interface Window {
  readonly matches: readonly ProductRow[];
  /** The last id that was looked at; undefined at the end. */
  readonly end: string | undefined;
}

/**
 * The products among the next `size`, or, where text is looked for, the matches among them. Between two windows others are to run: an embedded
 * database answers at once, and a loop of such answers would hold them up.
 */
async function nextWindow(database: Database, { after, q, inStock }: Filter, size: number): Promise<Window> {
  if (!q) {
    const values = { after: after ?? "", size, inStock: inStock ? (1 as const) : (0 as const) };
    const matches = await (inStock === undefined ? anyBehind : stockBehind)(database, values);
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
  const matches = await rows.select(COLUMNS).where(holds(q)).execute();
  return { matches, end: last?.id };
}

interface Bounds {
  /** The id that the window begins behind. */
  readonly after: string;
  readonly size: number;
}

const anyBehind = prepare((database, value: ValueOf<Bounds>) =>
  database.selectFrom("products").select(COLUMNS).where("id", ">", value("after")).orderBy("id").limit(value("size")),
);

const stockBehind = prepare((database, value: ValueOf<Bounds & { inStock: Flag }>) =>
  database
    .selectFrom("products")
    .select(COLUMNS)
    .where("id", ">", value("after"))
    .where("in_stock", "=", value("inStock"))
    .orderBy("id")
    .limit(value("size")),
);

/**
 * Whether name or description hold a text: without it they would be others. Unlike LIKE this has no wildcards, and its time hardly
 * depends on the texts: "aaa…b" in "aaa…" takes LIKE fifty times as long.
 */
function holds(text: string) {
  return sql<boolean>`replace(search_text, ${text.toLowerCase()}, '') <> search_text`;
}
