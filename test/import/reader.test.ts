import t from "tap";
import { Failure } from "#contract/failure";
import type { Bookmark } from "../../src/library/import/bookmark/bookmark.ts";
import { readBookmarks } from "../../src/library/import/reader.ts";

async function read(content: string | Buffer, maxCount = 1000): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  for await (const bookmark of readBookmarks(Buffer.from(content), maxCount)) bookmarks.push(bookmark);
  return bookmarks;
}

/** The reason with which a file is rejected. */
async function reasonOf(content: string | Buffer, maxCount?: number): Promise<Failure["reason"]> {
  const error: unknown = await read(content, maxCount).catch((error) => error);
  return error instanceof Failure ? error.reason : undefined;
}

t.test("readBookmarks: a bookmark file of a browser, with folders, descriptions and times", async (t) => {
  const bookmarks = await read(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bar &amp; more</H3>
    <DL><p>
        <DT><A HREF="https://example.com/?a=1&amp;b=2" ADD_DATE="1700000000" LAST_MODIFIED="1700000001" TAGS="one, two">An &lt;a&gt;</A>
        <DD>Described
on two lines
        <DT><H3>Below</H3>
        <DL><p>
            <DT><A HREF="https://example.com/below" ADD_DATE="1700000000123456">Below</A>
        </DL><p>
        <DT><A HREF="javascript:alert(1)">A script</A>
        <DT><A HREF="https://example.com/after" ADD_DATE="0"></A>
    </DL><p>
    <DT><A HREF="https://example.com/top">Top</A>
</DL><p>`);
  const bar = ["Bar & more"];
  const none = { title: "", excerpt: "", note: "", cover: "", tags: [], important: false, highlights: [] };
  t.strictSame(bookmarks, [
    {
      ...none,
      link: "https://example.com/?a=1&b=2",
      title: "An <a>",
      excerpt: "Described\non two lines",
      tags: ["one", "two"],
      path: bar,
      created: 1_700_000_000_000,
      updated: 1_700_000_001_000,
    },
    {
      ...none,
      link: "https://example.com/below",
      title: "Below",
      path: [...bar, "Below"],
      created: 1_700_000_000_123,
      updated: undefined,
    },
    {
      ...none,
      link: "https://example.com/after",
      title: "https://example.com/after",
      path: bar,
      created: undefined,
      updated: undefined,
    },
    { ...none, link: "https://example.com/top", title: "Top", path: [], created: undefined, updated: undefined },
  ]);
});

t.test("readBookmarks: a bookmark file with very many folders side by side", async (t) => {
  const folder = (_: unknown, index: number) =>
    `<DT><H3>${index}</H3><DL><p><DT><A HREF="https://example.com/${index}">a</A>\n<DD>About\n</DL><p>\n`;
  const bookmarks = await read(`<DL><p>${Array.from({ length: 3000 }, folder).join("")}</DL><p>`, 3000);
  t.same(
    bookmarks.map(({ path, excerpt }) => [...path, excerpt]),
    bookmarks.map((_, index) => [String(index), "About"]),
  );
});

t.test("readBookmarks: an export of Pocket", async (t) => {
  const bookmarks = await read(`<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
    <li><a href="https://example.com/" time_added="1700000000" tags="one,two">Title</a></li></ul>
    <h1>Read Archive</h1><ul><li><a href="https://example.org/" time_added="1700000001" tags="">Other</a></li></ul></body></html>`);
  t.match(bookmarks, [
    { link: "https://example.com/", title: "Title", tags: ["one", "two"], created: 1_700_000_000_000, path: [] },
    { link: "https://example.org/", title: "Other", tags: [], created: 1_700_000_001_000, path: [] },
  ]);
  t.match(await read("title,url,time_added,tags,status\r\nA,https://example.com/,1700000000,one|two,unread\r\n"), [
    { link: "https://example.com/", title: "A", tags: ["one", "two"], created: 1_700_000_000_000 },
  ]);
});

t.test("readBookmarks: tables of Raindrop.io and Instapaper, in any order of columns", async (t) => {
  t.match(
    await read(
      '\uFEFFid,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\r\n1,"A ""b""\nc",Note,,https://example.com/,AC/DC / Live,"one, two",2023-11-14T22:13:20.123Z,https://example.com/c.png,,true\r\n',
    ),
    [
      {
        link: "https://example.com/",
        title: 'A "b"\nc',
        note: "Note",
        path: ["AC/DC", "Live"],
        tags: ["one", "two"],
        created: 1_700_000_000_123,
        cover: "https://example.com/c.png",
        important: true,
      },
    ],
  );
  t.match(await read("folder,url,unknown\na/b/c,https://example.com/\n\nx,not a link,y,z\n"), [
    { link: "https://example.com/", title: "https://example.com/", path: ["a", "b", "c"] },
  ]);
  t.match(
    await read(
      'URL,Title,Selection,Folder,Timestamp,Tags\nhttps://example.com/,T,S,Unread,1700000000,"[""one"", ""two""]"\n',
    ),
    [{ title: "T", excerpt: "S", path: ["Unread"], tags: ["one", "two"], created: 1_700_000_000_000 }],
  );
});

t.test("readBookmarks: highlights, also those with line breaks that are not indented", async (t) => {
  const cell =
    "Highlight:One\nNote:A note\n\n\non more lines\nColor: Red\n\nHighlight:Two\nColor:beige\n\n\nHighlight:\n\tx";
  const [bookmark] = await read(`url,highlights\nhttps://example.com/,"no key\n${cell}"\n`);
  t.strictSame(bookmark?.highlights, [
    { text: "One", note: "A note\n\n\non more lines", color: "red", created: undefined },
    { text: "Two", note: "", color: "yellow", created: undefined },
    { text: "\nx", note: "", color: "yellow", created: undefined },
  ]);
  const [marked] = await read(`<DL><DT><A HREF="https://example.com/">a</A>
    <DD DATA-HIGHLIGHT-NOTE="true">of none
    <DD DATA-HIGHLIGHT="red" ADD_DATE="1700000000">One
    <DD DATA-HIGHLIGHT-NOTE="true">A &lt;note&gt;
    <DD DATA-HIGHLIGHT="">
    <DD>Described</DL>`);
  t.match(marked, {
    excerpt: "Described",
    highlights: [{ text: "One", note: "A <note>", color: "red", created: 1_700_000_000_000 }],
  });
  t.equal(marked?.highlights.length, 1);
});

t.test("readBookmarks: an item has at most 100 highlights, and none if it would be too large", async (t) => {
  const entry = (count: number, text: string) =>
    `<DL><DT><A HREF="https://example.com/">a</A>${`<DD DATA-HIGHLIGHT="red">${text}`.repeat(count)}<DD>About</DL>`;
  const [many] = await read(entry(150, "x"));
  t.match([many?.highlights.length, many?.excerpt], [100, "About"]);
  const [large] = await read(entry(100, "x".repeat(1000)));
  t.match([large?.highlights.length, large?.excerpt], [0, "About"]);
});

t.test("readBookmarks: a table keeps characters of two UTF-16 units wherever it is split", async (t) => {
  const title = `${"x".repeat(5)}${"😀".repeat(400)}`;
  const bookmarks = await read(`url,title\n${`https://example.com/,${title}\n`.repeat(20)}`);
  t.equal(bookmarks.filter((bookmark) => bookmark.title === title).length, 20);
});

t.test("readBookmarks: a long text without tags and a character between two decoded chunks are read", async (t) => {
  const long = `${"x".repeat(300_000)}<dt><a href="https://example.com/?${"y".repeat(70_000)}">no</a><dt><a href="https://example.com/">yes</a>`;
  t.match(await read(`<DL>${long}</DL>`), [{ link: "https://example.com/", title: "yes" }]);
  const before = "https://example.com/\n";
  const lines = `${before}${"#".repeat(256 * 1024 - before.length - 21)}\nhttps://example.com/é`;
  t.match(await read(lines), [{ link: "https://example.com/" }, { link: "https://example.com/é" }]);
});

t.test("readBookmarks: only so many tags, words of a path and highlights of a cell are read", async (t) => {
  const [bookmark] = await read(
    `url,tags,folder,highlights\nhttps://example.com/,"${"a,".repeat(1000)}b",${"w ".repeat(10_000)}x,"${"Highlight:x\n".repeat(150)}"\n`,
  );
  t.same(bookmark?.tags, ["a"]);
  t.equal(bookmark?.highlights.length, 100);
  t.equal(bookmark?.path.length, 1);
});

t.test("readBookmarks: a plain list of links", async (t) => {
  t.match(await read("https://example.com/a\r\n\n# comment\n  HTTPS://example.com/b  \nftp://example.com/"), [
    { link: "https://example.com/a", title: "https://example.com/a" },
    { link: "HTTPS://example.com/b" },
  ]);
});

t.test("readBookmarks: a file of an old browser is Windows-1252", async (t) => {
  t.match(await read(Buffer.from('<DL><DT><A HREF="https://example.com/">Caf\xe9</A></DL>', "latin1")), [
    { title: "Café" },
  ]);
});

t.test("readBookmarks: rejects files without a link, too many links, and unreadable tables", async (t) => {
  for (const content of ["", "nothing", "<html>", "url\n", "\0\x01\x02", '{"a":1}']) {
    t.equal(await reasonOf(content), "file-without-bookmarks", JSON.stringify(content));
  }
  t.equal(await reasonOf(`url\n"https://example.com/${"x".repeat(300_000)}`), "file-without-bookmarks");
  t.equal((await read(`<b ${"a=1 ".repeat(1001)}><a href="https://example.com/">a</a>`)).length, 1);
  t.equal(await reasonOf("https://example.com/\n".repeat(3), 2), "file-too-many-bookmarks");
});

t.test("readBookmarks: cuts what exceeds the limits of an item, and keeps the rest", async (t) => {
  const long = "é\u0001".repeat(10_000);
  const tags = Array.from({ length: 150 }, (_, index) => `${index}${"\u0001".repeat(200)}`).join(",");
  const [bookmark] = await read(
    `<DL><DT><A HREF="https://example.com/\u0001" TAGS="${tags}">${long}</A><DD>${long}<DD DATA-NOTE="true">${long}\0</DL>`,
  );
  t.equal(bookmark?.title.length, 1000);
  t.equal(bookmark?.excerpt.length, 2000);
  t.equal(bookmark?.note.length, 2000);
  t.equal(bookmark?.tags.length, 20);
  t.ok(bookmark?.tags.every((tag) => tag.length <= 100));
  const [emoji] = await read(`<DL><DT><A HREF="https://example.com/">${"x".repeat(999)}😀</A></DL>`);
  t.equal(emoji?.title, "x".repeat(999));
});

t.test("readBookmarks: folders deeper than collections may be are flattened", async (t) => {
  const nested = (depth: number) =>
    `${"<DL><DT><H3>f</H3>".repeat(depth)}<DL><DT><A HREF="https://example.com/">a</A>${"</DL>".repeat(depth + 1)}`;
  t.equal((await read(nested(3)))[0]?.path.length, 3);
  t.equal((await read(nested(200)))[0]?.path.length, 63);
  t.equal((await read(nested(2000)))[0]?.path.length, 63);
  t.equal(await reasonOf(`${"<b>".repeat(2000)}`), "file-without-bookmarks");
});

t.test("readBookmarks: all links of a page that is no bookmark file", async (t) => {
  const page = '<html><body><p>See <a href="https://example.com/1">One</a> and <a href="https://example.com/2">Two</a>';
  t.match(await read(page), [
    { link: "https://example.com/1", title: "One" },
    { link: "https://example.com/2", title: "Two" },
  ]);
});
