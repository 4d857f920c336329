import { deepStrictEqual } from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { env } from "node:process";
import { text as textOf } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import t, { type Test } from "tap";
import { fromBufferPromise } from "yauzl";
import { addOwner } from "../library/library.ts";
import { readLikeChromium } from "../support/chromium-bookmarks.ts";
import { type Administration, openAdministration } from "../support/command-runner.ts";
import { engine } from "../support/databases.ts";
import { createKey } from "../support/people.ts";

// An export, imported into another account by the command and exported again, is the same file. Environment variables:
// PROPERTY_RUNS sets the number of generated cases, PROPERTY_SEED the seed that generates them.
const RUNS = Number(env.PROPERTY_RUNS) || (engine === "sqlite" ? 20 : 5);
const SEED = Number(env.PROPERTY_SEED) || 2026;

/** The order in which an import puts the bookmarks of a file. */
const MANUAL = "sort";

/** What means something in a bookmark file, in a table or in the cells of ours, and what programs often lose. */
const PARTS = [
  ...['"', "'", "\\", "<", ">", "&", "&amp;", "&lt", "&#10;", "&nbsp;", "<!--", "<![CDATA[", "<br>", "<p>", "<script>"],
  ...["</A>", "</H3>", "<DT>", "<DD>", "</DL><p>", '<DT><A HREF="https://x.example/">x</A>', "<DT><H3>x</H3>", "<HR>"],
  ...[",", ";", "|", "\t", "\r\n", "\n", "\r", "sep=;", "=1+1", "+", "-1", "@x", "'=", " ", "  ", "/", " / ", "\\/"],
  ...["[", "]", '["a"]', "Note:", "\nNote:", "\n\nHighlight:", "\n\nColor:red", "https://y.example/"],
  ...[
    "é",
    "e\u0301",
    "😀",
    "👩‍👩‍👧",
    "שלום",
    "\u202e",
    "\u200f",
    "\u2067",
    "\u200d",
    "\u2028",
    "\u0085",
    "\u00a0",
    "\u3000",
  ],
  ...["\u0001", "\u001b[31m", "\u007f", "\u0092", "\ufffd", "x".repeat(150)],
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 8 })
  .map((parts) => parts.join("").replaceAll("\0", ""));

/** Text of which the server would trim nothing, and a bookmark file loses nothing. */
const trimmed = text.map((value) => value.trim());
const nonEmpty = (maxLength: number) => trimmed.map((value) => value.slice(0, maxLength).toWellFormed().trim() || "/");

/** A delimiter of tables in the path of a link would make a line of a list a row. */
const link = fc
  .tuple(
    fc.webUrl(),
    fc.constantFrom("", "?q=", "#"),
    fc.array(fc.constantFrom(..."\"'\\<>&|,;=[]é😀\u202e", "&amp;", "%20", "</A>", "</DL>"), {
      maxLength: 4,
    }),
  )
  .map(([url, start, parts]) => url.replaceAll(/[,;]/g, "") + (start === "" ? "" : start + parts.join("")));

/** Both formats call Unsorted a folder, and collections with the same title and parent are one after an import. */
const collection = fc.record({
  title: nonEmpty(900).map((title) => (title === "Unsorted" ? "/" : title)),
  parent: fc.nat({ max: 8 }),
  sort: fc.integer({ min: -5, max: 5 }),
  description: text,
  view: fc.constantFrom("list", "simple", "grid", "masonry"),
  expanded: fc.boolean(),
  cover: fc.array(fc.webUrl(), { maxLength: 2 }),
});

const highlight = fc.record({ text: nonEmpty(10_000), note: trimmed, color: fc.constantFrom("yellow", "red", "teal") });

const item = fc.record({
  link,
  title: nonEmpty(1000),
  excerpt: trimmed,
  note: trimmed,
  tags: fc.array(nonEmpty(100), { maxLength: 4 }),
  cover: fc.oneof(fc.webUrl(), fc.constant("")),
  important: fc.boolean(),
  type: fc.constantFrom("link", "article", "video"),
  media: fc.array(fc.record({ link: fc.webUrl(), type: fc.constantFrom("image", "video") }), { maxLength: 2 }),
  reminder: fc.option(fc.record({ date: fc.constant("2050-01-02T03:04:05.678Z") }), { nil: undefined }),
  highlights: fc.array(highlight, { maxLength: 2 }),
  created: fc
    .date({ min: new Date(1000), max: new Date("2026-01-01"), noInvalidDate: true })
    .map((time) => time.toISOString()),
  folder: fc.nat({ max: 8 }),
});

const library = fc.record({
  collections: fc.uniqueArray(collection, { maxLength: 6, selector: ({ title }) => title.replace(/\s/g, " ") }),
  items: fc.array(item, { minLength: 1, maxLength: 10 }),
});

type Library = typeof library extends fc.Arbitrary<infer Value> ? Value : never;

