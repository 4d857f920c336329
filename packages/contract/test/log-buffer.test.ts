import { setTimeout } from "node:timers/promises";
import t from "tap";
import { LogBuffer } from "../src/server/log-buffer.ts";

/** An output whose writes fail while `code` is set, and that accepts `capacity` bytes at a time. */
class Output {
  code: string | undefined;
  capacity = Number.POSITIVE_INFINITY;
  text = "";
  attempts = 0;
  /** Called after each successful write. */
  afterWrite = () => {};

  writeSync(bytes: Uint8Array): number {
    this.attempts += 1;
    if (this.code !== undefined) throw Object.assign(new Error("not writable"), { code: this.code });
    const part = bytes.subarray(0, this.capacity);
    this.text += Buffer.from(part).toString();
    this.afterWrite();
    return part.length;
  }

  write(bytes: Uint8Array, done: (error: Error | null, written: number) => void): void {
    setImmediate(() => {
      try {
        done(null, this.writeSync(bytes));
      } catch (error) {
        done(error as Error, 0); // `writeSync` throws only errors.
      }
    });
  }
}

function open() {
  const output = new Output();
  return { output, buffer: new LogBuffer(output) };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(2);
}

/** The numbers of dropped lines that the log reports. */
function reportsIn(text: string): number[] {
  return [...text.matchAll(/^\{"level":40,"time":\d+,"dropped":(\d+),"msg":"log lines were dropped .+"\}$/gm)].map(
    ([, dropped]) => Number(dropped),
  );
}

t.test("writes lines in batches, in order, after a delay", async (t) => {
  const { output, buffer } = open();
  buffer.write("one\n");
  buffer.write("two\n");
  t.equal(output.text, "");
  await until(() => output.text !== "");
  t.match(output, { text: "one\ntwo\n", attempts: 1 });
  buffer.write("three\n");
  await until(() => output.attempts === 2);
  t.equal(output.text, "one\ntwo\nthree\n");
});

t.test("writes a full buffer without delay", async (t) => {
  const { output, buffer } = open();
  const line = `${"x".repeat(999)}\n`;
  for (let number = 0; number < 66; number++) buffer.write(line);
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(output.text, line.repeat(66));
});

t.test("continues after partial writes", async (t) => {
  const { output, buffer } = open();
  output.capacity = 3;
  buffer.write("one line\n");
  await until(() => output.text === "one line\n");
  buffer.write("and another\n");
  buffer.flushSync();
  t.equal(output.text, "one line\nand another\n");
});

t.test("flushSync writes everything; lines that are being written are not written twice", async (t) => {
  const { output, buffer } = open();
  const long = `${"x".repeat(70_000)}\n`;
  buffer.write(long);
  buffer.write("last but one\n");
  buffer.write("last\n");
  buffer.flushSync();
  t.equal(output.text, "last but one\nlast\n");
  await until(() => output.text.length > 70_000);
  t.equal(output.text, `last but one\nlast\n${long}`);
});

t.test("flush waits until everything is written, in order", async (t) => {
  const { output, buffer } = open();
  output.capacity = 10_000;
  const long = `${"x".repeat(70_000)}\n`;
  buffer.write(long);
  buffer.write("last\n");
  await buffer.flush();
  t.equal(output.text, `${long}last\n`);
});

t.test("drops lines while writes fail, and reports their number before the next line", async (t) => {
  const { output, buffer } = open();
  output.code = "ENOSPC";
  buffer.write("one\n");
  buffer.write("two\n");
  await until(() => output.attempts === 1);
  buffer.write("three\n");
  await until(() => output.attempts >= 3);
  output.code = undefined;
  await until(() => output.text.includes("three"));
  t.same(reportsIn(output.text), [2]);
  t.match(output.text, /^\{.+\}\nthree\n$/);
  buffer.write("four\n");
  await until(() => output.text.includes("four"));
  t.match(output.text, /^\{.+\}\nthree\nfour\n$/, "reported once");
});

t.test("a failing output is tried again only after a delay, however many lines wait", async (t) => {
  const { output, buffer } = open();
  output.code = "ENOSPC";
  for (let number = 0; number < 66; number++) buffer.write(`${"x".repeat(999)}\n`);
  await until(() => output.attempts === 1);
  for (let number = 0; number < 66; number++) buffer.write(`${"x".repeat(999)}\n`);
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  t.ok(output.attempts < 10, `${output.attempts} attempts`);
});

t.test("a line cut off by a failure counts as dropped, and the log continues on a new line", async (t) => {
  const { output, buffer } = open();
  output.capacity = 6;
  output.afterWrite = () => {
    output.code = "ENOSPC";
  };
  buffer.write("one\n");
  buffer.write("two\n");
  await until(() => output.attempts === 2);
  t.equal(output.text, "one\ntw");
  output.code = undefined;
  output.afterWrite = () => {};
  buffer.write("three\n");
  await until(() => output.text.endsWith("three\n"));
  t.match(output.text, /^one\ntw\n\{.+\}\nthree\n$/);
  t.same(reportsIn(output.text), [1]);
});

t.test(
  "a full pipe: keeps the batch being written and up to 1 MiB of newer lines, and reports dropped lines",
  async (t) => {
    const { output, buffer } = open();
    output.code = "EAGAIN";
    buffer.write("first\n");
    await until(() => output.attempts > 2);
    for (let number = 0; number < 5_000; number++) buffer.write(`${String(number).padStart(999)}\n`);
    output.code = undefined;
    await until(() => output.text.includes(" 4999\n"));
    const lines = output.text.match(/^ +\d+$/gm) ?? [];
    t.match(output.text, /^first\n\{.+\}\n +\d+\n/);
    t.same(reportsIn(output.text), [5_000 - lines.length]);
    t.ok(lines.length <= 1_048, `${lines.length} lines of 1,000 bytes were kept`);
  },
);

t.test("flush gives up when the output fails or stays full for a second", async (t) => {
  for (const code of ["EPIPE", "ENOSPC", "EAGAIN"]) {
    const { output, buffer } = open();
    output.code = code;
    buffer.write("lost\n");
    await buffer.flush();
    t.equal(output.text, "", code);
  }
});

t.test("flushSync gives up when the output fails or stays full for a second", async (t) => {
  for (const code of ["EPIPE", "ENOSPC", "EAGAIN"]) {
    const { output, buffer } = open();
    output.code = code;
    buffer.write("lost\n");
    buffer.flushSync();
    const { attempts } = output;
    buffer.flushSync();
    t.equal(output.attempts, attempts, `${code}: there is nothing left to write`);
    output.code = undefined;
    buffer.write("last\n");
    buffer.flushSync();
    t.same(reportsIn(output.text), [1]);
    t.match(output.text, /\nlast\n$/);
  }
});
