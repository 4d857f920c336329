import t from "tap";
import type { components } from "../../generated/collections.ts";
import { readPage } from "../../src/page-reading/reader.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { PRIVATE_HOSTS } from "../support/private-hosts.ts";
import { openSite } from "../support/site.ts";
import { BASE, CASES, OEMBED, type PageCase } from "./page-cases.ts";

type Parsed = components["schemas"]["ParsedLink"];

const READING = { FETCH_LINKS: "on" };
const HTML = { "content-type": "text/html" };
const OPTIONS = { userAgent: "Test", timeout: 60_000 };

function oembedAt(address: string): string {
  return `<link rel="alternate" type="application/json+oembed" href="${address}">`;
}

async function parse({ request }: LibraryOwner, url: string): Promise<Parsed> {
  const { status, body } = await request("GET", `/import/url/parse?url=${encodeURIComponent(url)}`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // The server checked the body against the contract.
  return body as Parsed;
}

/** The response for a page with these facts. */
function responseOf(name: string, { failure, ...facts }: PageCase["expected"]): Parsed {
  const { type = "link", title = name, excerpt = "", cover = "", ...meta } = facts;
  return {
    result: true,
    ...(failure !== undefined && { failure }),
    item: {
      type,
      title,
      excerpt,
      cover,
      media: cover === "" ? [] : [{ link: cover, type: "image" }],
      parser: failure === undefined ? "page" : "local",
      meta: {
        tags: [],
        possibleArticle: false,
        canonical: `${BASE}/${encodeURIComponent(name)}`,
        site: "site.example",
        icon: "",
        language: "",
        author: "",
        ...meta,
      },
    },
  };
}

t.test("parseLink: reads pages of all kinds", async (t) => {
  t.ok(Object.keys(CASES).length >= 60);
  const pages = Object.entries(CASES).map(([name, { response }]) => [`${BASE}/${encodeURIComponent(name)}`, response]);
  const embedded = Object.entries(OEMBED).map(([path, response]) => [BASE + path, response]);
  // As a proxy, the site can have a public name, and private addresses stay blocked.
  const { base } = await openSite(t, Object.fromEntries([...pages, ...embedded]));
  const { ann, bob, app } = await openLibrary(t, { ...READING, FETCH_PROXY: base });
  const left = Object.entries(CASES);
  const work = async (person: LibraryOwner) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, { expected }] = next;
      t.strictSame(await parse(person, `${BASE}/${encodeURIComponent(name)}`), responseOf(name, expected), name);
    }
  };
  await Promise.all([ann, ann, bob, bob].map(work));
  t.equal(app.context.slots.pagesOfOthers.taken, 0);
});

t.test("parseLink: reads no page of a private network, unless FETCH_PRIVATE_NETWORKS allows it", async (t) => {
  const site = await openSite(t, { "/": { headers: HTML, body: "<title>Inside</title>" } });
  const { port } = new URL(site.base);
  const { ann } = await openLibrary(t, READING);
  t.ok(PRIVATE_HOSTS.length >= 60);
  for (const host of PRIVATE_HOSTS)
    t.match(await parse(ann, `http://${host}:${port}/`), { failure: "blocked", item: { parser: "local" } }, host);
  t.same(site.requests, []);
  const { ann: other } = await openLibrary(t, { ...READING, FETCH_PRIVATE_NETWORKS: "allow" });
  t.match(await parse(other, site.base), { item: { title: "Inside", parser: "page" } });
  t.match(site.requests[0]?.headers["user-agent"], /Triptych; \+http:\/\/triptych\.test\)/);
});

t.test("parseLink: neither redirects nor oEmbed lead to a private network", async (t) => {
  const pages = PRIVATE_HOSTS.flatMap((host, index) => [
    [`${BASE}/redirect-${index}`, { status: 302, headers: { location: `http://${host}/` } }],
    [`${BASE}/oembed-${index}`, { headers: HTML, body: `<title>Page</title>${oembedAt(`http://${host}/oembed`)}` }],
  ]);
  const site = await openSite(t, Object.fromEntries(pages));
  const { ann } = await openLibrary(t, { ...READING, FETCH_PROXY: site.base });
  for (const [index, host] of PRIVATE_HOSTS.entries()) {
    t.match(await parse(ann, `${BASE}/redirect-${index}`), { failure: "blocked" }, host);
    t.match(await parse(ann, `${BASE}/oembed-${index}`), { item: { title: "Page", cover: "" } }, host);
  }
  t.equal(site.requests.length, 2 * PRIVATE_HOSTS.length, "only the pages themselves were asked for");
});

t.test("readPage: each request resolves its host once, and again after a redirect and for oEmbed", async (t) => {
  const site = await openSite(t, {
    "/redirect": { status: 302, headers: { location: "/page" } },
    "/page": { headers: HTML, body: `<title>Page</title>${oembedAt("/oembed")}` },
    "/oembed": { headers: { "content-type": "application/json" }, body: '{"type":"video"}' },
  });
  const { port } = new URL(site.base);
  const read = async (path: string, addresses: readonly string[]) => {
    const left = [...addresses];
    const resolve = async () => [left.shift() ?? "10.0.0.1"];
    const reach = { isAllowed: (address: string) => address === "127.0.0.1", resolve };
    const reading = await readPage(new URL(`http://rebinding.example:${port}${path}`), { ...OPTIONS, reach });
    return "page" in reading ? `${reading.page.title} ${reading.page.type}` : reading.failure.kind;
  };
  const here = "127.0.0.1";
  t.equal(await read("/page", [here, here]), "Page video");
  t.equal(await read("/page", [here, "10.0.0.1"]), "Page link", "oEmbed is blocked");
  t.equal(await read("/page", ["10.0.0.1"]), "blocked");
  t.equal(await read("/redirect", [here, "10.0.0.1"]), "blocked");
  t.equal(await read("/redirect", [here, here, here]), "Page video");
});

t.test("readPage: says when a busy server is to be asked again, at most in a day", async (t) => {
  const waits: readonly (readonly [text: string, seconds: number | undefined])[] = [
    ["60", 60],
    ["999999999", 86_400],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["soon", undefined],
  ];
  for (const [text, retryAfter] of waits) {
    const site = await openSite(t, { "/": { status: 429, headers: { "retry-after": text } } });
    const reading = await readPage(new URL(site.base), { ...OPTIONS, reach: { isAllowed: () => true } });
    t.strictSame(reading, { failure: { kind: "later", status: 429, retryAfter } }, text);
  }
});

t.test("readPage: ends when its signal aborts", async (t) => {
  const site = await openSite(t, { "/": () => {} });
  const reason = new Error("The server stops.");
  const stopping = new AbortController();
  const reading = readPage(new URL(site.base), {
    ...OPTIONS,
    reach: { isAllowed: () => true },
    signal: stopping.signal,
  });
  stopping.abort(reason);
  await t.rejects(reading, reason);
});
