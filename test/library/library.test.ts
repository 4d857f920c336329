import t from "tap";
import { Failure } from "#contract/failure";
import * as collections from "../../src/library/collections/collections.ts";
import * as library from "../../src/library/library.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner } from "./library.ts";

const CHANGED = "The object has changed since you read it. Read it again.";

t.test("library.change throws `changed` and writes nothing when ifVersion is not the library's version", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  t.equal(await library.versionOf(database, owner), 0, "before the first change");
  t.equal(await library.change(database, owner, async (_, version) => version, { ifVersion: 0 }), 1);
  t.equal(await library.change(database, owner, async () => "done", { ifVersion: 1 }), "done");
  for (const ifVersion of [0, 1, 3]) {
    const work = async () => t.fail("the work must not run");
    await t.rejects(
      library.change(database, owner, work, { ifVersion }),
      new Failure("changed", CHANGED, { reason: "changed" }),
    );
  }
  t.equal(await library.versionOf(database, owner), 2, "a rejected change does not raise the version");
  t.same(await collections.list(database, owner, "root"), []);
});

t.test("library.onChange calls the listener after a commit, and not after a rollback", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  let calls = 0;
  const remove = library.onChange(database, () => {
    calls += 1;
  });
  await library.change(database, owner, async () => t.equal(calls, 0, "not before the commit"));
  t.equal(calls, 1);
  await t.rejects(library.change(database, owner, () => Promise.reject(new Error("rolled back"))));
  t.equal(calls, 1);
  remove();
  await library.change(database, owner, async () => {});
  t.equal(calls, 1);
});
