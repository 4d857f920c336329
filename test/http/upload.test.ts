import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { FairSlots } from "../../src/http/request/fair-slots.ts";
import { closeOf } from "../support/raw.ts";
import { ANY_PACE, BOOKMARKS, ITEM_COVER, openUploads } from "../support/uploads.ts";

t.test("a network takes at most half of the slots", async (t) => {
  const slots = new FairSlots(4);
  t.same([slots.tryTake("a"), slots.tryTake("a"), slots.tryTake("a")], [true, true, false]);
  t.same([slots.tryTake("b"), slots.tryTake("c"), slots.tryTake("d")], [true, true, false]);
  slots.release("a");
  t.same([slots.tryTake("b"), slots.tryTake("d")], [true, false]);
});

t.test("a free slot goes to the first waiting request whose network has fewer than half of the slots", async (t) => {
  const slots = new FairSlots(2);
  const begun: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1", "c1"]) {
    void slots.take(name.slice(0, 1)).then(() => begun.push(name));
  }
  await setImmediate();
  t.same(begun, ["a1", "b1"], "network a has half of the slots already");
  for (const network of ["b", "a", "a"]) {
    slots.release(network);
    await setImmediate();
  }
  t.same(begun, ["a1", "b1", "c1", "a2", "a3"]);
});

t.test("uploadCover: stalled uploads do not block other networks; each network has at most four", async (t) => {
  const { upload, begin, log } = await openUploads(t);
  const stalled = Array.from({ length: 4 }, () => begin("192.0.2.1"));
  let refused = await upload("192.0.2.1");
  while (refused.status === 200) refused = await upload("192.0.2.1");
  t.match(refused, {
    status: 503,
    body: { error: "unavailable", errorMessage: "Too many uploads are in progress. Try again in a moment." },
  });
  t.equal(refused.headers.get("retry-after"), "5");
  const lines = log.filter((line) => line.includes(refused.headers.get("x-request-id") ?? ""));
  t.equal(lines.length, 1, "the 503 is logged once");
  t.equal((await upload("192.0.2.2")).status, 200, "another network");

  await Promise.all(stalled.map(({ finish }) => finish()));
  for (const { received } of stalled) t.match(received(), /^HTTP\/1.1 200 /);
  t.equal((await upload("192.0.2.1")).status, 200);
});

t.test("uploadCover: a disconnected client frees its slot", async (t) => {
  const { upload, begin } = await openUploads(t);
  const stalled = Array.from({ length: 4 }, () => begin("192.0.2.1"));
  while ((await upload("192.0.2.1")).status === 200);
  for (const { socket } of stalled) socket.destroy();
  while ((await upload("192.0.2.1")).status === 503);
  t.pass();
});

for (const [operation, file] of [
  ["uploadCover", undefined],
  ["uploadItemCover", ITEM_COVER],
  ["parseFile", BOOKMARKS],
] as const) {
  t.test(`${operation}: an upload that is too slow gets 408, and its connection is destroyed`, async (t) => {
    const { upload, begin } = await openUploads(t, { ...ANY_PACE, minBytes: 1024, interval: 500 }, file);
    const { socket, received } = begin("192.0.2.1");
    const timer = setInterval(() => socket.write("x"), 10);
    await closeOf(socket);
    clearInterval(timer);
    t.match(received(), /^HTTP\/1.1 408 [\s\S]*"error":"timeout"/);
    t.equal((await upload("192.0.2.1")).status, 200);
  });
}

t.test("uploadCover: an upload may take longer than the timeout of other requests", async (t) => {
  const { server, begin } = await openUploads(t);
  server.requestTimeout = server.headersTimeout = 100;
  const timedOut = once(server, "clientError");
  const { received, finish } = begin("192.0.2.1");
  await timedOut;
  await finish();
  t.match(received(), /^HTTP\/1.1 200 /);
});

t.test("uploadCover: an upload that is not complete after its extension gets 408", async (t) => {
  const { server, begin } = await openUploads(t, { ...ANY_PACE, extension: 100 });
  server.requestTimeout = server.headersTimeout = 100;
  const { socket, received } = begin("192.0.2.1");
  const timer = setInterval(() => socket.write("x"), 1000);
  await closeOf(socket);
  clearInterval(timer);
  t.match(received(), /^HTTP\/1.1 408 /);
});
