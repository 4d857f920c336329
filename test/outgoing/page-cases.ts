import { brotliCompressSync, gzipSync } from "node:zlib";
import type { components } from "../../generated/collections.ts";
import type { SitePage, SiteResponse } from "../support/site.ts";

type Parsed = components["schemas"]["ParsedLink"];
type Item = Parsed["item"];

/** A page, and what differs from a page that says nothing. Addresses begin with `BASE`. */
export interface PageCase {
  readonly response: SitePage;
  readonly expected: Partial<
    Pick<Item, "type" | "title" | "excerpt" | "cover"> & Omit<Item["meta"], "tags" | "site">
  > & {
    readonly failure?: NonNullable<Parsed["failure"]>;
  };
}

/** Stands for the address of the site. */
export const BASE = "http://site.example";

const HTML = { "content-type": "text/html" };

function html(body: string | Uint8Array, headers: Readonly<Record<string, string>> = HTML): SiteResponse {
  return { headers, body };
}

function page(head: string): SiteResponse {
  return html(`<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`);
}

function typed(type: string, body: string | Uint8Array = "x"): SiteResponse {
  return { headers: { "content-type": type }, body };
}

function redirect(location: string, status = 302): SiteResponse {
  return { status, headers: { location } };
}

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

const GRUESSE_1252 = Buffer.from("<title>Grüße</title>", "latin1");

/** Shift_JIS of 日本. */
const SHIFT_JIS = Buffer.concat([
  Buffer.from('<meta charset="shift_jis"><title>'),
  Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
  Buffer.from("</title>"),
]);

/** windows-1251 of Мир. */
const CYRILLIC = Buffer.concat([Buffer.from("<title>"), Buffer.from([0xcc, 0xe8, 0xf0]), Buffer.from("</title>")]);

const OG = `<meta property="og:title" content="Graph"><meta property="og:description" content="About">
  <meta property="og:image" content="/p.png"><meta property="og:type" content="article">`;

const MIB = 1024 * 1024;

const ARTICLE = {
  "@context": "https://schema.org",
  "@type": "NewsArticle",
  headline: "Logs",
  description: "How databases survive.",
  image: [{ "@type": "ImageObject", url: "/logs.png" }],
  author: [{ "@type": "Person", name: "Ada Lovelace" }],
  datePublished: "2026-01-01T13:00:00+01:00",
  inLanguage: "en",
};

const LOGS = {
  type: "article",
  title: "Logs",
  excerpt: "How databases survive.",
  cover: `${BASE}/logs.png`,
  language: "en",
  author: "Ada Lovelace",
  published: "2026-01-01T12:00:00.000Z",
  possibleArticle: true,
} as const;

const oembed = (name: string) => `<link rel="alternate" type="application/json+oembed" href="/oembed-${name}">`;

/** What pages embed: descriptions of pages in JSON. */
export const OEMBED: Readonly<Record<string, SitePage>> = {
  "/oembed-video": typed(
    "application/json",
    JSON.stringify({ type: "video", title: "A film", author_name: "Grace", thumbnail_url: "/film.jpg", html: "<x>" }),
  ),
  "/oembed-photo": typed("application/json", JSON.stringify({ type: "photo", url: `/photo.jpg`, title: "A photo" })),
  "/oembed-broken": typed("application/json", "{"),
  "/oembed-huge": typed("application/json", JSON.stringify({ title: "x".repeat(MIB) })),
  "/oembed-inner": redirect("http://169.254.169.254/latest/meta-data/"),
};

