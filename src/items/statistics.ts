import * as accounts from "../accounts/accounts.ts";
import * as library from "../collections/library.ts";
import * as placement from "../collections/placement.ts";
import type { Database } from "../database/database.ts";
import * as duplicates from "./duplicates.ts";

/** Statistics of an account's items. */
export interface Statistics {
  /** `EVERYTHING`, `UNSORTED` and `TRASH`, then each collection by id. */
  readonly counts: readonly PlaceCount[];
  /** Items outside the Trash with the same link as an older item outside the Trash. */
  readonly duplicates: number;
  /** Items outside the Trash that are marked as broken. */
  readonly broken: number;
  /**
   * When an item last changed or, if none has changed yet, when the account was registered; in
   * milliseconds since 1970.
   */
  readonly itemsChangedAt: number;
}

interface PlaceCount {
  readonly placeId: placement.PlaceId;
  readonly count: number;
}

/** Returns statistics of an account, read by `readConsistently`. Throws `notFound` if the account doesn't exist. */
export async function get(database: Database, accountId: number): Promise<Statistics> {
  const { registered_at } = await accounts.get(database, accountId);
  return library.readConsistently(database, accountId, async () => {
    const byPlace = await placement.countItems(database, accountId);
    const outsideTrash = [...byPlace].filter(([placeId]) => placeId !== placement.TRASH).map(([, sums]) => sums);
    return {
      counts: [
        { placeId: placement.EVERYTHING, count: outsideTrash.reduce((sum, { count }) => sum + count, 0) },
        ...[placement.UNSORTED, placement.TRASH].map((placeId) => ({
          placeId,
          count: byPlace.get(placeId)?.count ?? 0,
        })),
        ...countsOfCollections(byPlace),
      ],
      duplicates: await duplicates.count(database, accountId),
      broken: outsideTrash.reduce((sum, { broken }) => sum + broken, 0),
      itemsChangedAt: (await library.itemsChangedAt(database, accountId)) ?? registered_at,
    };
  });
}

function countsOfCollections(byPlace: ReadonlyMap<placement.PlaceId, placement.PlaceCount>): PlaceCount[] {
  return [...byPlace]
    .filter(([placeId]) => placeId > 0)
    .map(([placeId, { count }]) => ({ placeId, count }))
    .sort((one, other) => one.placeId - other.placeId);
}
