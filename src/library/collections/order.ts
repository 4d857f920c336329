import { sql } from "kysely";
import { forEachChunk, readAllPages, sortYielding } from "#contract/scheduling";
import * as accounts from "../../accounts/accounts.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import type { Flag } from "../../database/schema/columns.ts";
import type { View } from "../collection.ts";
import * as changes from "../events/changes.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
import * as shared from "../sharing/shared.ts";
import * as groups from "./groups.ts";

/** The order of siblings: by title, by title reversed, or by number of items, highest first. */
export type Order = "title" | "-title" | "-count";

/** The changes that can be made to all collections at once. */
export interface ChangeOfAll {
  readonly sort?: Order | undefined;
  readonly expanded?: boolean | undefined;
  readonly view?: View | undefined;
}

interface Sortable {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: string;
  readonly sort: number;
  readonly count: number;
}

/** Maximum compared characters of a title, because comparing long titles is slow. */
const MAX_COMPARED = 200;

let collator: Intl.Collator | undefined;

/**
 * Compares titles in Unicode's root collation: ignores case and accents, and compares numbers by
 * value. Creates the collator on first use, since that is slow.
 */
function compareTitles(one: string, other: string): number {
  collator ??= new Intl.Collator("und", { numeric: true, sensitivity: "base" });
  return collator.compare(one, other);
}

/** Sorts, expands or collapses all collections of an account, and sets their view. Throws `changed`. */
export async function updateAll(
  database: Database,
  clock: () => number,
  accountId: number,
  { sort, expanded, view }: ChangeOfAll,
  options: library.ChangeOptions = {},
): Promise<void> {
  const columns: CommonColumns = {
    ...(expanded !== undefined && { expanded: expanded ? (1 as const) : (0 as const) }),
    ...(view !== undefined && { view }),
  };
  const read = async (handle: Database) => ({
    ...(await newOrdering(handle, accountId, sort)),
    changed: await listOthers(handle, accountId, columns),
  });
  const work = async (transaction: Transaction, { sorts, rootIds, changed }: Awaited<ReturnType<typeof read>>) => {
    await reorder(transaction, clock, sorts);
    if (sort !== undefined) {
      await accounts.changeGroups(transaction, accountId, (stored) => groups.sorted(stored, rootIds));
    }
    await setAll(transaction, clock, changed, columns);
    const collections = [...new Set([...sorts.keys(), ...changed])];
    const updated = { type: "collection.updated", count: collections.length, collections } as const;
    changes.record(transaction, clock, accountId, updated);
  };
  await library.changeAfter(database, accountId, read, work, options);
}

/** A new order of all collections. */
interface Ordering {
  /** The changed `sort` values by id, in the order of ids. Siblings get descending values; the last one gets 0. */
  readonly sorts: ReadonlyMap<number, number>;
  /** The root collections in their new order, then those that are shared with the account. */
  readonly rootIds: readonly number[];
}

async function newOrdering(database: Database, accountId: number, order: Order | undefined): Promise<Ordering> {
  const sorts = new Map<number, number>();
  let rootIds: number[] = [];
  if (order === undefined) return { sorts, rootIds };
  const found = await listSortable(database, accountId);
  const wanted = new Map<number, number>();
  for (const [parentId, siblings] of Map.groupBy(found, ({ parentId }) => parentId)) {
    const sorted = await sortYielding(siblings, comparison(order));
    if (parentId === null) rootIds = sorted.map(({ id }) => id);
    for (const [index, { id }] of sorted.entries()) wanted.set(id, sorted.length - 1 - index);
  }
  // In the order of ids, in which rows are stored: updating them in another one takes four times as long.
  for (const { id, sort } of found) {
    const after = wanted.get(id);
    if (after !== undefined && after !== sort) sorts.set(id, after);
  }
  return { sorts, rootIds: rootIds.concat(await shared.listRootIds(database, accountId)) };
}

