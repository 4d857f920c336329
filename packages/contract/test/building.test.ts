import { setImmediate } from "node:timers/promises";
import t, { type Test } from "tap";
import { ResponseCache } from "../src/cache/response-cache.ts";
import { FairSlots, type SlotOptions } from "../src/fair-slots.ts";
import { ownTurn } from "../src/scheduling.ts";
import { PetHandlers, servePets } from "./support/pets.ts";
import { closeOf, open } from "./support/raw.ts";

const OPTIONS: SlotOptions = {
  slots: 2,
  perCaller: 1,
  waiting: 100,
  waitingPerCaller: 100,
  what: "lists",
  limit: "lists",
};

/** Handlers whose responses the test ends; records the good dogs that were asked for. */
class SlowHandlers extends PetHandlers {
  readonly begun: unknown[] = [];
  readonly ends: (() => void)[] = [];

  override async listDogs(call: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ends.push(resolve);
    this.begun.push(call.query.limit);
    await promise;
    return super.listDogs(call);
  }
}

/** Waits until `condition` is true. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

/** Serves slow lists in slots. Ann and Bob have accounts 1 and 2; `get` is anonymous without a key, from a network. */
async function serveSlowPets(t: Test, options: Partial<SlotOptions> = {}, cache?: ResponseCache) {
  const handlers = new SlowHandlers();
  const slots = new FairSlots({ ...OPTIONS, ...options });
  const pets = await servePets(t, {
    handlers,
    trustProxy: ["127.0.0.1"],
    change: {
      longLists: { listDogs: { slots } },
      accountIdOf: (principal) => (principal === "Ann" ? 1 : 2),
      cachedOperations: { listDogs: [] },
      ...(cache && { cache }),
    },
  });
  const get = (limit: number, key?: string, network = "192.0.2.1") =>
    fetch(`${pets.base}/pets/dogs?limit=${limit}`, {
      headers: { "x-forwarded-for": network, ...(key !== undefined && { "pet-key": key }) },
    });
  /** Ends the oldest response that is being built. */
  const endOne = () => handlers.ends.shift()?.();
  /** Requests responses one after the other. Afterwards, the cache shares each one that was requested. */
  const complete = async (...limits: readonly number[]) => {
    for (const limit of limits) {
      const response = get(limit);
      await until(() => handlers.begun.length === 1);
      endOne();
      await response;
      handlers.begun.pop();
    }
  };
  return { ...pets, handlers, slots, get, endOne, complete };
}

const ANN = "sesame";
const BOB = "low";

/** Begins a request on a connection of its own. */
function begin(base: string, limit: number, key = "") {
  const socket = open(base);
  socket.on("error", () => {});
  const credential = key === "" ? "" : `pet-key: ${key}\r\n`;
  socket.write(`GET /pets/dogs?limit=${limit} HTTP/1.1\r\nHost: x\r\n${credential}\r\n`);
  return socket;
}

t.test("as many long responses are built at a time as there are slots", async (t) => {
  const { get, handlers, endOne, slots } = await serveSlowPets(t, { perCaller: 2 });
  const responses = [1, 2, 3, 4, 5].map((limit) => get(limit));
  await until(() => slots.waiting === 3);
  t.equal(handlers.begun.length, 2);
  for (let count = 3; count <= 5; count++) {
    endOne();
    await until(() => handlers.begun.length === count);
    t.equal(slots.taken, 2);
  }
  endOne();
  endOne();
  t.same(
    (await Promise.all(responses)).map(({ status }) => status),
    Array(5).fill(200),
  );
  t.same([slots.taken, slots.waiting], [0, 0]);
});

t.test("accounts and networks take turns", async (t) => {
  const { get, handlers, endOne, slots } = await serveSlowPets(t, { slots: 1 });
  const responses: Promise<Response>[] = [];
  const callers: [number, string?][] = [[1, ANN], [2, ANN], [3, ANN], [4, BOB], [5], [6, BOB]];
  for (const [index, [limit, key]] of callers.entries()) {
    responses.push(get(limit, key));
    await until(() => slots.waiting === index && handlers.begun.length === 1);
  }
  for (let count = 2; count <= 6; count++) {
    endOne();
    await until(() => handlers.begun.length === count);
  }
  endOne();
  t.same(handlers.begun, [1, 2, 4, 5, 3, 6]);
  await Promise.all(responses);
});

