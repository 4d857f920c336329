import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { handleInTurns } from "../src/server/request-turns.ts";
import { PetHandlers, servePets } from "./support/pets.ts";
import { connectTo } from "./support/raw.ts";

/** Requests of a burst. */
const COUNT = 100;

/** Milliseconds that a request takes: three begin in a turn of the event loop. */
const REQUEST_MS = 2;

/** Handlers that keep the event loop busy, and record the limits that were asked for. */
class BusyHandlers extends PetHandlers {
  readonly begun: unknown[] = [];

  override async listDogs(call: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
    const endsAt = performance.now() + REQUEST_MS;
    while (performance.now() < endsAt);
    this.begun.push(call.query.limit);
    return super.listDogs(call);
  }
}

/** The limits that the requests of the burst ask for, and the other one. */
const [EARLY, LATE] = [1, 2];

for (const [title, header, others] of [
  ["network", "x-forwarded-for: 192.0.2.1", "x-forwarded-for: 192.0.2.2"],
  ["caller of the same network", "cookie: session=1", "cookie: session=2"],
] as const) {
  t.test(`a request does not wait for the burst of another ${title}`, async (t) => {
    const handlers = new BusyHandlers();
    const { base, server } = await servePets(t, { handlers, trustProxy: ["127.0.0.1"] });
    let accepted = 0;
    server.server.on("connection", () => {
      accepted += 1;
    });
    const sockets = Array.from({ length: COUNT + 1 }, () => connectTo(t, base));
    while (accepted <= COUNT) await setImmediate();
    for (const [index, socket] of sockets.entries()) {
      const [limit, field] = index === COUNT ? [LATE, others] : [EARLY, header];
      socket.write(`GET /pets/dogs?limit=${limit} HTTP/1.1\r\nHost: x\r\n${field}\r\n\r\n`);
    }
    while (handlers.begun.length <= COUNT) await setImmediate();
    t.ok(handlers.begun.indexOf(LATE) < COUNT / 4, `it was number ${handlers.begun.indexOf(LATE)}`);
  });
}

/** Passes on requests that take a millisecond each, by a clock of its own, and records what it begins. */
function createTurns() {
  const begun: IncomingMessage[] = [];
  const begin = handleInTurns((request) => begun.push(request), { networkOf: () => "", now: () => begun.length });
  const add = () => {
    const request = new IncomingMessage(new Socket());
    begin(request, new ServerResponse(request));
    return request;
  };
  return { begun, add };
}

t.test("a turn of the event loop begins requests for 5 ms, and all begin in their order", async (t) => {
  const { begun, add } = createTurns();
  const added = Array.from({ length: COUNT }, add);
  t.equal(begun.length, 5);
  let most = 0;
  for (let before = 5; before < COUNT; before = begun.length) {
    await setImmediate();
    most = Math.max(most, begun.length - before);
  }
  t.ok(most <= 10, `${most} in one turn`);
  t.same(
    begun.map((request) => added.indexOf(request)),
    added.map((_, index) => index),
  );
});

t.test("a request whose client disconnects while it waits is dropped", async (t) => {
  const { begun, add } = createTurns();
  const added = Array.from({ length: 20 }, add);
  added[10]?.socket.destroy();
  while (begun.length < 19) await setImmediate();
  await setImmediate();
  t.equal(begun.length, 19);
  t.notOk(begun.some((request) => request === added[10]));
});
