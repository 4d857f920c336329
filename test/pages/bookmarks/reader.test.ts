import t from "tap";
import { signIn } from "../../../harness/page-client.ts";
import { sanitized, work } from "../../../src/page-reading/article.ts";
import { openBookmarks } from "../../support/bookmarks.ts";
import { addPage } from "../../support/page-texts.ts";
import { share } from "../../support/shares.ts";

const HTML = "<p>First <em>we</em> sail &amp; row.</p><p>Then we sail home.</p>";

/** The article of a page of the reader. */
function articleIn(text: string): string {
  return /<article[^>]*>\n(.*?)\n<\/article>/s.exec(text)?.[1] ?? "";
}

t.test("the reader shows the readable text of a page, with its highlights marked", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { title: "Sailing", link: "https://example.com/sail" });
  const path = `/bookmarks/items/${id}/reader`;
  const { status, text: empty } = await annPages.get(path);
  t.equal(status, 200);
  t.match(empty, "No readable text");
  t.notMatch((await annPages.get("/bookmarks/-1")).text, path);

  await addPage(app.context.database, id, HTML);
  const { text } = await annPages.get(path);
  t.match(text, '<a href="https://example.com/sail" rel="noopener noreferrer">Original page</a>');
  t.match(text, "1 minute to read");
  t.equal(articleIn(text), HTML);
  for (const list of ["/bookmarks/-1", `/bookmarks/items/${id}`])
    t.match((await annPages.get(list)).text, `href="${path}"`);

  const saved = await annPages.post(path, { text: "we\n sail", position: "24", color: "green" });
  t.match(saved, { status: 303, location: path, notice: "edit-highlight-saved" });
  await annPages.post(path, { text: 'First we sail & row."', position: "0", color: "pink" });
  await annPages.post(path, { text: "we sail &", position: "4", color: "unknown" });
  const { highlights } = (await ann.call("GET", `/raindrop/${id}`)).item;
  const [one, three] = [highlights[0]?._id, highlights[2]?._id];
  t.match(highlights, [
    { text: "we\n sail", color: "green", position: 24 },
    { color: "pink", position: 0 },
    { text: "we sail &", color: "yellow", position: 4 },
  ]);
  t.equal(
    articleIn((await annPages.get(path)).text),
    `<p>First <em><mark class="mark-yellow" id="highlight-${three}">we</mark></em> <mark class="mark-yellow">sail &amp;</mark> row.</p>` +
      `<p>Then <mark class="mark-green" id="highlight-${one}">we sail</mark> home.</p>`,
  );
});

t.test("the notes of highlights are shown below the text, with links to their passages", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { title: "Sailing" });
  await addPage(app.context.database, id, HTML);
  const path = `/bookmarks/items/${id}/reader`;
  const notes = async () => /<section class="reader-notes".*?<\/section>/s.exec((await annPages.get(path)).text)?.[0];
  await ann.call("PUT", `/raindrop/${id}`, { highlights: [{ text: "we sail home" }] });
  t.equal(await notes(), undefined);
  await ann.call("PUT", `/raindrop/${id}`, { highlights: [{ text: "First we", note: "<b>At dawn" }] });
  const noted = (await ann.call("GET", `/raindrop/${id}`)).item.highlights[1]?._id;
  t.match(await notes(), `<dt><a href="#highlight-${noted}"><bdi dir="auto">First we</bdi></a></dt>`);
  t.match(await notes(), '<dd><bdi dir="auto">&#60;b&#62;At dawn</bdi></dd>');
});

t.test("the page of a bookmark shows the beginning of the readable text, as text", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem();
  const preview = async () =>
    /<p class="preview-text"[^>]*>(.*?)<\/p>/s.exec((await annPages.get(`/bookmarks/items/${id}`)).text);
  t.equal(await preview(), null);
  await addPage(app.context.database, id, HTML);
  t.equal((await preview())?.[1], "First we sail &amp; row. Then we sail home. …");
  await addPage(app.context.database, id, `<p>${"a&amp;b ".repeat(1000)}</p>`);
  t.match((await preview())?.[1], /^(a&amp;b )+…$/);
});

