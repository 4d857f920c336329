import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import t from "tap";
import { accountKey } from "#contract/request/caller";
import type { components } from "../../../generated/collections.ts";
import { formOf } from "../../../harness/forms.ts";
import { TABLE_CASES } from "../../import/table-cases.ts";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { contentsOf, sendFile } from "../../support/parsed-files.ts";

type Schemas = components["schemas"];

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
  <DT><A HREF="https://example.com/loose">Loose</A>
  <DT><H3>Books</H3>
  <DL><p>
    <DT><A HREF="https://example.com/old" ADD_DATE="1600000000" TAGS="a,b">Old</A>
    <DT><A HREF="https://example.com/undated">Undated</A>
    <DT><A HREF="https://example.com/new" ADD_DATE="1700000000" LAST_MODIFIED="1700000001" TAGS="a"
      DATA-COVER="https://example.com/c.png" DATA-IMPORTANT="true">New</A>
    <DD>Described
    <DD DATA-NOTE="true">Noted
    <DD DATA-HIGHLIGHT="red" ADD_DATE="1700000000">Marked
    <DT><H3>Novels</H3>
    <DL><p><DT><A HREF="http://www.example.com/novel/?utm_source=x">Novel</A></DL><p>
  </DL><p>
</DL><p>`;

t.test("parseFileByPut: returns the same as parseFile", async (t) => {
  const { ann } = await openLibrary(t);
  const [put, post] = [await sendFile(ann, FILE, "PUT"), await sendFile(ann, FILE)];
  t.match(put, { status: 200, body: { count: { bookmarks: 5 } } });
  t.strictSame(put.body, post.body);
  t.match(errorFieldsOf(await sendFile(ann, "", "PUT")), { status: 400, error: "file_invalid" });
});

t.test("parseFile: returns highlights in each colour, also in a folder of a folder", async (t) => {
  const { ann } = await openLibrary(t);
  const colors = "blue brown cyan gray green indigo orange pink purple red teal yellow".split(" ");
  const marks = colors.map((color) => `<DD DATA-HIGHLIGHT="${color}" ADD_DATE="1700000000">In ${color}\n`);
  const marked = `<DT><A HREF="https://example.com/" ADD_DATE="1700000000">One</A>\n${marks.join("")}`;
  const inFolder = (title: string, content: string) => `<DT><H3>${title}</H3>\n<DL><p>\n${content}</DL><p>\n`;
  const { items } = await contentsOf(ann, `<DL><p>\n${inFolder("Outer", inFolder("Inner", marked))}${marked}</DL><p>`);
  const expected = [
    {
      created: "2023-11-14T22:13:20.000Z",
      lastUpdate: "2023-11-14T22:13:20.000Z",
      highlights: colors.map((color) => ({ text: `In ${color}`, color })),
    },
  ];
  t.match(items, [{ folders: [{ bookmarks: expected }] }, { title: "Import", bookmarks: expected }]);
});

t.test(
  "parseFile: returns the tree of folders, each with its newest bookmarks first, and stores nothing",
  async (t) => {
    const { ann } = await openLibrary(t);
    await ann.addItem(-1, { link: "https://example.com/novel" });
    const empty = { excerpt: "", note: "", tags: [], cover: "", media: [], important: false, highlights: [] };
    const [old, recent] = ["2020-09-13T12:26:40.000Z", "2023-11-14T22:13:20.000Z"];
    t.strictSame(await contentsOf(ann, FILE), {
      result: true,
      items: [
        {
          title: "Books",
          folders: [
            {
              title: "Novels",
              folders: [],
              bookmarks: [{ ...empty, link: "http://www.example.com/novel/?utm_source=x", title: "Novel" }],
            },
          ],
          bookmarks: [
            {
              ...empty,
              link: "https://example.com/new",
              title: "New",
              excerpt: "Described",
              note: "Noted",
              created: recent,
              lastUpdate: "2023-11-14T22:13:21.000Z",
              tags: ["a"],
              cover: "https://example.com/c.png",
              media: [{ link: "https://example.com/c.png", type: "image" }],
              important: true,
              highlights: [{ text: "Marked", note: "", color: "red" }],
            },
            {
              ...empty,
              link: "https://example.com/old",
              title: "Old",
              created: old,
              lastUpdate: old,
              tags: ["a", "b"],
            },
            { ...empty, link: "https://example.com/undated", title: "Undated" },
          ],
        },
        {
          title: "Import",
          folders: [],
          bookmarks: [{ ...empty, link: "https://example.com/loose", title: "Loose" }],
        },
      ],
      count: {
        bookmarks: 5,
        folders: 2,
        tags: 2,
        highlights: 1,
        duplicates: 1,
        repeated: 0,
        skipped: 0,
        datesNotRead: 0,
      },
      skipped: [],
    });
    t.same(await ann.counts(), { 0: 1, [-1]: 1, [-99]: 0 });
  },
);

t.test("parseFile: recognises tables and lists of links", async (t) => {
  const { ann, bob } = await openLibrary(t);
  await bob.addItem(-1, { link: "https://example.com/list" });
  const count = { bookmarks: 1, folders: 0, tags: 0, highlights: 0, duplicates: 0 };
  const list = await contentsOf(ann, "https://example.com/list\nno link\n");
  t.match(list, { items: [{ title: "Import", bookmarks: [{ link: "https://example.com/list" }] }], count });
  const table = await contentsOf(ann, "folder,url\nA/B,https://example.com/\n");
  t.match(table.items, [{ title: "A", folders: [{ title: "B", bookmarks: [{ link: "https://example.com/" }] }] }]);
});

t.test("parseFile: counts and lists what is skipped, repeated links, and times that it cannot read", async (t) => {
  const { ann } = await openLibrary(t);
  const entries = [
    'HREF="javascript:x"',
    "",
    'HREF="https://example.com/a" ADD_DATE="soon"',
    'HREF="http://example.com/a/"',
  ];
  const file = `<DL>\n${entries.map((attributes) => `<DT><A ${attributes}>Title</A>\n`).join("")}<a href="https://example.com/">no entry</a></DL>`;
  const { count, skipped } = await contentsOf(ann, file);
  t.match(count, { bookmarks: 2, repeated: 1, skipped: 3, datesNotRead: 1 });
  t.strictSame(skipped, [
    { text: "javascript:x", reason: "noAddress", line: 2 },
    { text: "Title", reason: "noAddress", line: 3 },
    { text: "https://example.com/", reason: "unreadable", line: 6 },
  ]);
  const json = JSON.stringify([{ url: "javascript:x" }, { url: "https://example.com/" }]);
  t.strictSame((await contentsOf(ann, json)).skipped, [{ text: "javascript:x", reason: "noAddress" }]);
  const many = await contentsOf(
    ann,
    `https://example.com/\n${"https://example.com/x".padEnd(9000, "x")}\n${"no link\n".repeat(150)}`,
  );
  t.match(many.count, { skipped: 151 });
  t.equal(many.skipped?.length, 100);
  t.match(many.skipped?.[0], { reason: "longLink", text: "https://example.com/x".padEnd(200, "x"), line: 2 });
  const [controls, text] = ["\u0001".repeat(7900), "\u0001".repeat(2000)];
  const large = `<DL>\n<DT><A HREF="https://example.com/${controls}x">x</A>\n<DD>${text}\n<DD DATA-NOTE="true">${text}\n<DT><A HREF="https://example.com/">x</A>\n</DL>`;
  t.match((await contentsOf(ann, large)).skipped, [{ reason: "tooLarge", line: 2 }]);
});

