import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { env } from "node:process";
import fc from "fast-check";
import t from "tap";
import type { Bookmark } from "../../src/library/import/bookmark/bookmark.ts";
import { readBookmarks, type Skipped } from "../../src/library/import/reader.ts";
import { TABLE_CASES } from "./table-cases.ts";

// Environment variables: PROPERTY_RUNS sets the number of generated cases, PROPERTY_SEED the seed that generates them.
const RUNS = Number(env.PROPERTY_RUNS) || 300;
const SEED = Number(env.PROPERTY_SEED) || 2026;

interface Read {
  readonly bookmarks: readonly Bookmark[];
  readonly skipped: readonly Skipped[];
}

async function read(content: string | Buffer): Promise<Read> {
  const bookmarks: Bookmark[] = [];
  const skipped: Skipped[] = [];
  const found = readBookmarks(Buffer.from(content), 100_000, (entry) => skipped.push(entry));
  for await (const bookmark of found) bookmarks.push(bookmark);
  return { bookmarks, skipped };
}

/** The link and the title of each bookmark, and the line of each skipped entry. */
async function outline(content: string): Promise<readonly (string | number | undefined)[]> {
  const { bookmarks, skipped } = await read(content);
  return [...bookmarks.map(({ link, title }) => `${link} ${title}`), ...skipped.map(({ line }) => line)];
}

for (const [file, { bookmarks, skipped = [] }] of Object.entries(TABLE_CASES)) {
  t.test(`readBookmarks: ${file}`, async (t) => {
    const found = await read(readFileSync(new URL(`cases/${file}`, import.meta.url)));
    t.equal(found.bookmarks.length, bookmarks.length);
    t.match(found.bookmarks, bookmarks);
    t.strictSame(
      found.skipped.map(({ line }) => line),
      skipped,
    );
  });
}

t.test("readBookmarks: names the formats that it reads when it rejects XML", async (t) => {
  for (const file of ["opml.xml", "xbel.xml"]) {
    const bytes = readFileSync(new URL(`cases/${file}`, import.meta.url));
    await t.rejects(
      read(bytes),
      { reason: "file-without-bookmarks", message: /^The file has no bookmarks\. It can be / },
      file,
    );
  }
});

