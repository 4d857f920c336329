import t, { type Test } from "tap";
import { inBatches } from "../../harness/import-batches.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import { toBookmark } from "../../src/library/import/bookmark/bookmark.ts";
import * as importing from "../../src/library/import/store.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as tags from "../../src/library/items/tags.ts";
import { list as listSteps } from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { addSecret, openDatabaseFile } from "../support/database-file.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

// These tests always use SQLite, even when the other tests run on PostgreSQL: there, others write at the same time.

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;

/** When a change that began at `NOW` in another process counts as abandoned. */
const later = () => NOW + 60_000;

/** The statement of a change before it pauses for the first time. */
const PAUSES =
  /^update "libraries" set "unfinished_step" = [^ ]+, "unfinished_by" = [^ ]+, "unfinished_until" = [^ ]+ where "account_id" = [^ ]+$/;

/** Several parts: at most 50 items are changed by a statement. */
const COUNT = 120;

/**
 * What an account has, without what the cleanup may change: items that await deletion, and on which shelf an item is.
 */
async function contentOf(database: Database, accountId: number) {
  const stored = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .selectAll("items")
    .select(["place", "collection_id"])
    .where("items.account_id", "=", accountId)
    .where("place", "<>", "nowhere")
    .orderBy("items.id")
    .execute();
  return {
    items: stored.map(({ shelf_id: _, ...item }) => item),
    collections: await database.selectFrom("collections").selectAll().where("account_id", "=", accountId).execute(),
    steps: await listSteps(database, clock, accountId),
    unfinished: await findUnfinished(database, accountId),
  };
}

/** The undo step of an unfinished change, else null. */
async function findUnfinished(database: Database, accountId: number): Promise<number | null> {
  const library = database.selectFrom("libraries").select("unfinished_step").where("account_id", "=", accountId);
  return (await library.executeTakeFirstOrThrow()).unfinished_step;
}

async function addItems(database: Database, owner: number, more: object = {}, now = clock): Promise<number[]> {
  const inputs = Array.from({ length: COUNT }, (_, index) => ({
    ...ITEM,
    link: `https://example.com/${index}`,
    ...more,
  }));
  return (await items.createMany(database, now, owner, inputs)).map(({ id }) => id);
}

function bookmarksOf(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const found = toBookmark({ kind: "bookmark", link: `https://example.org/${index}`, path: [`Folder ${index}`] });
    if (found === undefined) throw new Error("This is no link.");
    return found;
  });
}

const UNSORTED = { placeId: -1, nested: false, ids: undefined, searches: [] } as const;
const TRASH = { ...UNSORTED, placeId: -99 } as const;

type Run = (database: Database, clock: () => number, owner: number, ids: readonly number[]) => Promise<unknown>;

/** The long changes. All begin with `COUNT` items with the tag `old` in Unsorted, and as many in the Trash. */
const CHANGES: Readonly<Record<string, Run>> = {
  "a bulk change of content": (database, clock, owner) =>
    bulk.update(database, clock, owner, UNSORTED, { tags: ["new"], cover: "https://example.com/", important: true }),
  "a bulk change of columns": (database, clock, owner) =>
    bulk.update(database, clock, owner, UNSORTED, { important: true }),
  "a move of listed items": (database, clock, owner, ids) =>
    bulk.update(database, clock, owner, { ...UNSORTED, ids }, { placeId: 1, removedTags: ["old"] }),
  "a removal of listed items": (database, clock, owner, ids) =>
    bulk.remove(database, clock, owner, { ...UNSORTED, ids }),
  "a removal from the Trash": async (database, clock, owner) => {
    const inTrash = (await contentOf(database, owner)).items.filter(({ place }) => place === "trash");
    return bulk.remove(database, clock, owner, { ...TRASH, ids: inTrash.map(({ id }) => id) });
  },
  "a removal of all items": (database, clock, owner) =>
    bulk.remove(database, clock, owner, { ...UNSORTED, placeId: 0 }),
  "a new name of a tag": (database, clock, owner) =>
    tags.replace(database, clock, owner, 0, { tags: ["old"], by: "new" }),
  "a removal of a tag": (database, clock, owner) => tags.remove(database, clock, owner, 0, ["old"]),
  "an import of folders": async (database, clock, owner) =>
    importing.store(database, clock, owner, inBatches(bookmarksOf(450))),
};

