import t, { type Test } from "tap";
import { engineOf } from "../../src/database/engine.ts";
import { engine } from "../support/databases.ts";
import {
  HOW_TO_WRITE,
  increasesBetween,
  isBelowBound,
  listBoundedRequests,
  violationsOf,
  writeBounds,
} from "./bounds.ts";
import { type Cost, costOf } from "./cost.ts";
import { createFixtures } from "./fixtures.ts";
import { REQUESTS } from "./requests.ts";
import { openSeededApp } from "./seeded-app.ts";

/** Rows per table. Both numbers have four digits, so that responses have the same length at both sizes. */
const SMALL = 2_000;
const LARGE = 9_000;

/** Measures every request on a server with `size` rows per table. Keyed by the name of the request. */
async function measureAll(t: Test, size: number): Promise<ReadonlyMap<string, Cost>> {
  const app = await openSeededApp(t, size);
  const costs = new Map<string, Cost>();
  for (const { name, contract, isRead, send, sendAlike } of REQUESTS) {
    const fixtures = await createFixtures(app, contract);
    const measure = async () => {
      // So that no count of an earlier request is saved meanwhile.
      await app.flush();
      return costOf(app.context.database, () => send(fixtures));
    };
    /**
     * PostgreSQL: a read that waits for 100 ms, on a busy machine, is sent again, or on a connection that is opened for it;
     * so it is measured again. `prepare`: brings the cache into the state before.
     */
    const measureRead = async (read: string, prepare: () => Promise<void> = async () => {}) => {
      let cost = await measure();
      for (let times = 1; engine === "postgres" && times < 3 && violationsOf(read, cost).length > 0; times++) {
        await prepare();
        cost = await measure();
      }
      return cost;
    };
    const { database } = app.context;
    // The second of two requests reads the versions; then the cache has nothing for the URL that is measured.
    const emptyCache = async () => {
      await engineOf(database).renewTableVersions(database);
      for (let times = 0; times < 2; times++) await sendAlike(fixtures);
    };
    costs.set(name, isRead ? await measureRead(name, emptyCache) : await measure());
    if (!isRead) continue;
    // The second request caches the response, the third is a cache hit.
    await send(fixtures);
    costs.set(`${name}, repeated`, await measureRead(`${name}, repeated`));
  }
  await app.flush();
  return costs;
}

t.test("costs of requests", async (t) => {
  const small = await measureAll(t, SMALL);
  const large = await measureAll(t, LARGE);

  for (const [size, costs] of [
    [SMALL, small],
    [LARGE, large],
  ] as const) {
    await t.test(`no request exceeds its bound with ${size} rows per table`, async (t) => {
      t.same(
        [...costs].flatMap(([name, cost]) => violationsOf(name, cost)),
        [],
      );
    });
  }

  await t.test("no request costs more with more rows", async (t) => {
    // The costs with fewer rows are the bounds.
    const increases = [...large].flatMap(([name, cost]) => {
      const smallCost = small.get(name);
      return smallCost === undefined ? [] : increasesBetween(smallCost, cost).map((increase) => `${name}: ${increase}`);
    });
    t.same(increases, []);
  });

  await t.test("every request is measured, and every bound belongs to a request", async (t) => {
    const requests = REQUESTS.flatMap(({ name, isRead }) => (isRead ? [name, `${name}, repeated`] : [name]));
    t.same([...large.keys()], requests);
    t.same(
      listBoundedRequests().filter((name) => !requests.includes(name)),
      [],
    );
  });

  const cheaper = [...large].filter(([name, cost]) => isBelowBound(name, cost)).map(([name]) => name);
  if (cheaper.length > 0) t.comment(`Below their bounds: ${cheaper.join("; ")}. ${HOW_TO_WRITE}.`);
  writeBounds(large);
});
