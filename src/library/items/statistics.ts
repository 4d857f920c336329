import { eachYielding, sortYielding } from "#contract/scheduling";
import * as accounts from "../../accounts/accounts.ts";
import type { Database } from "../../database/database.ts";
import * as library from "../library.ts";
import * as placement from "../placement.ts";
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
    const [outsideTrash, collections] = [{ count: 0, broken: 0 }, [] as PlaceCount[]];
    await eachYielding([...byPlace], ([placeId, { count, broken }]) => {
      if (placeId > 0) collections.push({ placeId, count });
      if (placeId === placement.TRASH) return;
      outsideTrash.count += count;
      outsideTrash.broken += broken;
    });
    return {
      counts: [
        { placeId: placement.EVERYTHING, count: outsideTrash.count },
        ...[placement.UNSORTED, placement.TRASH].map((placeId) => ({
          placeId,
          count: byPlace.get(placeId)?.count ?? 0,
        })),
        ...(await sortYielding(collections, (one, other) => one.placeId - other.placeId)),
      ],
      duplicates: await duplicates.count(database, accountId),
      broken: outsideTrash.broken,
      itemsChangedAt: (await library.find(database, accountId))?.items_changed_at || registered_at,
    };
  });
}
