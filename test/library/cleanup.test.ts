import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import type { Database } from "../../src/database/database.ts";
import { LEASE_MS, Lease } from "../../src/database/lease.ts";
import { cleanUp, hasWork } from "../../src/library/cleanup/cleanup.ts";
import { CleanupWorker } from "../../src/library/cleanup/cleanup-worker.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as covers from "../../src/library/collections/covers.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as items from "../../src/library/items/items.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

const clock = () => 0;
const PICTURE = { bytes: Buffer.from("any bytes"), color: "#f80808" };

/** A database in which collections were deleted, each with three items and a picture. */
async function openWithWork(t: Test, deleted: number) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  for (let count = 0; count < deleted; count++) {
    const { id } = await collections.create(database, clock, owner, COLLECTION);
    await covers.setPicture(database, clock, owner, id, PICTURE);
    for (let item = 0; item < 3; item++) await items.create(database, clock, owner, { ...ITEM, placeId: id });
    await removal.deleteTree(database, clock, owner, id);
  }
  await forgetSteps(database);
  const count = async (table: "pictures" | "shelves") =>
    (await database.selectFrom(table).select("id").execute()).length;
  return { database, count };
}

/** Deletes the undo steps at once, which the cleanup would do in small parts. */
async function forgetSteps(database: Database): Promise<void> {
  const tables = ["undo_items", "undo_shelves", "undo_collections", "undo_covers", "undo_steps"] as const;
  for (const table of tables) await database.deleteFrom(table).execute();
  await database.updateTable("shelves").set({ held: 0 }).execute();
}

t.test("cleanUp: one step deletes several pictures, before all items are moved to the Trash", async (t) => {
  const { database, count } = await openWithWork(t, 10);
  t.equal(await count("pictures"), 10);
  const shelves = await count("shelves");
  await cleanUp(database, clock, 1);
  t.equal(await count("pictures"), 0);
  t.ok((await count("shelves")) > shelves - 2, "shelves with items to move remain");
});

t.test("the worker does nothing while another server holds the lease, and takes over when it expires", async (t) => {
  const { database } = await openWithWork(t, 1);
  let now = 0;
  t.ok(
    await new Lease(database, clock, "cleanup").acquire(),
    "another server acquires the lease and never releases it",
  );
  // The timers of the worker do not keep the process running.
  const keepAlive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(keepAlive));
  const worker = new CleanupWorker(database, () => now, { searchInterval: 5 });
  t.teardown(() => worker.close());
  worker.start((error) => t.fail(String(error)));
  await worker.settled();
  t.ok(await hasWork(database, clock));
  now = LEASE_MS;
  while (await hasWork(database, clock)) await setTimeout(5);
  await worker.settled();
  t.ok(await new Lease(database, () => now, "cleanup").acquire(), "the worker has released the lease");
});

t.test("cleanUp: one step deletes all undo steps of an account that have expired", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { id: placeId } = await collections.create(database, clock, owner, COLLECTION);
  for (let count = 0; count < 5; count++) {
    const { id } = await items.create(database, clock, owner, { ...ITEM, placeId });
    await items.remove(database, clock, owner, id);
  }
  await removal.deleteTree(database, clock, owner, placeId);
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  await cleanUp(database, clock, 10);
  t.same(await database.selectFrom("undo_steps").selectAll().execute(), []);
  t.same(await database.selectFrom("undo_items").selectAll().execute(), []);
  t.same(await database.selectFrom("undo_collections").selectAll().execute(), []);
});

t.test("cleanUp: deletes a part of the expired undo steps if they have many rows", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const created = await items.createMany(database, clock, owner, Array(12).fill(ITEM));
  for (const { id } of created) await items.remove(database, clock, owner, id);
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  const left: number[] = [];
  while (await hasWork(database, clock)) {
    await cleanUp(database, clock, 1);
    left.push((await database.selectFrom("undo_items").select("item_id").execute()).length);
  }
  t.same(left.slice(0, 3), [7, 2, 0]);
});

t.test("the worker cleans up for the server, not for the client whose change it follows", async (t) => {
  // The timers of the worker do not keep the process running.
  const keepAlive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(keepAlive));
  const callers = new AsyncLocalStorage<string>();
  const seen = new Set<string | undefined>();
  let isWatching = false;
  const { database } = await openDatabaseFile(t, {
    callerOf: () => {
      if (isWatching) seen.add(callers.getStore());
      return callers.getStore() ?? "server";
    },
  });
  const owner = await addOwner(database, "owner");
  const { id } = await items.create(database, clock, owner, ITEM);
  await items.remove(database, clock, owner, id);
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  const worker = new CleanupWorker(database, clock);
  t.teardown(() => worker.close());
  worker.start((error) => t.fail(String(error)));
  await worker.settled();
  const other = await items.create(database, clock, owner, ITEM);
  await items.remove(database, clock, owner, other.id);
  await worker.settled();
  // There is an expired step when the next change wakes the worker.
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  isWatching = true;
  await callers.run("client", () => items.create(database, clock, owner, ITEM));
  await worker.settled();
  t.same([...seen], ["client", undefined]);
});

/** A file with expired undo steps, and a function that has several writes wait at any time while a condition holds. */
async function openBusyDatabase(t: Test) {
  const keepAlive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(keepAlive));
  const { database } = await openDatabaseFile(t);
  const owner = await addOwner(database, "owner");
  const { id } = await items.create(database, clock, owner, ITEM);
  await items.remove(database, clock, owner, id);
  await database.updateTable("undo_steps").set({ expires_at: 0 }).execute();
  const write = () => database.updateTable("undo_steps").set({ item_count: 1 }).execute();
  const writeWhile = async (isWanted: () => boolean | Promise<boolean>) => {
    const writing = async () => {
      while (await isWanted()) await write();
    };
    await Promise.all(Array.from({ length: 8 }, writing));
  };
  const countSteps = async () => (await database.selectFrom("undo_steps").select("id").execute()).length;
  return { database, writeWhile, countSteps };
}

t.test("the worker waits while requests wait to write", async (t) => {
  const { database, writeWhile, countSteps } = await openBusyDatabase(t);
  const worker = new CleanupWorker(database, clock, { maxWait: 60_000 });
  t.teardown(() => worker.close());
  worker.start((error) => t.fail(String(error)));
  const endsAt = performance.now() + 200;
  await writeWhile(() => performance.now() < endsAt);
  t.equal(await countSteps(), 1);
  await worker.settled();
  t.equal(await countSteps(), 0);
});

t.test("the worker takes turns with requests when it has waited for long", async (t) => {
  const { database, writeWhile, countSteps } = await openBusyDatabase(t);
  const worker = new CleanupWorker(database, clock, { maxWait: 50 });
  t.teardown(() => worker.close());
  worker.start((error) => t.fail(String(error)));
  await writeWhile(async () => (await countSteps()) > 0);
  await worker.settled();
  t.equal(await countSteps(), 0);
});
