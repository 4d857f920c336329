import t from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

async function exported({ request }: LibraryOwner, path: string): Promise<string> {
  const { status, body } = await request("GET", path);
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
  return String(body);
}

const HEADER = "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\r\n";

t.test("exportItems: csv has the exact header, folder paths and quoted values, without byte order mark", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Work");
  const { _id: below } = await ann.addCollection("Reading list", above);
  t.equal(await exported(ann, `/raindrops/${above}/export.csv`), HEADER);
  const one = await ann.addItem(below, {
    link: "https://example.com/?a=1,2",
    title: 'A "quoted" title',
    note: "two\nlines",
    excerpt: " spaces ",
    tags: ["one", "two words"],
    cover: "https://example.com/cover.png",
    important: true,
  });
  const two = await ann.addItem(-1, { title: "=1+1" });
  t.equal(
    await exported(ann, "/raindrops/0/export.csv?sort=created"),
    `${HEADER}${one._id},"A ""quoted"" title","two\nlines"," spaces ","https://example.com/?a=1,2",Work / Reading list,` +
      `"one, two words",2026-01-01T12:00:00.000Z,https://example.com/cover.png,,true\r\n` +
      `${two._id},=1+1,,,https://example.com/,Unsorted,,2026-01-01T12:00:00.000Z,,,false\r\n`,
  );
});

t.test(
  "exportItems: highlights with line breaks, paths with slashes and tags with commas are unambiguous",
  async (t) => {
    const { ann } = await openLibrary(t);
    const { _id: above } = await ann.addCollection("A / B \\/");
    const { _id: below } = await ann.addCollection("/", above);
    const highlights = [{ text: "One\n\nNote:", note: "A\n<b>", color: "red" }, { text: "Two" }];
    await ann.addItem(below, { highlights, tags: ["a,b", "c"] });
    const csv = await exported(ann, `/raindrops/${below}/export.csv`);
    const created = "Created:2026-01-01T12:00:00.000Z";
    t.match(csv, String.raw`,A \/ B \\/ / \/,"[""a,b"",""c""]",`);
    t.match(
      csv,
      `,"Highlight:One\n\t\n\tNote:\nNote:A\n\t<b>\nColor:red\n${created}\n\nHighlight:Two\nNote:\nColor:yellow\n${created}",false\r\n`,
    );
    const html = await exported(ann, `/raindrops/${below}/export.html`);
    t.match(html, 'TAGS="a,b,c" DATA-TAGS="[&quot;a,b&quot;,&quot;c&quot;]" DATA-COVER="">');
    const time = 'ADD_DATE="1767268800"';
    t.match(
      html,
      `\t\t<DD DATA-HIGHLIGHT="red" ${time}>One\n\nNote:\n\t\t<DD DATA-HIGHLIGHT-NOTE="true">A\n&lt;b&gt;\n` +
        `\t\t<DD DATA-HIGHLIGHT="yellow" ${time}>Two\n`,
    );
  },
);