export const CASES: Readonly<Record<string, PageCase>> = {
  "plain title": { response: page("<title>Hello</title>"), expected: { title: "Hello" } },
  "no title": { response: page(""), expected: {} },
  "empty body": { response: html(""), expected: {} },
  "no content type": { response: { body: "<title>Hello</title>" }, expected: { title: "Hello" } },
  xhtml: { response: typed("application/xhtml+xml", "<title>Hello</title>"), expected: { title: "Hello" } },
  "first title": { response: page("<title>One</title><title>Two</title>"), expected: { title: "One" } },
  "title of a picture": {
    response: html("<svg><title>Icon</title></svg><title>Page</title>"),
    expected: { title: "Page" },
  },
  "title with entities": {
    response: page("<title>A &amp; B &lt;3 &#x1F600;</title>"),
    expected: { title: "A & B <3 😀" },
  },
  "title on lines": { response: page("<title>\n  One\n\t two  </title>"), expected: { title: "One two" } },
  "title of markup": {
    response: page("<title><script>alert(1)</script></title>"),
    expected: { title: "<script>alert(1)</script>" },
  },
  "title with controls": {
    response: page("<title>a\u0007b\u202Ec\u0000d\u2066e</title>"),
    expected: { title: "a b c d e" },
  },
  "title too long": { response: page(`<title>${"x".repeat(100_000)}</title>`), expected: { title: "x".repeat(1000) } },
  "title with half a character": { response: page("<title>a&#xD83D;b</title>"), expected: { title: "a\uFFFDb" } },
  "title without end": { response: html("<title>Hello <b>you</b>"), expected: { title: "Hello <b>you</b>" } },
  "title in a comment": { response: page("<!-- <title>No</title> --><title>Yes</title>"), expected: { title: "Yes" } },
  "title in a script": {
    response: page('<script>"<title>No</title>"</script><title>Yes</title>'),
    expected: { title: "Yes" },
  },
  "open graph": {
    response: page(`<title>Plain</title>${OG}`),
    expected: {
      title: "Graph",
      excerpt: "About",
      cover: `${BASE}/p.png`,
      type: "article",
      possibleArticle: true,
    },
  },
  "open graph by name": {
    response: page('<meta name="og:title" content="Graph">'),
    expected: { title: "Graph" },
  },
  "empty open graph": {
    response: page('<meta property="og:title" content=" "><title>Plain</title>'),
    expected: { title: "Plain" },
  },
  twitter: {
    response: page(
      '<meta name="twitter:title" content="Card"><meta name="twitter:image" content="//cdn.example/p.png">',
    ),
    expected: { title: "Card", cover: "http://cdn.example/p.png" },
  },
  description: { response: page('<meta name="Description" content="About\nit">'), expected: { excerpt: "About it" } },
  "author and time": {
    response: page(`<meta name="author" content="Ada"><meta property="article:published_time" content="2026-01-01">`),
    expected: { author: "Ada", published: "2026-01-01T00:00:00.000Z" },
  },
  "author with a profile": {
    response: page('<meta property="article:author" content="https://social.example/ada">'),
    expected: {},
  },
  "no valid time": { response: page('<meta name="date" content="2026-99-99">'), expected: {} },
  canonical: {
    response: page('<link rel="canonical" href="/other?x=1">'),
    expected: { canonical: `${BASE}/other?x=1` },
  },
  "canonical of the graph": {
    response: page(`<meta property="og:url" content="https://example.com/a">`),
    expected: { canonical: "https://example.com/a" },
  },
  "canonical script": { response: page('<link rel="canonical" href="javascript:alert(1)">'), expected: {} },
  base: {
    response: page('<base href="https://cdn.example/x/"><meta property="og:image" content="p.png">'),
    expected: { cover: "https://cdn.example/x/p.png" },
  },
  "data picture": {
    response: page('<meta property="og:image" content="data:image/png;base64,AAAA">'),
    expected: {},
  },
  "second picture": {
    response: page(
      '<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/t.png">',
    ),
    expected: { cover: `${BASE}/t.png` },
  },
  "picture with a password": {
    response: page('<meta property="og:image" content="https://ann:secret@example.com/p.png">'),
    expected: {},
  },
  "picture too long": {
    response: page(`<meta property="og:image" content="/${"x".repeat(3000)}.png">`),
    expected: {},
  },
  icon: { response: page('<link rel="shortcut icon" href="/icon.ico">'), expected: { icon: `${BASE}/icon.ico` } },
  "icons of sizes": {
    response: page(`<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="48x48" href="/48.png">
      <link rel="apple-touch-icon" sizes="180x180" href="/180.png">`),
    expected: { icon: `${BASE}/48.png` },
  },
  "data icon": {
    response: page('<link rel="icon" href="data:image/png;base64,AA"><link rel="icon" href="/i.png">'),
    expected: { icon: `${BASE}/i.png` },
  },
  language: { response: html('<html lang="pt-br"><title>Olá</title>'), expected: { title: "Olá", language: "pt-BR" } },
  "language of the graph": {
    response: page('<meta property="og:locale" content="de_AT">'),
    expected: { language: "de-AT" },
  },
  "no valid language": { response: html('<html lang="not a language">'), expected: {} },
  "charset of the header": {
    response: html(GRUESSE_1252, { "content-type": "text/html; charset=ISO-8859-1" }),
    expected: { title: "Grüße" },
  },
  "charset in quotes": {
    response: html(CYRILLIC, { "content-type": 'text/html; charset="windows-1251"' }),
    expected: { title: "Мир" },
  },
  "charset of meta": { response: html(SHIFT_JIS), expected: { title: "日本" } },
  "charset of http-equiv": {
    response: html(
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
        GRUESSE_1252,
      ]),
    ),
    expected: { title: "Grüße" },
  },
  "byte order mark before header": {
    response: html("\uFEFF<title>Grüße</title>", { "content-type": "text/html; charset=latin1" }),
    expected: { title: "Grüße" },
  },
  "utf-16": {
    response: html(Buffer.from("\uFEFF<title>Grüße</title>", "utf16le")),
    expected: { title: "Grüße" },
  },
  "utf-8 by default": { response: html("<title>Grüße</title>"), expected: { title: "Grüße" } },
  "unknown charset": {
    response: html("<title>Grüße</title>", { "content-type": "text/html; charset=klingon" }),
    expected: { title: "Grüße" },
  },
  gzip: {
    response: html(gzipSync("<title>Packed</title>"), { ...HTML, "content-encoding": "gzip" }),
    expected: { title: "Packed" },
  },
  brotli: {
    response: html(brotliCompressSync("<title>Packed</title>"), { ...HTML, "content-encoding": "br" }),
    expected: { title: "Packed" },
  },
  "gzip bomb": {
    response: html(gzipSync(Buffer.alloc(50 * MIB)), { ...HTML, "content-encoding": "gzip" }),
    expected: { failure: "too-large" },
  },
  "no gzip": {
    response: html("<title>Hello</title>", { ...HTML, "content-encoding": "gzip" }),
    expected: { failure: "not-readable" },
  },
  huge: { response: html(Buffer.alloc(8 * MIB + 1, " ")), expected: { failure: "too-large" } },
  "almost huge": {
    response: html(
      Buffer.concat([Buffer.from(`${"text ".repeat(1000)}<p>`.repeat(1_400)), Buffer.from("<title>End</title>")]),
    ),
    expected: { title: "End" },
  },
  endless: {
    response: (response) => {
      response.writeHead(200, HTML);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, "x")));
      };
      response.on("drain", write);
      write();
    },
    expected: { failure: "too-large" },
  },
  silent: { response: () => {}, expected: { failure: "too-slow" } },
  slow: {
    response: (response) => {
      response.writeHead(200, HTML);
      const timer = setInterval(() => response.write("x"), 100);
      response.on("close", () => clearInterval(timer));
    },
    expected: { failure: "too-slow" },
  },
  "many open elements": {
    response: html(`<title>Deep</title>${"<b>".repeat(MIB)}${"</i>".repeat(MIB)}${OG}`),
    expected: { title: "Deep" },
  },
  "many end tags": {
    response: html(`${"<b>".repeat(500)}${"</i>".repeat(MIB / 4)}</b>${OG}`),
    expected: { title: "Graph", excerpt: "About", cover: `${BASE}/p.png`, type: "article", possibleArticle: true },
  },
  redirect: { response: redirect("/plain%20title", 301), expected: { title: "Hello" } },
  "redirect to a relative picture": {
    response: redirect("open%20graph"),
    expected: { title: "Graph", excerpt: "About", cover: `${BASE}/p.png`, type: "article", possibleArticle: true },
  },
  "redirect loop": { response: redirect("/redirect%20loop"), expected: { failure: "not-readable" } },
  "redirect nowhere": { response: { status: 302 }, expected: { failure: "not-readable" } },
  "redirect to a file": { response: redirect("file:///etc/passwd"), expected: { failure: "not-readable" } },
  "redirect inside": { response: redirect("http://169.254.169.254/latest"), expected: { failure: "blocked" } },
  "not found": { response: { ...page("<title>No such page</title>"), status: 404 }, expected: { failure: "gone" } },
  gone: { response: { status: 410 }, expected: { failure: "gone" } },
  forbidden: { response: { status: 403 }, expected: { failure: "refused" } },
  "too many requests": { response: { status: 429, headers: { "retry-after": "60" } }, expected: { failure: "later" } },
  failing: { response: { status: 503 }, expected: { failure: "later" } },
  disconnected: { response: (response) => void response.destroy(), expected: { failure: "unreachable" } },
  pdf: { response: typed("application/pdf"), expected: { type: "document" } },
  book: { response: typed("application/epub+zip"), expected: { type: "document" } },
  "plain text": { response: typed("text/plain; charset=utf-8"), expected: { type: "document" } },
  picture: { response: typed("image/png"), expected: { type: "image", cover: `${BASE}/picture` } },
  film: { response: typed("video/mp4"), expected: { type: "video" } },
  song: { response: typed("audio/mpeg"), expected: { type: "audio" } },
  "json only": { response: typed("application/json", '{"title":"No"}'), expected: {} },
  "unknown bytes": { response: typed("application/octet-stream", "<title>No</title>"), expected: {} },
  "endless film": {
    response: (response) => {
      response.writeHead(200, { "content-type": "video/mp4" });
      response.write("x");
    },
    expected: { type: "video" },
  },
  "json-ld article": { response: page(jsonLd(ARTICLE)), expected: LOGS },
  "json-ld in a graph": {
    response: page(jsonLd({ "@graph": [{ "@type": "WebSite", name: "Site" }, ARTICLE] })),
    expected: LOGS,
  },
  "json-ld video": {
    response: page(
      jsonLd({ "@type": ["VideoObject"], name: "Film", thumbnailUrl: ["/f.jpg"], uploadDate: "2026-01-01" }),
    ),
    expected: { type: "video", title: "Film", cover: `${BASE}/f.jpg`, published: "2026-01-01T00:00:00.000Z" },
  },
  "json-ld book": {
    response: page(jsonLd({ "@type": "http://schema.org/Book", name: "Logs" })),
    expected: { type: "document", title: "Logs" },
  },
  "json-ld after the graph": {
    response: page(jsonLd(ARTICLE) + OG),
    expected: { ...LOGS, title: "Graph", excerpt: "About", cover: `${BASE}/p.png` },
  },
  "json-ld damaged": {
    response: page(`<script type="application/ld+json">{"@type":</script>${OG}`),
    expected: { title: "Graph", excerpt: "About", cover: `${BASE}/p.png`, type: "article", possibleArticle: true },
  },
  "json-ld of a site": { response: page(jsonLd({ "@type": "Organization", name: "Site" })), expected: {} },
  "json-ld too deep": {
    response: page(`<script type="application/ld+json">${"[".repeat(100_000)}</script><title>Deep</title>`),
    expected: { title: "Deep" },
  },
  "video page": {
    response: page(`<title>A film</title>${oembed("video")}`),
    expected: { type: "video", title: "A film", author: "Grace", cover: `${BASE}/film.jpg` },
  },
  "photo page": {
    response: page(oembed("photo")),
    expected: { type: "image", title: "A photo", cover: `${BASE}/photo.jpg` },
  },
  "oembed damaged": { response: page(`<title>Hello</title>${oembed("broken")}`), expected: { title: "Hello" } },
  "oembed missing": { response: page(`<title>Hello</title>${oembed("none")}`), expected: { title: "Hello" } },
  "oembed too large": { response: page(`<title>Hello</title>${oembed("huge")}`), expected: { title: "Hello" } },
  "oembed inside": { response: page(`<title>Hello</title>${oembed("inner")}`), expected: { title: "Hello" } },
};