t.test("the beginning of a text has spaces between lines, but none around what is inside one", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem();
  const previewOf = async (html: string) => {
    await addPage(app.context.database, id, sanitized(html, "https://example.com"));
    const { text } = await annPages.get(`/bookmarks/items/${id}`);
    return /<p class="preview-text"[^>]*>(.*?) …<\/p>/s.exec(text)?.[1];
  };
  for (const name of "a b em i code kbd del sub sup cite span mark u small abbr".split(" ")) {
    const [start, end] = [`<${name}>`, `</${name}>`];
    t.equal(await previewOf(`<p>The ${start}first${end}, (${start}so${end}).</p>`), "The first, (so).", name);
  }
  t.equal(await previewOf('<p>The <a href="/x">sec<b>ond</b></a>. <em><b>Both</b></em>!</p>'), "The second. Both!");
  t.equal(await previewOf("<p>One<b> </b>two<a>\n</a>three</p>"), "One two three", "elements with only a space");
  t.equal(await previewOf("<p><b>One</b></p><p>two<br>three<hr>four"), "One two three four");
  t.equal(await previewOf("<ul><li>One</li><li>two</li></ul><h2>three</h2>four"), "One two three four");
  t.equal(await previewOf("<table><tr><th>One</th><td>two</td></tr><tr><td>three</table>"), "One two three");
  for (const name of ["div", "section", "main", "header", "address", "center", "details", "summary", "figcaption"])
    t.equal(await previewOf(`<${name}>One</${name}><${name}>two</${name}>three`), "One two three", name);
  const long = (letter: string) => `<a href="https://example.com/${letter.repeat(1900)}">`;
  t.equal(await previewOf(`One ${long("a")}two</a>, three${long("b")}four</a>`), "One two, three", "cut in a tag");
});

t.test("a highlight needs a text", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { title: "Sailing" });
  await annPages.get("/bookmarks/-1");
  const path = `/bookmarks/items/${id}/reader`;
  await addPage(app.context.database, id, HTML);
  t.match((await annPages.post(path, { text: " " })).text, "A highlight needs a text.");
  t.match((await annPages.post(path, { text: "x".repeat(10_001) })).text, 'class="alert"');
  t.equal((await annPages.post(path, { text: "x", _csrf: "wrong" })).status, 403);
  t.same((await ann.call("GET", `/raindrop/${id}`)).item.highlights, []);
});

t.test("width and size of the text are chosen by links, and kept", async (t) => {
  const { app, ann, annPages } = await openBookmarks(t);
  const { _id: id } = await ann.addItem(-1, { title: "Sailing" });
  await addPage(app.context.database, id, HTML);
  const path = `/bookmarks/items/${id}/reader`;
  const classes = async (query: string) => /class="reader (.*?)"/.exec((await annPages.get(path + query)).text)?.[1];
  t.equal(await classes(""), "width-medium size-normal");
  t.equal(await classes("?width=wide"), "width-wide size-normal");
  t.equal(await classes("?size=huge"), "width-wide size-huge");
  t.equal(await classes(""), "width-wide size-huge");
  t.equal(await classes("?size=%22x&width=constructor"), "width-wide size-huge");
  annPages.jar.set("triptych_reader", "x.y");
  t.equal(await classes(""), "width-medium size-normal");
});

