import t from "tap";
import { boundedRequests, complaintsOf, writeBounds } from "./bounds.ts";
import { type Cost, costOf } from "./cost.ts";
import { REQUESTS } from "./requests.ts";
import { makeThings } from "./things.ts";
import { openWorld } from "./world.ts";

/** Rows of everything. The numbers that answers show have as many digits among the fewer as among the more. */
const SIZES = [2_000, 9_000];

const costs = new Map<string, Cost>();

for (const size of SIZES) {
  t.test(`what each request costs among ${size} rows of everything`, async (t) => {
    const world = await openWorld(t, size);
    const complaints: string[] = [];
    const count = async (name: string, work: () => Promise<void>) => {
      const cost = await costOf(world.context.database, work);
      costs.set(name, cost);
      complaints.push(...complaintsOf(name, cost));
    };
    for (const { name, contract, isReading, send } of REQUESTS) {
      const things = await makeThings(world, contract);
      await count(name, () => send(things));
      if (!isReading) continue;
      // What is kept is kept for those who ask more than twice.
      await send(things);
      await count(`${name}, again`, () => send(things));
    }
    t.same(complaints, []);
  });
}

t.test("there is no bound without a request", async (t) => {
  const requests = REQUESTS.flatMap(({ name, isReading }) => (isReading ? [name, `${name}, again`] : [name]));
  t.same([...costs.keys()], requests, "all were counted");
  t.same(
    boundedRequests().filter((name) => !requests.includes(name)),
    [],
  );
  if (costs.size === requests.length) writeBounds(costs);
});
