import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { waitForUploadSlot } from "../../src/http/request/upload.ts";
import { failureOf } from "../support/failures.ts";

/** A request under way, as far as its turn is concerned. */
function arrive() {
  const raw = Object.assign(new EventEmitter(), { closed: false });
  let hasTurn = false;
  const waiting = waitForUploadSlot({ raw }).then(() => {
    hasTurn = true;
  });
  return { raw, waiting, hasTurn: () => hasTurn };
}

t.test("two files are read at a time, 100 requests wait, and who comes then is told to come back", async (t) => {
  const all = Array.from({ length: 102 }, arrive);
  await setImmediate();
  t.equal(all.filter(({ hasTurn }) => hasTurn()).length, 2);
  t.match(await failureOf(arrive().waiting), { kind: "unavailable", retryAfter: 1 });

  const [first, , third, fourth] = all;
  Object.assign(Object(third).raw, { closed: true });
  first?.raw.emit("close");
  await fourth?.waiting;
  t.ok(fourth?.hasTurn(), "one that is answered makes room, and one that has gone takes none");
  for (const { raw } of all) {
    raw.emit("close");
    await setImmediate();
  }
  await Promise.all(all.map(({ waiting }) => waiting));
});