t.test("parseFile: returns 400 for files that it cannot read", async (t) => {
  const { ann } = await openLibrary(t);
  for (const [name, content] of Object.entries({
    "no bookmarks": "No link.",
    nothing: "",
    "elements nested too deep": "<b>".repeat(1001),
  })) {
    t.match(errorFieldsOf(await sendFile(ann, content)), { status: 400, error: "file_invalid" }, name);
  }
  const { headers, body } = await formOf({ bytes: Buffer.from("http://a.b") });
  t.match(errorFieldsOf(await ann.request("POST", "/import/file", body, headers)), { status: 400, error: -1 });
});

t.test("parseFile: files of one account are read one after another, those of other accounts meanwhile", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const { files } = app.context.slots;
  const free = await files.take(accountKey(ann.id), () => new AbortController().signal);
  const waiting = contentsOf(ann, "http://a.b");
  while (files.waiting === 0) await setImmediate();
  t.equal((await contentsOf(bob, "http://a.b")).count.bookmarks, 1);
  free();
  t.equal((await waiting).count.bookmarks, 1);
  t.equal(files.taken, 0);
});

t.test("parseFile: returns folders of any depth", async (t) => {
  const { ann } = await openLibrary(t);
  const row = (index: number) => `${index}/${"deep/".repeat(60)},https://example.com/${index}\n`;
  const { items, count } = await contentsOf(ann, `folder,url\n${[0, 1, 2].map(row).join("")}`);
  t.match(count, { bookmarks: 3, folders: 3 * 61 });
  let deepest: Schemas["FileFolder"] | undefined = items[2];
  // A cast: the contract leaves out the type of the third level of folders.
  while (deepest?.folders[0] !== undefined) deepest = deepest.folders[0] as Schemas["FileFolder"];
  t.equal(deepest?.bookmarks[0]?.link, "https://example.com/2");
});

t.test("parseFile: reads the tables and lists of links of other services", async (t) => {
  const { ann } = await openLibrary(t);
  for (const [file, { bookmarks }] of Object.entries(TABLE_CASES)) {
    const content = readFileSync(new URL(`../../import/cases/${file}`, import.meta.url));
    const { count } = (await sendFile(ann, content)).body as Schemas["FileContents"];
    t.equal(count.bookmarks, bookmarks.length, file);
  }
});
