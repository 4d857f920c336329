import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { contains } from "./listing.ts";
import { COLUMNS, type ProductRow } from "./products.ts";

/** How the pages sort products; `-` means descending. The first one is the default. */
export const ORDERS = ["newest", "oldest", "name", "-name", "price", "-price"] as const;

export type Order = (typeof ORDERS)[number];

/** Which products to show. */
export interface Search {
  /** Text that name or description must contain, case-insensitive. Empty: any. */
  readonly q: string;
  readonly inStock: boolean | undefined;
  readonly order: Order;
  /** The language whose rules sort the names. */
  readonly language: string;
  /** From 1. Beyond the last page, the last one is returned. */
  readonly page: number;
  /** Products on a page. */
  readonly limit: number;
  /** Examines only products that follow this id in the order of their age. */
  readonly after?: string | undefined;
}

export interface Found {
  readonly products: readonly ProductRow[];
  readonly total: number;
  readonly page: number;
  /** How many products were examined for `total`; undefined for all of them. */
  readonly examined: number | undefined;
  /** The id after which products were not examined; undefined if there are none. */
  readonly end: string | undefined;
}

/** What products are sorted by. */
interface Key {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

/** Maximum products that are searched, or sorted by name or price, so that the cost does not grow with the catalogue. */
export const MAX_EXAMINED = 10_000;

/** Products that one statement searches, reads the keys of, or counts. Each takes a few milliseconds. */
const SEARCHED = 50;
const READ = 500;
const COUNTED = 20_000;

/** A page of the products that match, and how many there are. */
export async function search(database: Database, search: Search): Promise<Found> {
  const isByAge = search.order === "newest" || search.order === "oldest";
  return isByAge && search.q === "" && search.after === undefined
    ? listByAge(database, search)
    : sortExamined(database, search);
}

async function listByAge(database: Database, { inStock, order, page, limit }: Search): Promise<Found> {
  const range = { inStock, isAscending: order === "oldest" };
  const { total, ends } = await count(database, range);
  const shown = clamp(page, total, limit);
  const skipped = (shown - 1) * limit;
  // No statement skips more than it counted.
  const slice = Math.floor(skipped / COUNTED);
  const products = await byAge(database, { ...range, after: ends[slice - 1] })
    .select(COLUMNS)
    .offset(skipped - slice * COUNTED)
    .limit(limit)
    .execute();
  return { products, total, page: shown, examined: undefined, end: undefined };
}

/** Counts products in slices: how many there are, and the id at the end of each full slice. */
async function count(database: Database, range: Omit<Range, "q" | "after">) {
  const ends: string[] = [];
  for (;;) {
    const slice = byAge(database, { ...range, after: ends.at(-1) })
      .select("id")
      .limit(COUNTED)
      .as("slice");
    const { rows, end } = await database
      .selectFrom(slice)
      .select(({ fn }) => [fn.countAll().as("rows"), fn[range.isAscending ? "max" : "min"]("id").as("end")])
      .executeTakeFirstOrThrow();
    // Some engines return a count as a string.
    if (Number(rows) < COUNTED) return { total: ends.length * COUNTED + Number(rows), ends };
    ends.push(end);
    await setImmediate();
  }
}

async function sortExamined(database: Database, { order, language, page, limit, ...filter }: Search): Promise<Found> {
  const { keys, examined, end } = await examine(database, { ...filter, isAscending: order === "oldest" });
  const shown = clamp(page, keys.length, limit);
  const ids = sorted(keys, order, language)
    .slice((shown - 1) * limit, shown * limit)
    .map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await database.selectFrom("products").select(COLUMNS).where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const products = ids.flatMap((id) => byId.get(id) ?? []);
  const isPart = end !== undefined || filter.after !== undefined;
  return { products, total: keys.length, page: shown, examined: isPart ? examined : undefined, end };
}

interface Range extends Pick<Search, "q" | "inStock" | "after"> {
  readonly isAscending: boolean;
}

/** The keys of the products that match, of the first `MAX_EXAMINED` in the order of their age. */
async function examine(database: Database, { q, after, ...range }: Range) {
  const keys: Key[] = [];
  const size = q === "" ? READ : SEARCHED;
  const matches = q === "" ? sql<number>`1` : sql<number>`case when ${contains(q)} then 1 else 0 end`;
  let end = after;
  for (let examined = 0; examined < MAX_EXAMINED; examined += size) {
    const batch = await byAge(database, { ...range, after: end })
      .select(["id", "name", "price", matches.as("matches")])
      .limit(size)
      .execute();
    keys.push(...batch.filter(({ matches: isMatch }) => isMatch === 1));
    if (batch.length < size) return { keys, examined: examined + batch.length, end: undefined };
    end = batch.at(-1)?.id;
    await setImmediate();
  }
  return { keys, examined: MAX_EXAMINED, end };
}

/** Products that follow an id in the order of their age. */
function byAge(database: Database, { inStock, isAscending, after }: Omit<Range, "q">) {
  const all = database.selectFrom("products").orderBy("id", isAscending ? "asc" : "desc");
  const following = after === undefined ? all : all.where("id", isAscending ? ">" : "<", after);
  return inStock === undefined ? following : following.where("in_stock", "=", inStock ? 1 : 0);
}

/** Of products with the same name or price, the newest is the first. `keys` are in the order of their age already. */
function sorted(keys: readonly Key[], order: Order, language: string): readonly Key[] {
  if (order === "newest" || order === "oldest") return keys;
  const { compare } = new Intl.Collator(language);
  const sign = order.startsWith("-") ? -1 : 1;
  if (order.endsWith("name")) return keys.toSorted((a, b) => sign * compare(a.name, b.name));
  return keys.toSorted((a, b) => sign * (a.price - b.price));
}

function clamp(page: number, total: number, limit: number): number {
  return Math.max(1, Math.min(page, Math.ceil(total / limit)));
}
