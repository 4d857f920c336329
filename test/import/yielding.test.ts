import { Readable } from "node:stream";
import { setImmediate } from "node:timers";
import t from "tap";
import { inTransaction } from "../../src/database/database.ts";
import * as storage from "../../src/library/files/storage.ts";
import type { KeptPages } from "../../src/library/import/kept-pages.ts";
import { readEntries } from "../../src/library/import/reader.ts";
import { storePages } from "../../src/library/import/store-pages.ts";
import { cleanLink } from "../../src/library/items/link.ts";
import { Step } from "../../src/library/journal/step.ts";
import { openLibrary } from "../support/library.ts";

const READING = { maxCount: 100_000, now: Date.UTC(2026, 0) };

/** Counts turns of the event loop from the call of `start` until the work ends. */
async function turnsDuring(work: (start: () => void) => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate: NodeJS.Immediate | undefined;
  await work(() => (immediate ??= setImmediate(count)));
  clearImmediate(immediate);
  return turns;
}

/** Turns of the event loop from the first entry of a file to the last. */
function turnsWhileReading(file: string): Promise<number> {
  return turnsDuring(async (start) => {
    for await (const _entry of readEntries(Buffer.from(file), READING)) start();
  });
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

t.test("storePages: yields after each text and each copy of an archive", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { database, clock } = app.context;
  const text = { html: "<p>x</p>", words: "x", language: "", author: "", published_at: null };
  const lines = Array.from({ length: 500 }, (_, id) => `${JSON.stringify({ ...text, id })}\n`).join("");
  const upload = { content: Readable.from([Buffer.from(lines)]), name: "texts", type: "text/html" };
  const texts = await storage.store(database, clock, ann.id, upload, { maxBytes: 1_000_000 });
  const copies = Array.from({ length: 500 }, (_, of) => ({ of, id: of, size: 1 }));
  const turnsFor = (pages: Pick<KeptPages, "texts" | "copies">) =>
    inTransaction(database, (transaction) =>
      turnsDuring((start) => {
        start();
        const step = new Step(transaction, { accountId: ann.id, clock }, { operation: "import" });
        const bookmarks = new Map<number, never>();
        return storePages(transaction, { ...pages, areClean: true }, { accountId: ann.id, clock, step, bookmarks });
      }),
    );
  t.ok((await turnsFor({ texts: null, copies })) >= 500, "copies");
  t.ok((await turnsFor({ texts, copies: [] })) >= 500, "texts");
});
