import { type Selectable, type SqlBool, sql } from "kysely";
import { eachYielding, ownTurn, sortYielding, toSet } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import type { FacetsTable } from "../../database/schema/items.ts";
import type { Scope } from "./scope.ts";

/** A property of items by which clients filter them: a tag, a type, the month of creation, or a flag. */
export type FacetKind = Selectable<FacetsTable>["kind"];

/** How many items have a property, such as a tag. */
export interface FacetCount {
  readonly name: string;
  readonly count: number;
}

/** Rows that one statement reads. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Counts the items of a scope by the names of one kind, in the order of the names' bytes. Reads counts, not
 * items: those of the shelf if the scope is a single one, otherwise those of all shelves of the account.
 */
export async function count(database: Database, scope: Scope, kind: FacetKind): Promise<FacetCount[]> {
  const inScope = await toSet(scope.shelfIds);
  const counts = new Map<string, number>();
  if (inScope.size === 0) return [];
  let after = { name: "", shelf_id: 0 };
  for (;;) {
    const rows = await nextCounts(database, scope, kind, after);
    for (const row of rows) {
      if (inScope.has(row.shelf_id)) counts.set(row.name, (counts.get(row.name) ?? 0) + row.count);
    }
    after = rows.at(-1) ?? after;
    if (rows.length < ROWS_PER_STATEMENT) break;
    await ownTurn();
  }
  const listed: FacetCount[] = [];
  await eachYielding([...counts], ([name, total]) => listed.push({ name, count: total }));
  return listed;
}

async function nextCounts(
  database: Database,
  { accountId, shelfIds }: Scope,
  kind: FacetKind,
  { name, shelf_id }: { readonly name: string; readonly shelf_id: number },
) {
  const [shelfId = 0] = shelfIds;
  return database
    .selectFrom("facets")
    .select(["name", "shelf_id", "count"])
    .$call((query) =>
      shelfIds.length === 1
        ? query.where("shelf_id", "=", shelfId).where("name", ">", name)
        : query.where("account_id", "=", accountId).where(sql<SqlBool>`(name, shelf_id) > (${name}, ${shelf_id})`),
    )
    .where("kind", "=", kind)
    .orderBy("name")
    .orderBy("shelf_id")
    .limit(ROWS_PER_STATEMENT)
    .execute();
}

/** Counts items by the names of one kind. */
export class FacetCounter {
  readonly #counts = new Map<string, number>();

  /** Counts one more item. */
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The counts in the order of the names' bytes in UTF-8. */
  list(): Promise<FacetCount[]> {
    const counts = [...this.#counts].map(([name, count]) => ({ name, count }));
    return sortYielding(counts, (one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
  }
}

/** Sorts counts, the highest first; ties stay in the order of their names. */
export function byCount(counts: readonly FacetCount[]): Promise<FacetCount[]> {
  return sortYielding(counts, (one, other) => other.count - one.count);
}
