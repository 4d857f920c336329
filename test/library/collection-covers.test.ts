import { setImmediate } from "node:timers/promises";
import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import { pngOf } from "../../harness/pictures.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as covers from "../../src/library/collections/covers.ts";
import * as items from "../../src/library/items/items.ts";
import * as library from "../../src/library/library.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner, COLLECTION, ITEM } from "./library.ts";

const clock = () => 0;
/** So large that its decoder process is not reused. `ProcessWrap` is an active resource until that process exits. */
const LARGE = await pngOf(5000, 5000, "#ff0000");

/** Starts a conditional upload of a cover, and returns while the picture is being decoded. */
async function startUpload(t: Test) {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { id } = await collections.create(database, clock, owner, COLLECTION);
  const ifVersion = await library.versionOf(database, owner);
  const uploading = covers.upload(database, clock, owner, id, LARGE, { ifVersion });
  while (!process.getActiveResourcesInfo().includes("ProcessWrap")) await setImmediate();
  return { database, owner, id, uploading };
}

/** Waits until the decoder process has exited. */
t.afterEach(async () => {
  while (process.getActiveResourcesInfo().includes("ProcessWrap")) await setImmediate();
});

t.test("covers.upload succeeds when only other parts of the library change during decoding", async (t) => {
  const { database, owner, uploading } = await startUpload(t);
  await items.create(database, clock, owner, ITEM);
  t.equal((await uploading).color, "#f80808");
});

t.test("covers.upload throws `changed` when the collection changes during decoding", async (t) => {
  const { database, owner, id, uploading } = await startUpload(t);
  const [failure] = await Promise.all([
    failureOf(uploading),
    collections.update(database, clock, owner, id, { title: "Changed" }),
  ]);
  t.equal(failure.kind, "changed");
  t.same(await database.selectFrom("pictures").select("id").execute(), []);
});

t.test("covers.upload throws `changed` before decoding when `ifVersion` is not the library's version", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const { id } = await collections.create(database, clock, owner, COLLECTION);
  const noPicture = Buffer.from("not a picture");
  const options = { ifVersion: (await library.versionOf(database, owner)) - 1 };
  t.equal((await failureOf(covers.upload(database, clock, owner, id, noPicture, options))).kind, "changed");
});
