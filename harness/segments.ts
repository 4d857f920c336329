import type { Database } from "../src/database/database.ts";
import * as segmentDivision from "../src/library/items/segment-division.ts";

/** Makes segments of the items of every account, also of those with few items. */
export async function makeSegments(database: Database): Promise<void> {
  await database.updateTable("libraries").set({ segments_due: 1 }).execute();
  await divideSegments(database);
}

/** Makes and divides segments until none are due, as the cleanup worker does. */
export async function divideSegments(database: Database): Promise<void> {
  for (;;) {
    const accountId = await segmentDivision.findDue(database);
    if (accountId === undefined) return;
    await segmentDivision.divide(database, accountId);
  }
}
