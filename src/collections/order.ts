import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.ts";
import { forEachChunk, readAllPages, sortYielding } from "../scheduling.ts";
import * as library from "./library.ts";
import * as placement from "./placement.ts";

/** In which order the collections of every group of siblings are to be listed. */
export type Order = "title" | "-title" | "-count";

/** What may change of all collections at once. */
export interface ChangeOfAll {
  readonly sort?: Order | undefined;
  readonly expanded?: boolean | undefined;
}

interface Sortable {
  readonly id: number;
  readonly parentId: number | null;
  readonly title: string;
  readonly sort: number;
  readonly count: number;
}

/** How much of a title counts, in characters: what is longer would take long to compare. */
const COMPARED = 200;

let collator: Intl.Collator | undefined;

/** Upper and lower case are alike, numbers compare by their value; the root collation of Unicode, which takes long to load. */
function compareTitles(one: string, other: string): number {
  collator ??= new Intl.Collator("und", { numeric: true, sensitivity: "base" });
  return collator.compare(one, other);
}

/** Changes all collections of an account. Throws what the precondition throws; then nothing has changed. */
export async function updateAll(
  database: Database,
  clock: () => number,
  accountId: number,
  { sort, expanded }: ChangeOfAll,
  precondition: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const planned = await library.prefetch(database, accountId, (handle) => placesFor(handle, accountId, sort));
  await library.change(database, accountId, async (transaction, version) => {
    await precondition(transaction);
    await reorder(transaction, clock, await planned(transaction, version));
    if (expanded !== undefined) await expand(transaction, clock, accountId, expanded);
  });
}

/** The `sort` of those that need another one, so that each group of siblings lists in an order: the first gets the highest number, the last 0. */
async function placesFor(
  database: Database,
  accountId: number,
  order: Order | undefined,
): Promise<Map<number, number>> {
  const places = new Map<number, number>();
  if (order === undefined) return places;
  const found = await sortable(database, accountId);
  for (const siblings of Map.groupBy(found, ({ parentId }) => parentId).values()) {
    const sorted = await sortYielding(siblings, comparison(order));
    for (const [index, { id, sort }] of sorted.entries()) {
      const place = sorted.length - 1 - index;
      if (sort !== place) places.set(id, place);
    }
  }
  return places;
}

async function reorder(
  transaction: Transaction,
  clock: () => number,
  places: ReadonlyMap<number, number>,
): Promise<void> {
  await forEachChunk([...places.keys()], (ids) => {
    const wanted = sql.join(ids.map((id) => sql`(cast(${id} as bigint), cast(${places.get(id)} as double precision))`));
    return sql`with wanted (id, sort) as (values ${wanted})
      update collections set sort = wanted.sort, updated_at = ${clock()} from wanted
      where collections.id = wanted.id`.execute(transaction);
  });
}

async function sortable(database: Database, accountId: number): Promise<Sortable[]> {
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
  return rows.map((row) => ({ ...row, title: row.title.slice(0, COMPARED), count: counts.get(row.id)?.count ?? 0 }));
}

/** The same titles and counts stand by id. */
function comparison(order: Order): (one: Sortable, other: Sortable) => number {
  const sign = order === "title" ? 1 : -1;
  const byOrder =
    order === "-count"
      ? (one: Sortable, other: Sortable) => other.count - one.count
      : (one: Sortable, other: Sortable) => sign * compareTitles(one.title, other.title);
  return (one, other) => byOrder(one, other) || one.id - other.id;
}

async function expand(
  transaction: Transaction,
  clock: () => number,
  accountId: number,
  expanded: boolean,
): Promise<void> {
  const found = await transaction
    .selectFrom("collections")
    .select("id")
    .where("account_id", "=", accountId)
    .where("expanded", "<>", expanded ? 1 : 0)
    .execute();
  await forEachChunk(
    found.map(({ id }) => id),
    (ids) =>
      transaction
        .updateTable("collections")
        .set({ expanded: expanded ? 1 : 0, updated_at: clock() })
        .where("id", "in", ids)
        .execute(),
  );
}