t.test("exportItems: html is a tree of folders, with times in seconds and escaped texts", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("A & B");
  const { _id: below } = await ann.addCollection("Below", above);
  await ann.addCollection("Last", undefined, { sort: -1 });
  await ann.addItem(below, {
    link: "https://example.com/?a=1&b=2",
    title: "<b>",
    excerpt: "About",
    note: "Mine",
    tags: ["x", "y"],
    cover: "https://example.com/cover.png",
    important: true,
  });
  await ann.addItem(above, { title: "above" });
  await ann.addItem(-1, { title: "unsorted" });
  const times = 'ADD_DATE="1767268800" LAST_MODIFIED="1767268800"';
  t.equal(
    await exported(ann, "/raindrops/0/export.html"),
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Raindrop.io Bookmarks</TITLE>
<H1>Raindrop.io Bookmarks</H1>
<DL><p>
	<DT><H3>Unsorted</H3>
	<DL><p>
		<DT><A HREF="https://example.com/" ${times} TAGS="" DATA-COVER="">unsorted</A>
	</DL><p>
	<DT><H3 ${times}>A &amp; B</H3>
	<DL><p>
		<DT><A HREF="https://example.com/" ${times} TAGS="" DATA-COVER="">above</A>
		<DT><H3 ${times}>Below</H3>
		<DL><p>
			<DT><A HREF="https://example.com/?a=1&amp;b=2" ${times} TAGS="x,y" DATA-COVER="https://example.com/cover.png" DATA-IMPORTANT="true">&lt;b&gt;</A>
			<DD>About
			<DD DATA-NOTE="true">Mine
		</DL><p>
	</DL><p>
	<DT><H3 ${times}>Last</H3>
	<DL><p>
	</DL><p>
</DL><p>
`,
  );
  t.notMatch(await exported(ann, `/raindrops/${above}/export.html`), "Below");
  t.match(await exported(ann, `/raindrops/${above}/export.html?nested=true`), "Below");
});

t.test("exportItems: html has each link and each folder on a line of its own", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id } = await ann.addCollection("one\r\ntwo");
  await ann.addItem(_id, {
    link: "https://example.com/?a=\\",
    title: "one\ntwo\r\nthree\rfour",
    excerpt: "one\n<DT>two\rthree",
    tags: ["a\nb", "c"],
  });
  await ann.addItem(-1, { title: "later", tags: ["[x"] });
  const lines = (await exported(ann, "/raindrops/0/export.html")).split("\n");
  const times = 'ADD_DATE="1767268800" LAST_MODIFIED="1767268800"';
  t.same(lines.slice(5, 16), [
    "\t<DT><H3>Unsorted</H3>",
    "\t<DL><p>",
    `\t\t<DT><A HREF="https://example.com/" ${times} TAGS="[x" DATA-TAGS="[&quot;[x&quot;]" DATA-COVER="">later</A>`,
    "\t</DL><p>",
    `\t<DT><H3 ${times}>one two</H3>`,
    "\t<DL><p>",
    `\t\t<DT><A HREF="https://example.com/?a=\\ " ${times} TAGS="a b,c" DATA-TAGS="[&quot;a\\nb&quot;,&quot;c&quot;]" DATA-COVER="">one two three four</A>`,
    "\t\t<DD>one",
    "&lt;DT&gt;two&#13;three",
    "\t</DL><p>",
    "</DL><p>",
  ]);
});

t.test("exportItems: collection 0 leaves out the Trash, which can be exported by its id", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id } = await ann.addItem(-1, { title: "thrown away" });
  await ann.call("DELETE", `/raindrop/${_id}`);
  for (const format of ["csv", "html"]) {
    t.notMatch(await exported(ann, `/raindrops/0/export.${format}`), "thrown away");
    t.match(await exported(ann, `/raindrops/-99/export.${format}`), /Trash.*thrown away|thrown away.*Trash/s);
  }
});

t.test("exportItems: sorts a long collection, and more items than one batch", async (t) => {
  const { ann } = await openLibrary(t);
  const links = Array.from({ length: 60 }, (_, index) => `https://example.com/${String(index).padStart(2, "0")}`);
  await ann.call("POST", "/raindrops", { items: links.map((link) => ({ link })) });
  const linksIn = (text: string) => text.match(/https:\/\/example\.com\/\d\d(?=,Unsorted|" )/g);
  for (const format of ["csv", "html"]) {
    t.same(linksIn(await exported(ann, `/raindrops/-1/export.${format}?sort=title`)), links);
    t.same(linksIn(await exported(ann, `/raindrops/-1/export.${format}?sort=-title`)), links.toReversed());
  }
});

t.test("exportItems: is a file to save, and only for the owner", async (t) => {
  const { ann, bob, send } = await openLibrary(t);
  const { _id: secret } = await ann.addCollection("Secret");
  const { _id: open } = await ann.addCollection("Open", undefined, { public: true });
  const { headers } = await ann.request("GET", "/raindrops/0/export.html");
  t.equal(headers.get("content-type"), "text/html; charset=utf-8");
  t.equal(headers.get("content-disposition"), 'attachment; filename="bookmarks.html"');
  t.equal(headers.get("x-content-type-options"), "nosniff");
  t.equal(
    (await ann.request("HEAD", "/raindrops/0/export.csv")).headers.get("content-type"),
    "text/csv; charset=utf-8",
  );
  t.match(errorFieldsOf(await bob.request("GET", `/raindrops/${secret}/export.csv`)), { status: 404 });
  t.match(errorFieldsOf(await bob.request("GET", `/raindrops/${open}/export.csv`)), { status: 403 });
  t.match(errorFieldsOf(await ann.request("GET", "/raindrops/0/export.pdf")), { status: 400, error: "format" });
  t.match(errorFieldsOf(await send("GET", `/rest/v1/raindrops/${open}/export.csv`)), { status: 401 });
});

t.test("exportItems: search exports the items that it finds, in their order, from long collections too", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  for (let first = 0; first < 1100; first += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({
      link: "https://example.com/",
      title: `${(first + index) % 500 === 0 ? "rare" : "common"} ${first + index}`,
      collection: { $id: books },
    }));
    await ann.call("POST", "/raindrops", { items });
  }
  await ann.addItem(-1, { title: "rare elsewhere" });
  const found = (text: string) => text.match(/(?:rare|common) \w+/g);
  for (const format of ["csv", "html"]) {
    const path = (id: number, query: string) => `/raindrops/${id}/export.${format}?${query}`;
    t.same(found(await exported(ann, path(books, "search=rare&sort=-created"))), ["rare 1000", "rare 500", "rare 0"]);
    t.same(found(await exported(ann, path(books, "search=rare%20-500&sort=title"))), ["rare 0", "rare 1000"]);
    t.match(await exported(ann, path(0, "search=rare")), "rare elsewhere");
    t.equal(found(await exported(ann, path(books, "search=")))?.length, 1100);
    t.equal(found(await exported(ann, path(books, "search=nothing"))), null);
    const tooLong = await ann.request("GET", path(books, `search=${"a+".repeat(101)}`));
    t.equal(tooLong.status, 400);
  }
});
