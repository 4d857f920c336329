import t, { type Test } from "tap";
import { openBookmarks } from "../../support/bookmarks.ts";
import { addPage } from "../../support/page-texts.ts";

const HIGHLIGHTS = "/bookmarks/highlights";
const HOSTILE = `<script>alert("1")</script>`;

/** The passages that a page lists. */
function passagesIn(page: string): string[] {
  return [...page.matchAll(/<blockquote[^>]*><span[^>]*>[^<]*<\/span><bdi dir="auto">([^<]*)</g)].map(
    ([, text = ""]) => text,
  );
}

/** Ann has four highlights on two bookmarks, Bob one; Ann may read a collection of Bob. */
async function openHighlighted(t: Test) {
  const opened = await openBookmarks(t);
  const { ann, bob } = opened;
  const { _id: outer } = await ann.addCollection("Outer");
  const { _id: inner } = await ann.addCollection("Inner", outer);
  const { _id: item } = await ann.addItem(inner, {
    title: "Write-ahead logging",
    link: "https://example.com/wal",
    highlights: [{ text: "Über das Protokoll" }, { text: "A checkpoint", note: "Compare it", color: "blue" }],
  });
  const { _id: other } = await ann.addItem(-1, {
    title: HOSTILE,
    highlights: [
      { text: HOSTILE, color: "red" },
      { text: "=1+1", note: "- *list* <b>" },
    ],
  });
  await bob.addItem(-1, { highlights: [{ text: "Of Bob" }] });
  return { ...opened, outer, inner, item, other };
}

t.test(
  "the page lists highlights with their notes; each links to its bookmark and its place in the reader",
  async (t) => {
    const { app, annPages, item } = await openHighlighted(t);
    await addPage(app.context.database, item, "<p>A checkpoint</p>");
    const { text } = await annPages.get(HIGHLIGHTS);
    t.same(passagesIn(text).length, 4);
    t.notMatch(text, "<script>alert");
    t.notMatch(text, "Of Bob");
    t.match(text, "Compare it");
    const [, place = ""] = /href="(\/bookmarks\/items\/\d+\/reader)#highlight-[0-9a-f]{24}"/.exec(text) ?? [];
    t.equal(place, `/bookmarks/items/${item}/reader`);
    t.equal(text.match(/\/reader#highlight-/g)?.length, 2, "those of the bookmark with a readable text");
    t.match((await annPages.get(place)).text, /<mark class="mark-blue" id="highlight-/);
  },
);

t.test("highlights are found by their words, colour and collection", async (t) => {
  const { annPages, outer } = await openHighlighted(t);
  const found = async (query: string) => passagesIn((await annPages.get(`${HIGHLIGHTS}?${query}`)).text);
  t.same(await found("text=uber"), ["Über das Protokoll"]);
  t.same(await found("text=COMPARE"), ["A checkpoint"], "in its note");
  t.same(await found("color=blue"), ["A checkpoint"]);
  t.same((await found("collection=-1")).length, 2);
  t.same((await found(`collection=${outer}`)).length, 2, "in the collections inside too");
  t.same(await found(`collection=${outer}&color=red`), []);
  t.match((await annPages.get(`${HIGHLIGHTS}?text=nothing`)).text, /No highlight matches.*Try other or fewer/s);
  t.equal((await annPages.get(`${HIGHLIGHTS}?collection=x`)).status, 404);
});

t.test("another account sees only the highlights of collections that are shared with it", async (t) => {
  const { ann, bob, bobPages, inner } = await openHighlighted(t);
  t.same(passagesIn((await bobPages.get(HIGHLIGHTS)).text), ["Of Bob"]);
  for (const page of [HIGHLIGHTS, `${HIGHLIGHTS}/export`])
    t.equal((await bobPages.get(`${page}?collection=${inner}&format=md`)).status, 404);
  await ann.call("PUT", `/collection/${inner}`, { public: true });
  t.equal((await bobPages.get(`${HIGHLIGHTS}?collection=${inner}`)).status, 403);
  const { token } = await ann.call("POST", `/collection/${inner}/sharing`, { role: "viewer" });
  await bob.call("POST", `/collection/${inner}/join`, { token });
  t.equal(passagesIn((await bobPages.get(`${HIGHLIGHTS}?collection=${inner}`)).text).length, 2);
});

t.test("pages have 50 highlights, the newest first, and lead to the next one", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  for (const [first, last] of [
    [0, 60],
    [60, 101],
  ] as const) {
    const highlights = Array.from({ length: last - first }, (_, index) => ({ text: `Passage ${first + index}` }));
    await ann.addItem(-1, { highlights });
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let path: string | undefined = HIGHLIGHTS; path !== undefined; ) {
    const { text } = await annPages.get(path);
    const passages = passagesIn(text);
    seen.push(...passages);
    sizes.push(passages.length);
    const [, next] = /href="([^"]*)">Older highlights/.exec(text) ?? [];
    path = next?.replaceAll("&#61;", "=").replaceAll("&#38;", "&");
  }
  t.same(sizes, [50, 50, 1]);
  t.equal(new Set(seen).size, 101);
});

t.test("a search for a rare highlight reads 1,000 of them, and offers to go on", async (t) => {
  const { ann, annPages } = await openBookmarks(t);
  await ann.addItem(-1, { highlights: [{ text: "Rare" }] });
  for (let item = 0; item < 11; item++)
    await ann.addItem(-1, { highlights: Array.from({ length: 100 }, (_, index) => ({ text: `${item} ${index}` })) });
  const { text } = await annPages.get(`${HIGHLIGHTS}?text=rare`);
  t.match(text, "None of the newest ones matches");
  const [, next = ""] = /href="([^"]*)">Older highlights/.exec(text) ?? [];
  const second = await annPages.get(next.replaceAll("&#61;", "=").replaceAll("&#38;", "&"));
  t.same(passagesIn(second.text), ["Rare"]);
  t.notMatch(second.text, "Older highlights");
});

t.test(
  "an export has the wanted highlights by bookmark, without formulas, Markdown and HTML of their texts",
  async (t) => {
    const { annPages } = await openHighlighted(t);
    const markdown = await annPages.get(`${HIGHLIGHTS}/export?format=md`);
    t.match(markdown.headers.get("content-type"), "text/markdown");
    t.match(markdown.headers.get("content-disposition"), 'attachment; filename="highlights.md"');
    t.match(
      markdown.text,
      "## [Write\\-ahead logging](<https://example.com/wal>)\n\n> Über das Protokoll\n\n> A checkpoint\n\nCompare it\n",
    );
    t.match(markdown.text, "> \\=1\\+1\n\n\\- \\*list\\* \\<b\\>\n");
    t.notMatch(markdown.text, "<script>");
    const csv = await annPages.get(`${HIGHLIGHTS}/export?format=csv&color=yellow`);
    t.match(csv.text, /^highlight,note,color,created,title,url\r\n'=1\+1,'- \*list\* <b>,yellow,2026-/);
    t.notMatch(csv.text, "A checkpoint");
    const plain = await annPages.get(`${HIGHLIGHTS}/export?format=txt&text=checkpoint`);
    t.equal(plain.text, "Write-ahead logging\nhttps://example.com/wal\n\nA checkpoint\n(Compare it)\n\n\n");
    t.equal((await annPages.get(`${HIGHLIGHTS}/export?format=pdf`)).status, 404);
  },
);