t.test("readBookmarks: a row whose quote does not end takes no other row with it", async (t) => {
  const others = ["https://b.example/ B", "https://c.example/ C"];
  const rest = "https://b.example/,B\nhttps://c.example/,C\n";
  for (const broken of ['"A', 'A" x', '"A" x', '"A ""b', '""A', '"']) {
    const [first, ...after] = await outline(`url,title\nhttps://a.example/,${broken}\n${rest}`);
    t.match(first, /^https:\/\/a\.example\//, broken);
    t.strictSame(after, others, broken);
  }
  const inLink = await outline(`url,title\n"https://a.example/,A\n${rest}`);
  t.strictSame(inLink, [...others, 2]);
  t.strictSame(await outline(`title,url\r"A, x,https://a.example/\rB,https://b.example/\r"C",https://c.example/\r`), [
    'https://a.example/ "A, x',
    ...others,
  ]);
  t.strictSame(await outline(`title,url\nno link "here\nB,https://b.example/\n"C ""x"" y\nz",https://c.example/\n`), [
    "https://b.example/ B",
    'https://c.example/ C "x" y\nz',
    2,
  ]);
});

t.test("readBookmarks: quotes of a table that are not doubled", async (t) => {
  const title = async (cell: string) =>
    (await outline(`title,url\n${cell},https://a.example/\nB,https://b.example/\n`))[0];
  t.equal(await title('"Say "hi, you" to me"'), 'https://a.example/ Say "hi, you" to me');
  t.equal(await title('"Say "hi" and\nbye"'), 'https://a.example/ Say "hi" and\nbye');
  t.equal(await title('6" x 4"'), 'https://a.example/ 6" x 4"');
  t.strictSame(await outline('title, url\n"A, a", "https://a.example/"\n'), ["https://a.example/ A, a"]);
});

t.test("readBookmarks: line breaks and delimiters that are not quoted", async (t) => {
  const header = "id,title,note,url,tags\n";
  const after = "2,B,,https://b.example/,x\n";
  t.strictSame(await outline(`${header}1,A one\n\nA two,a note,https://a.example/,x\n${after}`), [
    "https://a.example/ A one\n\nA two",
    "https://b.example/ B",
  ]);
  t.strictSame(await outline(`${header}1,A,note\nhttps://a.example/,y\n${after}`), ["https://b.example/ B", 2, 3]);
  t.strictSame(await outline(`${header}1,A,B,C,D,E,F\n${after}1,A\n`), ["https://b.example/ B", 2, 4]);
  t.strictSame(await outline("title,url\nA, and more,https://a.example/\nB,https://b.example/1,2\n"), [
    "https://a.example/ A, and more",
    "https://b.example/1,2 B",
  ]);
  t.strictSame(await outline("url,title\nhttps://a.example/\nno link\n"), ["https://a.example/ https://a.example/", 3]);
});

t.test(
  "readBookmarks: the delimiter of a table is the one that its header has most of, or what sep= names",
  async (t) => {
    const expected = ["https://a.example/ A, a"];
    for (const [delimiter, header] of [
      [";", ""],
      ["\t", ""],
      [";", "sep=;\r\n"],
      ["|", "sep=|\n"],
      ["\t", '"sep=\t"\n'],
    ] as const) {
      const table = [
        ["URL", '"Name, if any"', "Title"].join(delimiter),
        ["https://a.example/", "", "A, a"].join(delimiter),
      ];
      t.strictSame(await outline(`${header}${table.join("\n")}`), expected, JSON.stringify([delimiter, header]));
    }
    t.strictSame(await outline("\uFEFF\n\nsep=;\nhttps://a.example/;A, a\n"), expected);
    t.strictSame(await outline('sep=;\nhttps://a.example/;"A, a"\nx;y\n'), [...expected, 3]);
  },
);

t.test("readBookmarks: columns of tables by any of their names", async (t) => {
  const columns = {
    link: ["url", "Link", "HREF", "Address", " U_RL "],
    title: ["title", "Name"],
    tags: ["tags", "Tag", "labels", "Document tags", "document_tags"],
    created: ["created", "time_added", "Created At", "Saved date", "savedat", "Date", "add_date"],
    path: ["folder", "Collection"],
    note: ["note", "Annotations"],
    excerpt: ["excerpt", "Description"],
    important: ["favorite", "Favorite"],
  };
  const values = { link: "https://a.example/", title: "T", tags: '["x"]', created: "2024-05-01", path: "F/G" };
  const cells: Record<string, string> = { ...values, note: "N", excerpt: "E", important: "Yes" };
  const whole = { link: "https://a.example/", title: "T", tags: ["x"], path: ["F", "G"], note: "N", excerpt: "E" };
  for (const [field, names] of Object.entries(columns)) {
    for (const name of names.filter((name) => name !== "savedat")) {
      const header = Object.entries(columns).map(([other, [first]]) => (other === field ? name : first));
      const row = Object.keys(columns).map((other) => `"${(cells[other] ?? "").replaceAll('"', '""')}"`);
      const { bookmarks } = await read(`${header.join(",")}\n${row.join(",")}\n`);
      t.match(bookmarks, [{ ...whole, important: true, created: Date.UTC(2024, 4, 1) }], name);
    }
  }
  for (const yes of ["true", "TRUE", "1", "yes", " Yes "])
    t.equal((await read(`url,favorite\nhttps://a.example/,${yes}`)).bookmarks[0]?.important, true, yes);
  for (const no of ["false", "0", "no", "", "2", "truely"])
    t.equal((await read(`url,favorite\nhttps://a.example/,${no}`)).bookmarks[0]?.important, false, no);
});

t.test("readBookmarks: tags in a cell are separated by a comma, a semicolon or a bar, or are a list", async (t) => {
  const tags = async (cell: string, header = "url,tags") =>
    (await read(`${header}\nhttps://a.example/,"${cell.replaceAll('"', '""')}"`)).bookmarks[0]?.tags;
  t.strictSame(await tags("x, y;z"), ["x", "y;z"]);
  t.strictSame(await tags("x; y|z"), ["x", "y|z"]);
  t.strictSame(await tags("x|y"), ["x", "y"]);
  t.strictSame(await tags('["x, y", "z", 1, {}, null]'), ["x, y", "z", "1"]);
  t.strictSame(await tags("['x', 'y']"), ["x", "y"]);
  t.strictSame(await tags("[x], [y]"), ["[x]", "[y]"]);
  t.strictSame(await tags("a;b", "url,tags,highlights"), ["a;b"]);
  t.strictSame(await tags("a,b|c", "url,tags,time_added"), ["a,b", "c"]);
});

t.test("readBookmarks: lists of links, and texts that are none", async (t) => {
  t.strictSame(await outline("https://a.example/ | A, b | c\r\rhttps://b.example/,1|\thttps://c.example/\n"), [
    "https://a.example/ A, b | c",
    3,
  ]);
  t.strictSame(
    await outline(
      "https://a.example/@52.5,-13.4,15z\nhttps://a.example/;id=1?x;y,z\nhttps://a.example/a;b\nhttps://a.example/ x\n",
    ),
    [
      "https://a.example/@52.5,-13.4,15z https://a.example/@52.5,-13.4,15z",
      "https://a.example/;id=1?x;y,z https://a.example/;id=1?x;y,z",
      3,
      4,
    ],
  );
  t.strictSame(await outline("Adresse;Titel\nhttps://a.example/;A\nhttps://b.example/\n"), [
    "https://b.example/ https://b.example/",
    1,
    2,
  ]);
  t.strictSame(await outline("https://a.example/?q=1,A\nhttps://b.example/,B, b\n"), [
    "https://a.example/?q=1 A",
    "https://b.example/ B, b",
  ]);
});

t.test("readBookmarks: very long lines, many cells and many quotes take little time", async (t) => {
  const started = performance.now();
  const long = "x".repeat(600_000);
  t.strictSame(await outline(`url,title\n${long}\nhttps://a.example/,A\n`), ["https://a.example/ A", 2]);
  for (const text of ['"a,', '"', ",", '"\n', '"a\n', 'x,"""\n', '" ', '""', "\r"]) {
    const { bookmarks } = await read(`url,title\n${text.repeat(50_000)}\nhttps://a.example/,A\n`);
    t.ok(bookmarks.length <= 1, text);
  }
  t.ok(performance.now() - started < 20_000);
});

const PARTS = ['"', '""', ",", ";", "\t", "|", "\n", "\r\n", "\r", " ", "a", "é", "😀", "https://x.example/", "url"];
const cell = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(""));
const table = fc.record({
  rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
  delimiter: fc.constantFrom(",", ";", "\t"),
  eol: fc.constantFrom("\n", "\r\n", "\r"),
  isAlwaysQuoted: fc.boolean(),
});

