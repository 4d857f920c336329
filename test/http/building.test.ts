import { setImmediate } from "node:timers/promises";
import t from "tap";
import { limitBuilding } from "../../src/http/response/build-slots.ts";
import { ownTurn } from "../../src/http/turns.ts";
import { PetHandlers, servePets } from "../support/pets.ts";

t.test("as many long responses of an operation are built at a time as it sets, two by default", async (t) => {
  let active = 0;
  let most = 0;
  class CountingHandlers extends PetHandlers {
    override async listDogs(call: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
      active += 1;
      most = Math.max(most, active);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      active -= 1;
      return super.listDogs(call);
    }
  }
  for (const [listDogs, expected] of [
    [{}, 2],
    [{ maxBuilding: 5 }, 5],
  ] as const) {
    most = 0;
    const { base } = await servePets(t, { handlers: new CountingHandlers(), change: { longLists: { listDogs } } });
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(`${base}/pets/dogs`)));
    t.same(
      responses.map(({ status }) => status),
      Array(10).fill(200),
    );
    t.equal(most, expected);
  }
});

t.test("searches do not delay other responses", async (t) => {
  const started: unknown[] = [];
  const build = limitBuilding(
    async ({ query }: { query: object }) => {
      started.push(query);
      if ("q" in query) await new Promise(() => {});
    },
    { searchParameter: "q" },
  );
  for (let count = 0; count < 5; count++) void build({ query: { q: "text" } });
  await build({ query: {} });
  t.equal(started.length, 3, "two searches and a list");
});

t.test("ownTurn: each caller continues in its own turn of the event loop", async (t) => {
  let turn = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turn++) await setImmediate();
  })();
  const turns = await Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => turn)));
  isDone = true;
  await counting;
  t.equal(new Set(turns).size, 5);
});
