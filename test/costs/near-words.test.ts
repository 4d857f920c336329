import t, { type Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { makeSegments } from "../../harness/segments.ts";
import { stopWorkers } from "../support/app.ts";
import { analyse } from "../support/databases.ts";
import { openLibrary } from "../support/library.ts";
import { type Cost, costOf } from "./cost.ts";

/** Words in the title of an item. */
const WORDS_PER_ITEM = 4;

/** Items that one request adds. */
const ITEMS_PER_REQUEST = 100;

/** A word of eight letters, another one for each number up to 26⁴, and with another first half. */
function wordOf(number: number): string {
  const letters = Array.from({ length: 4 }, (_, place) =>
    String.fromCharCode(97 + (Math.floor((number * 7919) / 26 ** place) % 26)),
  );
  return [...letters, ...letters.toReversed()].join("");
}

/** The costs of searches without results in an account with so many words, each in one item. */
async function measure(t: Test, words: number): Promise<readonly Cost[]> {
  const { app, ann } = await openLibrary(t);
  const { database } = app.context;
  await stopWorkers(app);
  const items = Array.from({ length: words / WORDS_PER_ITEM }, (_, item) => ({
    link: `https://example.com/${item}`,
    title: Array.from({ length: WORDS_PER_ITEM }, (_, place) => wordOf(item * WORDS_PER_ITEM + place)).join(" "),
  }));
  for (let first = 0; first < items.length; first += ITEMS_PER_REQUEST)
    await ann.call("POST", "/raindrops", { items: items.slice(first, first + ITEMS_PER_REQUEST) });
  await makeSegments(database);
  await analyse(database);
  const client = await signIn(app.base, ann);
  const costs: Cost[] = [];
  for (const wrong of [[0], [0, 1, 2]]) {
    const path = `/bookmarks?search=${wrong.map((number) => `${wordOf(number)}x`).join("+")}`;
    await client.get(path);
    let text = "";
    costs.push(await costOf(database, async () => ({ text } = await client.get(path))));
    t.match(text, "Did you mean", path);
  }
  return costs;
}

/** Items, most of which are the 100 newest, and what each page reads. */
const MAX_ROWS = 300;

/** Statements of one search without results, of the one that is offered, and of the page. */
const MAX_STATEMENTS = 110;

for (const words of [1_000, 10_000]) {
  t.test(`a search without results reads few rows of an account with ${words} words`, async (t) => {
    for (const { rows, statements } of await measure(t, words)) {
      t.ok(rows <= MAX_ROWS, `${rows} rows`);
      t.ok(statements <= MAX_STATEMENTS, `${statements} statements`);
    }
  });
}
