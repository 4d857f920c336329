import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { placeIdOf } from "../collections/placement.ts";
import type { Database } from "../database/database.ts";
import { type Item, select } from "./item.ts";
import type { Scope } from "./scope.ts";

/** How items are listed; `-` is descending. Equal ones stand by id, in the same direction. */
export type Order = "-created" | "created" | "title" | "-title" | "domain" | "-domain" | "-sort";

/** Which page, of which items. */
export interface Search {
  readonly order: Order;
  /** From 0. */
  readonly page: number;
  readonly limit: number;
  /** Text in title, excerpt, note, link or tags, in upper or lower case. Empty: any. */
  readonly text: string;
}

/** A page of items. */
export interface ItemPage {
  readonly items: readonly Item[];
  /** How many there are on all pages. */
  readonly count: number;
}

const COLUMNS = { created: "created_at", title: "title_key", domain: "domain", sort: "sort" } as const;

type SortColumn = (typeof COLUMNS)[keyof typeof COLUMNS];

interface Sorting {
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

/** What one shelf has an index for; a long one is sorted by the rest along the index of the account. */
const OF_A_SHELF: readonly SortColumn[] = ["created_at", "sort"];

/** So few items that they are sorted as they are read. */
const FEW = 1000;

/** How many rows one statement walks over. */
const WINDOW = 500;

/** How many rows of one shelf a statement steps over. */
const SKIPPED = 5000;

/** In how many rows one statement looks for text: so few that the longest texts hold nobody up. */
const SEARCHED = 50;

/** A page of the items of a scope. One shelf is read along its index; where that does not do, the items are walked over in windows. */
export async function page(database: Database, scope: Scope, { order, page, limit, text }: Search): Promise<ItemPage> {
  const part = { first: page * limit, limit };
  if (text !== "") return search(database, scope, sortingOf(order), { ...part, text });
  const ids = await idsAt(database, scope, order, part);
  return { items: await read(database, scope, ids), count: scope.count };
}

/** The ids at a place in the order. */
export async function idsAt(
  database: Database,
  scope: Scope,
  order: Order,
  { first, limit }: { readonly first: number; readonly limit: number },
): Promise<number[]> {
  if (first >= scope.count) return [];
  const sorting = sortingOf(order);
  if (scope.count <= FEW) return idsOf(await pageQuery(database, scope, sorting, { first, limit }).execute());
  if (!isAlongOneShelf(scope, sorting)) return walkTo(database, scope, sorting, { first, limit });
  const last = await skip(database, scope, sorting, first);
  // Others may have taken items away since they were counted.
  if (first > 0 && last === undefined) return [];
  return idsOf(await nextSteps(database, scope, sorting, last, limit));
}

/** The last of so many steps along one shelf; others run in between. */
async function skip(database: Database, scope: Scope, sorting: Sorting, count: number): Promise<Step | undefined> {
  let last: Step | undefined;
  for (let left = count; left > 0; left -= SKIPPED) {
    const size = Math.min(left, SKIPPED);
    [last] = await nextSteps(database, scope, sorting, last, 1, size - 1);
    if (last === undefined) return undefined;
    await setImmediate();
  }
  return last;
}

/** The items of a few shelves at a place in their order. */
function pageQuery(
  database: Database,
  { shelfIds }: Pick<Scope, "shelfIds">,
  { column, direction }: Sorting,
  { first, limit }: { first: number; limit: number },
) {
  return database
    .selectFrom("items")
    .select("id")
    .where("shelf_id", "in", shelfIds)
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(first);
}

function sortingOf(order: Order): Sorting {
  const [name = "created"] = Object.keys(COLUMNS).filter((name) => order.endsWith(name));
  return { column: columnOf(name), direction: order.startsWith("-") ? "desc" : "asc" };
}

function isAlongOneShelf({ shelfIds }: Pick<Scope, "shelfIds">, { column }: Pick<Sorting, "column">): boolean {
  return shelfIds.length === 1 && OF_A_SHELF.includes(column);
}

function columnOf(name: string): SortColumn {
  return name === "title" || name === "domain" || name === "sort" ? COLUMNS[name] : COLUMNS.created;
}

interface Step {
  readonly id: number;
  readonly shelf_id: number;
  readonly key: string | number;
}

/** The rows behind a step, in order: those of one shelf, or of the whole account. */
async function nextSteps(
  database: Database,
  { accountId, shelfIds }: Scope,
  { column, direction }: Sorting,
  after: Step | undefined,
  limit: number,
  skipped = 0,
): Promise<Step[]> {
  const [only = 0] = shelfIds;
  const isOne = isAlongOneShelf({ shelfIds }, { column });
  let query = database
    .selectFrom("items")
    .select(["id", "shelf_id", `${column} as key`])
    .where(isOne ? "shelf_id" : "account_id", "=", isOne ? only : accountId)
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .offset(skipped);
  if (after !== undefined) query = query.where(isBehind(column, direction, after));
  return query.execute();
}

function isBehind(column: SortColumn, direction: "asc" | "desc", { key, id }: Step) {
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${sql.ref(column)}, ${sql.ref("id")}) ${sign} (${key}, ${id})`;
}

/** All steps over a scope in windows; others run in between. */
async function* walk(database: Database, scope: Scope, sorting: Sorting, size: number): AsyncIterable<number[]> {
  if (scope.count === 0) return;
  const wanted = new Set(scope.shelfIds);
  let after: Step | undefined;
  do {
    await setImmediate();
    const steps: Step[] = await nextSteps(database, scope, sorting, after, size);
    yield steps.filter(({ shelf_id }) => wanted.has(shelf_id)).map(({ id }) => id);
    after = steps.length < size ? undefined : steps.at(-1);
  } while (after !== undefined);
}

/** The ids at a place in the order; what comes behind is not looked at. */
async function walkTo(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { first, limit }: { first: number; limit: number },
): Promise<number[]> {
  const found: number[] = [];
  let passed = 0;
  for await (const ids of walk(database, scope, sorting, WINDOW)) {
    const from = Math.max(0, first - passed);
    found.push(...ids.slice(from, from + limit - found.length));
    passed += ids.length;
    if (found.length === limit) break;
  }
  return found;
}

/** The page of the items that hold a text, and how many do. */
async function search(
  database: Database,
  scope: Scope,
  sorting: Sorting,
  { first, limit, text }: { first: number; limit: number; text: string },
): Promise<ItemPage> {
  const found: number[] = [];
  let count = 0;
  for await (const ids of walk(database, scope, sorting, SEARCHED)) {
    const matching = ids.length === 0 ? [] : await idsHolding(database, ids, text);
    const from = Math.max(0, first - count);
    found.push(...matching.slice(from, from + limit - found.length));
    count += matching.length;
  }
  return { items: await read(database, scope, found), count };
}

/**
 * Those of the ids whose item holds a text, in the same order: without it its text would be another. Unlike LIKE this has no wildcards, and its
 * time hardly depends on the texts.
 */
async function idsHolding(database: Database, ids: readonly number[], text: string): Promise<number[]> {
  const rows = await database
    .selectFrom("items")
    .select("id")
    .where("id", "in", ids)
    .where(sql<SqlBool>`replace(search_text, ${text.toLowerCase()}, '') <> search_text`)
    .execute();
  const matching = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => matching.has(id));
}

/** The items of these ids, in their order; without those that somebody has moved elsewhere meanwhile. */
async function read(database: Database, { holds }: Scope, ids: readonly number[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await select(database).where("items.id", "in", ids).execute();
  const items = new Map(rows.filter((item) => holds(placeIdOf(item))).map((item) => [item.id, item]));
  return ids.flatMap((id) => items.get(id) ?? []);
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