t.test("others read what is shared with them, and only members make highlights", async (t) => {
  const { app, ann, bob } = await openBookmarks(t);
  const { _id: collection } = await ann.addCollection("Shared");
  const { _id: id } = await ann.addItem(collection, { title: "Sailing" });
  await addPage(app.context.database, id, HTML);
  const path = `/bookmarks/items/${id}/reader`;
  const bobPages = await signIn(app.base, bob);
  t.equal((await bobPages.get(path)).status, 404);
  await share(app, collection, bob.id, "viewer");
  const { text } = await bobPages.get(path);
  t.equal(articleIn(text), HTML);
  t.notMatch(text, "data-highlighter");
  t.equal((await bobPages.post(path, { text: "we sail" })).status, 403);
});

/** What hostile pages say, between two paragraphs of text. */
const HOSTILE: readonly string[] = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src=https://evil.example/pixel.png>",
  '<img srcset="https://evil.example/a.png 2x">',
  "<picture><source srcset=//evil.example/a.webp></picture>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)&gt;'>",
  "<math href=javascript:alert(1)>x</math>",
  "<p onclick=alert(1) onmouseover='alert(1)'>text</p>",
  "<p style='background:url(https://evil.example/x)'>text</p>",
  "<p style=position:fixed;inset:0>text</p>",
  "<style>@import 'https://evil.example/x.css'; p { color: red }</style>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
  "<base href=https://evil.example/>",
  "<a href='javascript:alert(1)'>link</a>",
  "<a href=' jAvAsCrIpT&colon;alert(1)'>link</a>",
  "<a href='java\tscript:alert(1)'>link</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>link</a>",
  "<a href='vbscript:x'>link</a>",
  "<a href='https://user:password@evil.example/'>link</a>",
  "<a href='https://evil.example/' onclick=alert(1) target=_top ping=https://evil.example/ping>link</a>",
  "<a href='\"><script>alert(1)</script>'>link</a>",
  "<a name=content id=content class=skip>anchor</a>",
  "<iframe src=https://evil.example/></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=https://evil.example/x.swf></object><embed src=https://evil.example/x>",
  "<video src=https://evil.example/x.mp4 autoplay onplay=alert(1)></video><audio src=//evil.example/x></audio>",
  "<form action=https://evil.example/><input name=password autofocus onfocus=alert(1)><button>Send</button></form>",
  "<textarea></textarea><script>alert(1)</script>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<template><script>alert(1)</script></template>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>",
  "<body onload=alert(1) background=https://evil.example/x>",
  "<table background=https://evil.example/x><tr><td background=//evil.example/x>cell</td></tr></table>",
  "<x-evil onclick=alert(1)>text</x-evil>",
  "</article></main><script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<q cite=https://evil.example/>quote</q><blockquote cite=javascript:alert(1)>quote</blockquote>",
  "<details open ontoggle=alert(1)><summary>x</summary></details><dialog open>x</dialog><marquee onstart=alert(1)>x</marquee>",
];

const TEXT = "<p>A paragraph with enough words to be read, and a comma, and another one.</p>".repeat(5);

/** Every tag of an article with its attributes. */
const ALLOWED =
  /^<(?:\/?(?:article|div|p|h[234]|ul|ol|li|dl|dt|dd|blockquote|pre|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|code|del|em|strong|sub|sup|a)|(?:hr|br) \/|a href="https?:\/\/[^"<>]*")>$/;

t.test("nothing of a hostile page runs, has a style or is requested", async (t) => {
  t.ok(HOSTILE.length >= 40);
  for (const hostile of HOSTILE) {
    const bytes = Buffer.from(`<!doctype html><title>T</title><div id=main>${TEXT}${hostile}${TEXT}</div>`);
    const article = work({ kind: "html", bytes, charset: "utf-8", address: "https://page.example/" });
    t.match(article?.html, "A paragraph with enough words", hostile);
    const tags = article?.html.match(/<[^>]*>?/g) ?? [];
    t.same(
      tags.filter((tag) => !ALLOWED.test(tag)),
      [],
      hostile,
    );
    t.notMatch(article?.html, /evil\.example\/(?:x|pixel|a\.|ping)|user:password/, hostile);
  }
});
