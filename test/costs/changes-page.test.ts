import t from "tap";
import { signIn } from "../../harness/page-client.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import { MAX_STEPS } from "../../src/library/journal/step.ts";
import * as undoListing from "../../src/library/undo/listing.ts";
import { addOwner, COLLECTION, ITEM } from "../library/library.ts";
import { stopWorkers } from "../support/app.ts";
import { openSeparateDatabase } from "../support/databases.ts";
import { openLibrary } from "../support/library.ts";
import { costOf } from "./cost.ts";

const clock = () => 0;

/** Items that the largest changes concern. */
const COUNT = 1_000;

/** Rows that naming one change may read: its record, what that refers to, and the shelf of an item. */
const ROWS_PER_STEP = 5;

t.test("one statement names what changes concern, and reads few rows, however large others are", async (t) => {
  const database = await openSeparateDatabase(t);
  const owner = await addOwner(database, "owner");
  const add = async (placeId: number, count: number) => {
    const inputs = Array.from({ length: count }, (_, index) => ({ ...ITEM, placeId, title: `Article ${index}` }));
    return (await items.createMany(database, clock, owner, inputs)).map(({ id }) => id);
  };
  const ids = await add(-1, COUNT);
  const selectionOf = (placeId: number, selected?: readonly number[]) => ({ placeId, nested: false, ids: selected });
  await bulk.update(database, clock, owner, selectionOf(-1, ids), { important: true });
  for (let step = 1; step < MAX_STEPS; step++) {
    if (step % 3 === 0) {
      await bulk.update(database, clock, owner, selectionOf(-1, ids.slice(step, step + 1)), { important: false });
      continue;
    }
    const { id } = await collections.create(database, clock, owner, COLLECTION);
    await add(id, step % 3 === 1 ? 1 : 30);
    if (step % 3 === 1) await bulk.remove(database, clock, owner, selectionOf(id));
    else await removal.deleteTree(database, clock, owner, id);
  }
  const steps = await undoListing.list(database, clock, owner);
  t.equal(steps.length, MAX_STEPS);
  let subjects: Awaited<ReturnType<typeof undoListing.subjectsOf>> = new Map();
  const { statements, rows } = await costOf(database, async () => {
    subjects = await undoListing.subjectsOf(database, steps);
  });
  t.equal(subjects.size, MAX_STEPS - 1, "all but the largest change");
  t.equal(statements, 1);
  t.ok(rows >= subjects.size && rows <= ROWS_PER_STEP * MAX_STEPS, `${rows} rows`);
});

t.test("the page of changes takes as many statements for many changes as for one", async (t) => {
  const { app, ann } = await openLibrary(t);
  await stopWorkers(app);
  const { _id: id } = await ann.addItem();
  const client = await signIn(app.base, ann);
  const statementsOfPage = async () => {
    const { statements } = await costOf(app.context.database, () => client.get("/bookmarks/changes"));
    return statements;
  };
  const star = async (count: number) => {
    for (let change = 0; change < count; change++)
      await ann.call("PUT", "/raindrops/-1", { ids: [id], important: change % 2 === 0 });
  };
  await star(1);
  await client.get("/bookmarks/changes");
  const forOne = await statementsOfPage();
  await star(20);
  t.equal(await statementsOfPage(), forOne);
});
