import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { waitForUploadSlot } from "../../src/http/request/upload.ts";
import { failureOf } from "../support/failures.ts";

/** A request that waits for an upload slot. */
function request() {
  const raw = Object.assign(new EventEmitter(), { closed: false });
  let hasSlot = false;
  const waiting = waitForUploadSlot({ raw }).then(() => {
    hasSlot = true;
  });
  return { raw, waiting, hasSlot: () => hasSlot };
}

t.test("processes two uploads at a time, queues 100, and rejects further ones with Retry-After", async (t) => {
  const all = Array.from({ length: 102 }, request);
  await setImmediate();
  t.equal(all.filter(({ hasSlot }) => hasSlot()).length, 2);
  t.match(await failureOf(request().waiting), { kind: "unavailable", retryAfter: 1 });

  const [first, , third, fourth] = all;
  if (third !== undefined) third.raw.closed = true;
  first?.raw.emit("close");
  await fourth?.waiting;
  t.ok(fourth?.hasSlot(), "a closed response frees its slot, and a disconnected client takes none");
  for (const { raw } of all) {
    raw.emit("close");
    await setImmediate();
  }
  await Promise.all(all.map(({ waiting }) => waiting));
});