/** Sets the field `sort` of collections. */
export async function reorder(
  transaction: Transaction,
  clock: () => number,
  sorts: ReadonlyMap<number, number>,
): Promise<void> {
  await forEachChunk([...sorts.keys()], (ids) => {
    const rows = ids.map((id) => [id, sorts.get(id) ?? 0]);
    const wanted = engineOf(transaction).tableOf(
      { id: "bigint", sort: "double precision" },
      sql.val(JSON.stringify(rows)),
    );
    return sql`update collections set sort = wanted.sort, updated_at = ${clock()} from ${wanted} as wanted
      where collections.id = wanted.id`.execute(transaction);
  });
}

/** A collection among those with the same parent. */
interface Sibling {
  readonly id: number;
  readonly sort: number;
}

/**
 * The values of `sort` that put a collection at a position among its siblings, the others in their order, which is
 * `sort` descending. Position 0 is the first; one after the end is the last. Only the collection itself gets a value,
 * unless there is none between those of its neighbours: then all that change.
 */
export function sortsFor(siblings: Iterable<Sibling>, id: number, position: number): ReadonlyMap<number, number> {
  const others = [...siblings].filter((sibling) => sibling.id !== id);
  const index = Math.min(Math.max(0, position), others.length);
  const [above, below] = [others[index - 1]?.sort, others[index]?.sort];
  if (above === undefined && below === undefined) return new Map();
  const sort = between(above, below);
  if (sort !== undefined) return new Map([[id, sort]]);
  const sorts = new Map([[id, others.length - index]]);
  for (const [place, other] of others.entries()) {
    const wanted = others.length - (place < index ? place : place + 1);
    if (other.sort !== wanted) sorts.set(other.id, wanted);
  }
  return sorts;
}

/** A number above `below` and below `above`; undefined if floating-point numbers have none. */
function between(above = Number.POSITIVE_INFINITY, below = Number.NEGATIVE_INFINITY): number | undefined {
  const sort = above === Infinity ? below + 1 : below === -Infinity ? above - 1 : below + (above - below) / 2;
  return sort > below && sort < above ? sort : undefined;
}

async function listSortable(database: Database, accountId: number): Promise<Sortable[]> {
  const counts = await placement.countItems(database, accountId);
  const rows = await readAllPages((after, limit) =>
    database
      .selectFrom("collections")
      .select(["id", "parent_id as parentId", "title", "sort"])
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  return rows.map((row) => ({
    ...row,
    title: row.title.slice(0, MAX_COMPARED),
    count: counts.get(row.id)?.count ?? 0,
  }));
}

/** Breaks ties by id, ascending; `-title` is the exact reverse of `title`, ties included. */
function comparison(order: Order): (one: Sortable, other: Sortable) => number {
  const byTitle = (one: Sortable, other: Sortable) => compareTitles(one.title, other.title) || one.id - other.id;
  const byCount = (one: Sortable, other: Sortable) => other.count - one.count || one.id - other.id;
  if (order === "-count") return byCount;
  return order === "title" ? byTitle : (one, other) => byTitle(other, one);
}

/** Columns of all collections that a change sets. */
interface CommonColumns {
  readonly expanded?: Flag;
  readonly view?: View;
}

/** The ids of the collections of an account that have another value in one of these columns. */
async function listOthers(database: Database, accountId: number, columns: CommonColumns): Promise<number[]> {
  const entries = Object.entries(columns);
  if (entries.length === 0) return [];
  const rows = await readAllPages((after, limit) =>
    database
      .selectFrom("collections")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", ">", after)
      .where(({ or, eb }) => or(entries.map(([name, value]) => eb(sql.ref(name), "<>", value))))
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
  return rows.map(({ id }) => id);
}

async function setAll(
  transaction: Transaction,
  clock: () => number,
  changed: readonly number[],
  columns: CommonColumns,
): Promise<void> {
  await forEachChunk(changed, (ids) =>
    transaction
      .updateTable("collections")
      .set({ ...columns, updated_at: clock() })
      .where(engineOf(transaction).isOneOf(sql.ref("id"), ids))
      .execute(),
  );
}
