import t from "tap";
import { toSet } from "#contract/scheduling";
import type { Database } from "../../src/database/database.ts";
import * as outlines from "../../src/library/collections/outline.ts";
import * as duplicates from "../../src/library/items/duplicates.ts";
import * as facets from "../../src/library/items/facets.ts";
import * as scopes from "../../src/library/items/scope.ts";
import * as segments from "../../src/library/items/segments.ts";
import * as placement from "../../src/library/placement.ts";
import { addCollections } from "../support/large-account.ts";
import { openLibrary } from "../support/library.ts";

const COLLECTIONS = 20_000;

/** Entries that are read, and that are processed, in one turn of the event loop at most. */
const [READ, PROCESSED] = [1_000, 2_000];

/** The turns of the event loop that some work takes at least. */
function turnsFor({ read = 0, processed = 0 }: { readonly read?: number; readonly processed?: number }): number {
  // The last ones of a list need no turn after them.
  return Math.floor(read / READ) + Math.floor((processed - 1) / PROCESSED);
}

/** Counts the turns of the event loop in which `work` runs. SQLite is read without waiting, so it idles in none. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

t.test(`what reads ${COLLECTIONS} collections does so in short turns of the event loop`, async (t) => {
  const { app, ann } = await openLibrary(t);
  await ann.addCollection("Recipes");
  const database: Database = app.context.database;
  await addCollections(database, ann.id, COLLECTIONS);
  const everything = { placeId: placement.EVERYTHING, nested: true };
  const scope = await scopes.ofAccount(database, ann.id, everything);
  t.equal(scope.shelfIds.length, COLLECTIONS);
  const outline = await outlines.read(database, ann.id);
  const list = { ...scope, shelfIds: scope.shelfIds.slice(1), column: "created_at", direction: "asc" } as const;

  for (const [title, work, least] of [
    // Each shelf is looked at twice.
    [
      "the scope of everything",
      () => scopes.ofAccount(database, ann.id, everything),
      turnsFor({ read: COLLECTIONS }) + 2 * turnsFor({ processed: COLLECTIONS }),
    ],
    [
      "a segment",
      () => segments.find(database, list, COLLECTIONS / 2),
      turnsFor({ read: COLLECTIONS, processed: COLLECTIONS }),
    ],
    ["duplicates", () => duplicates.count(database, ann.id), turnsFor({ read: COLLECTIONS, processed: COLLECTIONS })],
    // Each item has a tag of its own.
    [
      "tags",
      () => facets.count(database, scope, "tag"),
      turnsFor({ read: COLLECTIONS }) + 2 * turnsFor({ processed: COLLECTIONS }),
    ],
    // Half of the collections are roots.
    ["a page of the outline", () => outline.page(COLLECTIONS - 100, 100), turnsFor({ processed: COLLECTIONS / 2 })],
    ["a set", () => toSet(scope.shelfIds), turnsFor({ processed: COLLECTIONS })],
  ] as const) {
    const turns = await countTurns(work);
    t.ok(turns >= least, `${title} took ${turns} turns instead of at least ${least}`);
  }
});

t.test("a page of an outline is that part of its entries, wherever it begins", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { database } = app.context;
  for (const title of ["A", "B", "C"]) {
    const { _id: parent } = await ann.addCollection(title);
    const { _id: nested } = await ann.addCollection("Nested", parent);
    await ann.addCollection("Innermost", nested);
  }
  const { _id: shared } = await bob.addCollection("Music");
  await bob.addCollection("Songs", shared);
  const { token } = await bob.call("POST", `/collection/${shared}/sharing`, { role: "member" });
  await ann.call("POST", `/collection/${shared}/join`, { token });
  const outline = await outlines.read(database, ann.id);
  const entries = [...outline.entries()];
  t.equal(entries.length, 11);
  for (let first = 0; first <= entries.length; first++)
    for (const count of [1, 3, 20]) t.same(await outline.page(first, count), entries.slice(first, first + count));
});
