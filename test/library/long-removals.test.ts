import { copyFile } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as items from "../../src/library/items/items.ts";
import * as library from "../../src/library/library.ts";
import { list as listSteps } from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { verify } from "../../src/maintenance/verify/verify.ts";
import { addOwner, ITEM } from "./library.ts";

// These tests always use SQLite, even when the other tests run on PostgreSQL: there, others write at the same time.

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;

/** When a change that began at `NOW` in another process counts as abandoned. */
const later = () => NOW + 60_000;

/** A statement that a change executes after it has paused. */
const CONTINUES = /^update "libraries" set "version" = "version" \+ [^ ]+, "unfinished_until" = [^ ]+ where/;

/** Rows of a table that may be written between two pauses. */
const MAX_ROWS = 1_000;

/** Parents in a library, and children of each of them. */
interface Size {
  readonly parents: number;
  readonly children: number;
}

/** Collections of an account: some parents, their children, a child of each of these, and an item in the last one. */
interface Tree {
  readonly owner: number;
  readonly parents: readonly number[];
}

type Run = (database: Database, clock: () => number, tree: Tree) => Promise<unknown>;

const CHANGES: Readonly<Record<string, Run>> = {
  "a removal of all empty collections": (database, clock, { owner }) => removal.deleteEmpty(database, clock, owner),
  "a removal of a subtree": (database, clock, { owner, parents }) =>
    removal.deleteTree(database, clock, owner, parents[0] ?? 0),
  "a removal of collections whose children move up": (database, clock, { owner, parents }) =>
    removal.deleteMany(database, clock, owner, parents),
  "a merge": (database, clock, { owner, parents: [to = 0, ...ids] }) =>
    removal.merge(database, clock, owner, { to, ids }),
  "a merge into a nested collection": async (database, clock, { owner, parents }) => {
    const [to] = await childrenOf(database, parents[1] ?? 0);
    return removal.merge(database, clock, owner, { to: to ?? 0, ids: parents });
  },
};

async function childrenOf(database: Database, id: number): Promise<number[]> {
  const found = await database
    .selectFrom("collections")
    .select("id")
    .where("parent_id", "=", id)
    .orderBy("id")
    .execute();
  return found.map((child) => child.id);
}

/** Makes a database with a tree in which collections are shared. */
async function build(path: string, { parents, children }: Size): Promise<Tree> {
  const url = `sqlite:${path}`;
  const database = openDatabase(url);
  await migrate(database, url);
  const [owner, friend] = [await addOwner(database, "owner"), await addOwner(database, "friend")];
  const add = async (parentIds: readonly (number | null)[], depth: number, count: number) => {
    const places = parentIds.flatMap((parentId) =>
      Array.from({ length: count }, (_, index) => ({
        parentId,
        depth,
        title: `${parentId} ${index}`,
        sort: 0,
      })),
    );
    const ids: number[] = [];
    for (let first = 0; first < places.length; first += 500)
      ids.push(
        ...(await library.change(database, owner, (transaction) =>
          collections.createAll(transaction, clock, owner, places.slice(first, first + 500)),
        )),
      );
    return ids;
  };
  const roots = await add([null], 1, parents);
  const nested = await add(roots, 2, children);
  const last = (await add(nested, 3, 1)).at(-1) ?? 0;
  await items.create(database, clock, owner, { ...ITEM, placeId: last });
  for (const collection_id of [roots[1], nested.at(-1), nested[0]]) {
    if (collection_id === undefined) continue;
    const shared = { collection_id, role: "member", created_at: 0 } as const;
    await database
      .insertInto("collaborators")
      .values({ ...shared, account_id: friend, owner_id: owner })
      .execute();
    await database
      .insertInto("invitations")
      .values({
        ...shared,
        account_id: owner,
        email: null,
        email_key: null,
        token_hash: `${collection_id}`,
        expires_at: NOW,
      })
      .execute();
  }
  await database.destroy();
  const file = new Sqlite(path);
  file.pragma("wal_checkpoint(truncate)");
  file.close();
  return { owner, parents: roots };
}

/** Opens a copy of a database, in which each long change pauses wherever it may. */
async function openCopy(t: Test, source: string, onStatement: (sql: string) => void = () => {}) {
  const path = `${source}.copy`;
  for (const end of ["-wal", "-shm"]) await copyFile("/dev/null", `${path}${end}`).catch(() => {});
  await copyFile(source, path);
  const database = openDatabase(`sqlite:${path}`, { maxHold: 0, onStatement: ({ sql }) => onStatement(sql) });
  t.teardown(() => database.destroy());
  return { path, database };
}

