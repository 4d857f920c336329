import { setTimeout } from "node:timers/promises";
import t from "tap";
import { LogBuffer } from "../../src/http/server/log-buffer.ts";

/** A destination that records what is written to it. */
function openSink() {
  const writes: string[] = [];
  let flushes = 0;
  const sink = {
    write: (text: string) => void writes.push(text),
    flushSync: () => {
      flushes += 1;
    },
  };
  return { sink, writes, flushes: () => flushes };
}

t.test("writes lines in batches, in order, after a delay", async (t) => {
  const { sink, writes } = openSink();
  const buffer = new LogBuffer(sink);
  buffer.write("one\n");
  buffer.write("two\n");
  t.same(writes, []);
  while (writes.length === 0) await setTimeout(5);
  t.same(writes, ["one\ntwo\n"]);
  buffer.write("three\n");
  while (writes.length === 1) await setTimeout(5);
  t.same(writes, ["one\ntwo\n", "three\n"]);
});

t.test("writes a full buffer without delay", async (t) => {
  const { sink, writes } = openSink();
  const buffer = new LogBuffer(sink);
  const line = `${"x".repeat(999)}\n`;
  for (let number = 0; number < 66; number++) buffer.write(line);
  t.same(writes, [line.repeat(66)]);
});

t.test("flushSync writes everything", async (t) => {
  const { sink, writes, flushes } = openSink();
  const buffer = new LogBuffer(sink, sink.write);
  buffer.write("last but one\n");
  buffer.write("last\n");
  buffer.flushSync();
  t.same([writes.join(""), flushes()], ["last but one\nlast\n", 1]);
});

t.test("flushSync does not flush when standard output is closed", async (t) => {
  for (const [code, flushed] of [
    ["EPIPE", 0],
    ["EAGAIN", 1],
  ]) {
    const { sink, flushes } = openSink();
    const buffer = new LogBuffer(sink, () => {
      throw Object.assign(new Error("not writable"), { code });
    });
    buffer.write("last\n");
    buffer.flushSync();
    t.equal(flushes(), flushed, String(code));
  }
});