/** A database in which each long change pauses wherever it may. `onStatement` is called after each statement. */
async function openWithItems(t: Test, onStatement: (sql: string) => void = () => {}) {
  const options = {
    maxHold: 0,
    writesInThread: true,
    onStatement: ({ sql }: { readonly sql: string }) => onStatement(sql),
  };
  const opened = await openDatabaseFile(t, options);
  const { database } = opened;
  const owner = await addOwner(database, "owner");
  await collections.create(database, clock, owner, COLLECTION);
  const deleted = await addItems(database, owner);
  await bulk.remove(database, clock, owner, { ...UNSORTED, ids: deleted });
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  const ids = await addItems(database, owner, { tags: ["old"] });
  return { ...opened, owner, ids };
}

/**
 * Runs a change again and again, each time with a clock that fails a bit later and from then on, as if the process had
 * ended there, until the change succeeds. After each failure the cleanup runs as in another process, and then `check`.
 */
async function interrupt(
  database: Database,
  run: (clock: () => number) => Promise<unknown>,
  check: (calls: number) => Promise<void>,
): Promise<void> {
  for (let fatal = 2; ; fatal += Math.ceil(fatal / 3)) {
    let calls = 0;
    const dying = () => {
      calls += 1;
      if (calls >= fatal) throw new Error("The process has ended.");
      return NOW;
    };
    const isDone = await run(dying).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    while (await hasWork(database, later)) await cleanUp(database, later, 500);
    await check(fatal);
  }
}

/** A long change that nobody can undo. */
const CREATION: Readonly<Record<string, Run>> = {
  "a creation of many items": (database, clock, owner) => addItems(database, owner, { tags: ["new"] }, clock),
};

for (const [name, run] of Object.entries({ ...CHANGES, ...CREATION })) {
  t.test(`${name} lets others write between its parts`, async (t) => {
    const others: Promise<boolean>[] = [];
    let [isBegun, isDone] = [false, false];
    const { database, owner, ids } = await openWithItems(t, (sql) => {
      if (!isBegun || !PAUSES.test(sql)) return;
      const alone = addSecret(database, "in a statement");
      const together = inTransaction(database, (transaction) => addSecret(transaction, "in a transaction"));
      for (const write of [alone, together]) others.push(write.then(() => isDone));
    });
    isBegun = true;
    await run(database, clock, owner, ids);
    isDone = true;
    t.same(await Promise.all(others), [false, false]);
    t.equal(await findUnfinished(database, owner), null);
    t.same(await verify(database), []);
  });

  t.test(`${name} is reverted after a crash, wherever that happens`, async (t) => {
    const { database, owner, ids } = await openWithItems(t);
    const before = await contentOf(database, owner);
    let crashes = 0;
    const change = (dying: () => number) => run(database, dying, owner, ids);
    await interrupt(database, change, async (calls) => {
      t.same(await contentOf(database, owner), before, `at the ${calls}th use of the clock`);
      t.same(await verify(database), []);
      crashes += 1;
    });
    t.ok(crashes > 2);
    t.not(JSON.stringify((await contentOf(database, owner)).items), JSON.stringify(before.items));
  });
}

t.test("other accounts can write during an import without new links, which leaves no undo step", async (t) => {
  let others: Promise<unknown>[] | undefined;
  const { database, owner } = await openWithItems(t, (sql) => {
    if (others !== undefined && PAUSES.test(sql)) others.push(addSecret(database, "in a statement"));
  });
  const bookmarks = inBatches(bookmarksOf(450));
  await importing.store(database, clock, owner, bookmarks);
  const before = await contentOf(database, owner);
  others = [];
  const result = await importing.store(database, clock, owner, bookmarks);
  t.same(result, { items: 0, collections: 0, duplicates: 450, repeated: 0, step: undefined });
  t.equal(others.length, 1);
  await Promise.all(others);
  t.same(await contentOf(database, owner), before);
  t.same(await verify(database), []);
});

for (const [name, run] of Object.entries(CHANGES)) {
  t.test(`an undo of ${name} has no effect if the process crashes, and can be repeated`, async (t) => {
    const { database, owner, ids } = await openWithItems(t);
    const before = await contentOf(database, owner);
    await run(database, clock, owner, ids);
    const after = await contentOf(database, owner);
    const [step] = after.steps;
    const undo = (dying: () => number) => revert(database, dying, owner, step?.id ?? 0);
    await interrupt(database, undo, async (calls) => {
      t.same(await contentOf(database, owner), after, `at the ${calls}th use of the clock`);
      t.same(await verify(database), []);
    });
    t.same(await contentOf(database, owner), before);
    t.same(await verify(database), []);
  });
}
