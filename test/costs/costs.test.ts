import t from "tap";
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

/**
 * Rows per table. Numbers in responses have as many digits with the small size as with the large one, so that
 * both hash as much.
 */
const SMALL = 2_000;
const LARGE = 9_000;

/** The costs of all requests, by size and name. */
const costs = { [SMALL]: new Map<string, Cost>(), [LARGE]: new Map<string, Cost>() };

for (const size of [SMALL, LARGE] as const) {
  t.test(`no request exceeds its bound with ${size} rows per table`, async (t) => {
    const app = await openSeededApp(t, size);
    const measure = async (name: string, work: () => Promise<void>) => {
      costs[size].set(name, await costOf(app.context.database, work));
    };
    for (const { name, contract, isRead, send } of REQUESTS) {
      const fixtures = await createFixtures(app, contract);
      await measure(name, () => send(fixtures));
      if (!isRead) continue;
      // The second request stores the response in the cache, the third is a cache hit.
      await send(fixtures);
      await measure(`${name}, repeated`, () => send(fixtures));
    }
    t.same(
      [...costs[size]].flatMap(([name, cost]) => violationsOf(name, cost)),
      [],
    );
  });
}

t.test("no request costs more with more rows", async (t) => {
  const grown = [...costs[LARGE]].flatMap(([name, cost]) => {
    const small = costs[SMALL].get(name);
    return small === undefined ? [] : increasesBetween(small, cost).map((increase) => `${name}: ${increase}`);
  });
  t.same(grown, []);
});

t.test("every request is measured, and every bound belongs to a request", async (t) => {
  const requests = REQUESTS.flatMap(({ name, isRead }) => (isRead ? [name, `${name}, repeated`] : [name]));
  t.same([...costs[LARGE].keys()], requests);
  t.same(
    listBoundedRequests().filter((name) => !requests.includes(name)),
    [],
  );
  const cheaper = [...costs[LARGE]].filter(([name, cost]) => isBelowBound(name, cost)).map(([name]) => name);
  if (cheaper.length > 0) t.comment(`Below their bounds: ${cheaper.join("; ")}. ${HOW_TO_WRITE}.`);
  if (costs[LARGE].size === requests.length) writeBounds(costs[LARGE]);
});