/** An account, and a function that calls the API for it. */
async function openAccount(app: Administration, name: string) {
  const headers = { authorization: `Bearer ${await createKey(app, await addOwner(app.context.database, name))}` };
  const call = async (method: string, path: string, body?: unknown) => {
    const received = await app.send(method, `/rest/v1${path}`, { headers, body });
    if (received.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(received.body)}`);
    return received.body;
  };
  return { email: `${name}@example.com`, base: app.base, headers, call };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

async function fill({ call }: Account, { collections, items }: Library): Promise<void> {
  const ids: number[] = [];
  for (const { parent, ...fields } of collections) {
    const $id = ids[parent];
    const { item } = Object(await call("POST", "/collection", { ...fields, ...($id && { parent: { $id } }) }));
    ids.push(item._id);
  }
  const placed = items.map(({ folder, ...fields }) => ({ ...fields, collection: { $id: ids[folder] ?? -1 } }));
  await call("POST", "/raindrops", { items: placed });
}

/** What two exports of a format have in common. */
const KEPT = {
  csv: recordsWithoutId,
  html: withoutFolderTimes,
  txt: (file: string) => file,
  zip: withoutIds,
} as const;

function recordsWithoutId(file: string): unknown {
  const records: string[][] = parse(file);
  return records.map(([_id, ...cells]) => cells);
}

/** An import creates collections at its own time. */
function withoutFolderTimes(file: string): string {
  return file.replace(/<H3[^>]*>/g, "<H3>");
}

/** The entry of an archive that imports read, with the number of each collection in place of its id, and none of items. */
function withoutIds(file: string): unknown {
  const { collections, items } = JSON.parse(file);
  const ids: unknown[] = collections.map(({ id }: { id: number }) => id);
  return {
    collections: collections.map(({ id, parent_id, ...rest }: Record<string, unknown>) => [
      ids.indexOf(parent_id),
      rest,
    ]),
    items: items.map(
      ({
        id,
        collection_id,
        highlights = [],
        ...rest
      }: {
        id: number;
        collection_id: number;
        highlights?: object[];
      }) => [ids.indexOf(collection_id), rest, highlights.map((highlight) => ({ ...highlight, id: undefined }))],
    ),
  };
}

async function exportOf(account: Account, format: keyof typeof KEPT): Promise<string> {
  if (format !== "zip") return String(await account.call("GET", `/raindrops/0/export.${format}?sort=${MANUAL}`));
  const archive = await fromBufferPromise(await archiveOf(account));
  for await (const entry of archive.eachEntry())
    if (entry.fileName === "bookmarks.json") return textOf(await archive.openReadStreamPromise(entry));
  throw new Error("The archive has no bookmarks.json.");
}

async function archiveOf({ base, headers }: Account): Promise<Buffer> {
  const response = await fetch(`${base}/rest/v1/raindrops/0/export.zip?sort=${MANUAL}`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

/** Calls a function with accounts that have generated libraries. It must throw an exception, not call tap, to fail. */
async function forLibraries(app: Administration, check: (account: Account, number: number) => Promise<void>) {
  let count = 0;
  const property = fc.asyncProperty(library, async (generated) => {
    const account = await openAccount(app, `source${++count}`);
    await fill(account, generated);
    await check(account, count);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
}

async function checkRoundTrip(t: Test, format: keyof typeof KEPT): Promise<void> {
  const app = await openAdministration(t);
  const file = `${t.testdir()}/bookmarks.${format}`;
  await forLibraries(app, async (source, number) => {
    const target = await openAccount(app, `target${number}`);
    const exported = await exportOf(source, format);
    await writeFile(file, format === "zip" ? await archiveOf(source) : exported);
    await app.succeed("import", file, "--email", target.email);
    deepStrictEqual(KEPT[format](await exportOf(target, format)), KEPT[format](exported));
  });
}

for (const format of ["csv", "txt", "html", "zip"] as const)
  t.test(`an exported ${format} file that is imported and exported again is the same`, (t) =>
    checkRoundTrip(t, format),
  );

t.test("Chromium finds all links, titles, times and empty folders of an exported html file", async (t) => {
  const app = await openAdministration(t);
  await forLibraries(app, async (account) => {
    const html = await exportOf(account, "html");
    const [, ...records]: string[][] = parse(await exportOf(account, "csv"));
    const expected = records.map(([, title = "", , , url = "", , , created = ""]) => ({
      link: url,
      title: title.replace(/\r\n?|\n/g, " "),
      added: Math.floor(Date.parse(created) / 1000),
    }));
    const entries = readLikeChromium(html);
    const found = entries.flatMap(({ link, title, added }) => (link === undefined ? [] : [{ link, title, added }]));
    deepStrictEqual(toSorted(found), toSorted(expected));
    deepStrictEqual(entries.length - found.length, html.match(/<DL><p>\n\t*<\/DL>/g)?.length ?? 0);
  });
  t.pass();
});

function toSorted(entries: readonly object[]): string[] {
  return entries.map((entry) => JSON.stringify(entry)).sort();
}
