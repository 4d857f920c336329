import { setImmediate } from "node:timers";
import t from "tap";
import { readEntries } from "../../src/library/import/reader.ts";
import { cleanLink } from "../../src/library/items/link.ts";

const READING = { maxCount: 100_000, now: Date.UTC(2026, 0) };

/** Turns of the event loop from the first entry of a file to the last. */
async function turnsWhileReading(file: string): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate: NodeJS.Immediate | undefined;
  for await (const _entry of readEntries(Buffer.from(file), READING)) immediate ??= setImmediate(count);
  clearImmediate(immediate);
  return turns;
}

t.test("readEntries: yields while it returns entries that were kept to the end of the file", async (t) => {
  const entry = '{"title":"x","content":{"url":"https://a.example/"},"lists":["1"]},';
  const file = `{"bookmarks":[${entry.repeat(60_000)}{}],"lists":[{"id":"1","name":"x"}]}`;
  t.ok((await turnsWhileReading(file)) > 3);
});

t.test("cleanLink: takes time in proportion to the white space in a link", (t) => {
  const started = performance.now();
  const space = " ".repeat(400_000);
  t.equal(
    cleanLink(`${space}https://a.example/${space}x${space}`).length,
    "https://a.example/x".length + 3 * space.length,
  );
  t.ok(performance.now() - started < 10_000);
  t.end();
});
