import { env } from "node:process";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import t from "tap";
import { cleanUp } from "../../src/library/cleanup/cleanup.ts";
import * as items from "../../src/library/items/items.ts";
import * as lookup from "../../src/library/items/lookup.ts";
import { Step } from "../../src/library/journal/step.ts";
import * as library from "../../src/library/library.ts";
import { list } from "../../src/library/undo/listing.ts";
import { revert } from "../../src/library/undo/revert.ts";
import { openTestDatabase } from "../support/databases.ts";
import { expireUndo } from "../support/undo.ts";
import type { Operation } from "./collection-model.ts";
import { addOwner, ITEM, perform, stateOf } from "./library.ts";

const RUNS = Number(env.PROPERTY_RUNS) || 15;
const SEED = Number(env.PROPERTY_SEED) || 2026;
const clock = () => Date.UTC(2026, 0, 1);

const COLLECTIONS = 6;
const id = fc.integer({ min: 1, max: COLLECTIONS });
const place = fc.oneof(id, fc.constantFrom(-1, -99));

/** A tree: each collection has an earlier one as its parent, or none. */
const parents = fc.tuple(...Array.from({ length: COLLECTIONS }, (_, index) => fc.nat({ max: index })));

const change: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant("remove" as const), id }),
  fc.record({ kind: fc.constant("removeMany" as const), ids: fc.array(id, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant("merge" as const), to: id, ids: fc.array(id, { minLength: 1, maxLength: 3 }) }),
  fc.constant({ kind: "clean" as const }),
  fc.record({ kind: fc.constant("removeItem" as const), id: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant("moveItems" as const), from: place, to: place }),
  fc.record({ kind: fc.constant("removeItems" as const), from: place, nested: fc.boolean() }),
  fc.constant({ kind: "emptyTrash" as const }),
);

const scenario = fc.record({
  parents,
  places: fc.array(place, { minLength: 8, maxLength: 8 }),
  changes: fc.array(fc.record({ change, cleanUp: fc.boolean() }), { minLength: 1, maxLength: 5 }),
});

t.test("reverting all changes, newest first, restores each state before, whenever the cleanup runs", async (t) => {
  const property = fc.asyncProperty(scenario, async ({ parents, places, changes }) => {
    const database = await openTestDatabase(t);
    const owner = await addOwner(database, "owner");
    for (const [index, parent] of parents.entries()) {
      const title = `${index + 1}`;
      await perform(database, owner, { kind: "create", parent: parent === 0 ? null : parent, title });
    }
    for (const [index, place] of places.entries()) {
      await perform(database, owner, { kind: "addItem", place, link: `https://example.com/${index}`, broken: false });
    }
    const states: unknown[] = [];
    for (const { change, cleanUp: isCleaned } of changes) {
      const [state, steps] = [await stateOf(database, owner), (await list(database, clock, owner)).length];
      await perform(database, owner, change);
      if (isCleaned) await cleanUp(database, clock, 2);
      const isRecorded = (await list(database, clock, owner)).length > steps;
      if (isRecorded) states.push(state);
      else if (!isDeepStrictEqual(state, await stateOf(database, owner))) throw new Error("No step was recorded.");
    }
    for (const state of states.toReversed()) {
      const [newest] = await list(database, clock, owner);
      await revert(database, clock, owner, newest?.id ?? 0);
      if (!isDeepStrictEqual(await stateOf(database, owner), state)) throw new Error(`${newest?.operation} differs.`);
    }
    const [first] = states;
    await expireUndo(database);
    if (first !== undefined && !isDeepStrictEqual(await stateOf(database, owner), first)) {
      throw new Error("The cleanup changed what clients see.");
    }
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
});

t.test("revert: restores replaced tags, except where tags have changed since", async (t) => {
  const database = await openTestDatabase(t);
  const owner = await addOwner(database, "owner");
  const add = async (tags: string[]) => (await items.create(database, clock, owner, { ...ITEM, tags })).id;
  const ids = [await add(["a", "b", "c"]), await add(["b"]), await add(["a"])];
  for (const { by, after } of [
    { by: "c", after: ["c"] },
    { by: undefined, after: [] },
  ]) {
    await library.change(database, owner, async (transaction) => {
      const change = { replacedTags: { tags: ["a", "b"], by } };
      const plan = { operation: "replaceTags", change, items: ids.length } as const;
      await new Step(transaction, { accountId: owner, clock }, plan).addItems(ids, ["tags"]);
    });
    const [first = 0, second = 0, third = 0] = ids;
    await items.update(database, clock, owner, first, { tags: ["c"] });
    await items.update(database, clock, owner, second, { tags: after });
    await items.update(database, clock, owner, third, { tags: ["changed since"] });
    const [step] = await list(database, clock, owner);
    t.match(await revert(database, clock, owner, step?.id ?? 0), { items: 2, skippedIds: [third] });
    const tags = await Promise.all(ids.map(async (id) => (await lookup.getWritable(database, owner, id)).tags));
    t.same(tags, ['["a","b","c"]', '["b"]', '["changed since"]']);
    await items.update(database, clock, owner, third, { tags: ["a"] });
  }
});