/** What accounts have, except what the cleanup may change. */
async function contentOf(database: Database, { owner }: Tree) {
  const placed = database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .select(["items.id", "link", "place", "collection_id"]);
  return {
    collections: await database.selectFrom("collections").selectAll().orderBy("id").execute(),
    items: await placed.orderBy("items.id").execute(),
    collaborators: await database.selectFrom("collaborators").selectAll().orderBy("collection_id").execute(),
    invitations: await database.selectFrom("invitations").selectAll().orderBy("id").execute(),
    steps: await listSteps(database, clock, owner),
    unfinished: await database.selectFrom("libraries").select("unfinished_step").orderBy("account_id").execute(),
  };
}

/** How many rows of each kind are committed. 1 is the id of the first parent. */
function countRows(file: Sqlite.Database): number[] {
  const count = (sql: string) => Number(file.prepare(sql).pluck().get());
  return [
    count("select count(*) from collections"),
    count("select count(*) from collections where parent_id = 1"),
    count("select count(*) from collections where depth = 1"),
    count("select count(*) from collections where depth = 2"),
    count("select count(*) from undo_collections"),
    count("select count(*) from undo_shelves"),
    count("select count(*) from shelves where place = 'collection'"),
  ];
}

/** Runs a change, and returns how many rows it wrote at most between two pauses. */
async function maxWritten(path: string, work: (onStatement: (sql: string) => void) => Promise<unknown>) {
  const file = new Sqlite(path, { readonly: true });
  let [before, max] = [countRows(file), 0];
  const compare = () => {
    const now = countRows(file);
    max = Math.max(max, ...now.map((count, index) => Math.abs(count - (before[index] ?? 0))));
    before = now;
  };
  await work((sql) => {
    if (CONTINUES.test(sql)) compare();
  });
  compare();
  file.close();
  return max;
}

for (const [name, run] of Object.entries(CHANGES)) {
  t.test(`${name}, and its undo, let others write after some rows`, async (t) => {
    const source = `${t.testdir()}/triptych.db`;
    const tree = await build(source, { parents: 3, children: 1_100 });
    let observe = (_sql: string) => {};
    const { database, path } = await openCopy(t, source, (sql) => observe(sql));
    const before = await contentOf(database, tree);
    const written = await maxWritten(path, (onStatement) => {
      observe = onStatement;
      return run(database, clock, tree);
    });
    t.ok(written <= MAX_ROWS + tree.parents.length, `${written} rows at a time`);
    const [step] = await listSteps(database, clock, tree.owner);
    const restored = await maxWritten(path, (onStatement) => {
      observe = onStatement;
      return revert(database, clock, tree.owner, step?.id ?? 0);
    });
    t.ok(restored <= MAX_ROWS + tree.parents.length, `${restored} rows at a time`);
    t.same((await contentOf(database, tree)).collections, before.collections);
    t.same(await verify(database), []);
  });

  for (const isUndo of [false, true]) {
    t.test(`after a crash, ${isUndo ? "an undo of " : ""}${name} is complete or has no effect`, async (t) => {
      const source = `${t.testdir()}/triptych.db`;
      const tree = await build(source, { parents: 3, children: 30 });
      const outcomes = new Set<string>();
      let [completed, isDone] = [0, false];
      for (let fatal = 1; !isDone; fatal += Math.ceil(fatal / 4)) {
        const { database } = await openCopy(t, source);
        if (isUndo) await run(database, clock, tree);
        const [step] = await listSteps(database, clock, tree.owner);
        const before = JSON.stringify(await contentOf(database, tree));
        let calls = 0;
        const dying = () => {
          calls += 1;
          if (calls >= fatal) throw new Error("The process has ended.");
          return NOW;
        };
        isDone = await (isUndo ? revert(database, dying, tree.owner, step?.id ?? 0) : run(database, dying, tree)).then(
          () => true,
          () => false,
        );
        while (await hasWork(database, later)) await cleanUp(database, later, 500);
        const after = JSON.stringify(await contentOf(database, tree));
        if (after !== before) {
          outcomes.add(after);
          if (!isDone) completed += 1;
        }
        t.same(await verify(database), [], `at the ${fatal}th use of the clock`);
        await database.destroy();
      }
      t.equal(outcomes.size, 1);
      t.ok(completed > 0);
    });
  }
}