t.test("a waiting request whose client disconnects is never handled, nor reported as a violation", async (t) => {
  const { base, get, handlers, endOne, slots, violations, log } = await serveSlowPets(t);
  const first = get(1, ANN);
  await until(() => handlers.begun.length === 1);
  const gone = [2, 3, 4].map((limit) => begin(base, limit, ANN));
  await until(() => slots.waiting === 3);
  for (const socket of gone) socket.destroy();
  await until(() => slots.waiting === 0);
  endOne();
  t.equal((await first).status, 200);
  const next = get(5, ANN);
  await until(() => handlers.begun.length === 2);
  endOne();
  t.equal((await next).status, 200);
  t.same(handlers.begun, [1, 5]);
  t.same(violations, []);
  t.equal(log.filter((line) => line.includes('"status":408')).length, 3);
});

t.test("a request that can't wait gets 503 with Retry-After before any work", async (t) => {
  const { base, get, handlers, endOne, slots, violations } = await serveSlowPets(t, { waitingPerCaller: 1 });
  const first = get(1, ANN);
  await until(() => handlers.begun.length === 1);
  const waiting = begin(base, 2, ANN);
  await until(() => slots.waiting === 1);
  const refused = await get(3, ANN);
  t.equal(refused.status, 503);
  t.equal(refused.headers.get("retry-after"), "5");
  t.same(await refused.json(), { wrong: "Too many lists are in progress. Try again in a moment." });
  const other = get(4, BOB);
  await until(() => handlers.begun.length === 2);
  t.same(handlers.begun, [1, 4], "another account is not affected");
  waiting.destroy();
  endOne();
  endOne();
  for (const response of [first, other]) t.equal((await response).status, 200);
  t.same(violations, []);
});

t.test(
  "a response that is built while it is sent holds its slot until it is sent, or its client disconnects",
  async (t) => {
    const slots = new FairSlots(OPTIONS);
    const batches = Array.from({ length: 500 }, () => [{ id: 1, name: "Rex".repeat(20_000) }]);
    class StreamHandlers extends PetHandlers {
      override async listDogs(): Promise<unknown> {
        async function* body() {
          yield* batches;
        }
        return { status: 200, body: body() };
      }
    }
    const { base } = await servePets(t, {
      handlers: new StreamHandlers(),
      change: { longLists: { listDogs: { slots, isStream: true } } },
    });
    const socket = begin(base, 1).pause();
    await until(() => slots.taken === 1);
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    t.equal(slots.taken, 1, "the client has not read the response");
    socket.resume();
    await until(() => slots.taken === 0);
    const another = begin(base, 1).pause();
    await until(() => slots.taken === 1);
    another.destroy();
    await until(() => slots.taken === 0);
    const head = await fetch(`${base}/pets/dogs`, { method: "HEAD" });
    t.same([head.status, slots.taken], [200, 0]);
    socket.destroy();
    await closeOf(socket);
  },
);

t.test("requests for one response share its load, which its first client can't end by disconnecting", async (t) => {
  const { base, get, handlers, endOne, slots, complete } = await serveSlowPets(
    t,
    {},
    new ResponseCache(() => ({}), 1_000_000),
  );
  await complete(10, 10, 1);
  const first = begin(base, 1);
  await until(() => handlers.begun.length === 1);
  const sharing = [get(1), get(1)];
  first.destroy();
  await closeOf(first);
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  endOne();
  t.same(
    (await Promise.all(sharing)).map(({ status }) => status),
    [200, 200],
  );
  t.same([handlers.begun, slots.taken], [[1], 0]);
});

t.test("a request that waits for its turn does not delay others for the same response, and uses theirs", async (t) => {
  const { get, handlers, endOne, slots, complete } = await serveSlowPets(
    t,
    {},
    new ResponseCache(() => ({}), 1_000_000),
  );
  await complete(10, 10, 1);
  const first = get(2);
  await until(() => handlers.begun.length === 1);
  const waiting = get(1);
  await until(() => slots.waiting === 1);
  const other = get(1, undefined, "198.51.100.1");
  await until(() => handlers.begun.length === 2);
  for (let count = 0; count < 2; count++) endOne();
  for (const response of [first, waiting, other]) t.equal((await response).status, 200);
  t.same([handlers.begun, slots.taken], [[2, 1], 0]);
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