/** Writes a cell as RFC 4180 says, with any line break. */
function toCell(text: string, isQuoted: boolean): string {
  return isQuoted || /[",;\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

t.test("readBookmarks: each table that is written as RFC 4180 says is read as it was written", async (t) => {
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, delimiter, eol, isAlwaysQuoted }) => {
      const cells = rows.map(([title = "", note = "", excerpt = ""], index) => [
        title,
        `https://${index}.example/`,
        note,
        excerpt,
      ]);
      const lines = [["title", "url", "note", "excerpt"], ...cells].map((row) =>
        row.map((text) => toCell(text, isAlwaysQuoted)).join(delimiter),
      );
      const { bookmarks, skipped } = await read(lines.join(eol) + eol);
      deepStrictEqual(skipped, []);
      deepStrictEqual(
        bookmarks.map(({ title, link, note, excerpt }) => [title, link, note, excerpt]),
        cells.map(([title = "", link = "", note, excerpt]) => [title.trim() || link, link, note, excerpt]),
      );
    }),
    { numRuns: RUNS, seed: SEED },
  );
  t.pass();
});

const brokenRow = fc.record({
  before: fc.nat({ max: 5 }),
  after: fc.integer({ min: 1, max: 400 }),
  broken: fc.array(fc.constantFrom('"', '"x', "x", ",", " ", 'x"y', '""', "https://broken.example/"), { maxLength: 8 }),
  eol: fc.constantFrom("\n", "\r\n", "\r"),
  isQuoted: fc.boolean(),
});

t.test("readBookmarks: a row with any quotes and delimiters in it loses no other row", async (t) => {
  await fc.assert(
    fc.asyncProperty(brokenRow, async ({ before, after, broken, eol, isQuoted }) => {
      const row = (index: number) =>
        ["Title", `https://${index}.example/`, isQuoted ? 'a, "b"' : "note"]
          .map((text) => toCell(text, isQuoted))
          .join(",");
      const lines = Array.from({ length: before + after }, (_, index) => row(index));
      const text = ["title,url,note", ...lines.slice(0, before), broken.join(""), ...lines.slice(before)].join(eol);
      const { bookmarks } = await read(`${text}${eol}`);
      const others = bookmarks.filter(({ link }) => /^https:\/\/\d+\.example\/$/.test(link));
      deepStrictEqual(
        others.map(({ link, title }) => [link, title]),
        lines.map((_, index) => [`https://${index}.example/`, "Title"]),
      );
    }),
    { numRuns: RUNS, seed: SEED },
  );
  t.pass();
});
