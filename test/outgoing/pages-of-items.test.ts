import t, { type Test } from "tap";
import type { Changes } from "../support/app.ts";
import { openLibrary } from "../support/library.ts";
import { openSite, type SitePage } from "../support/site.ts";

const HTML = { "content-type": "text/html" };

function pageOf(title: string, more = ""): SitePage {
  return { headers: HTML, body: `<title>${title}</title>${more}` };
}

/** Starts a server that reads pages, by address, from a site on this machine, which is its proxy. */
async function openReading(t: Test, pages: Record<string, SitePage>, changes: Changes = {}) {
  const site = await openSite(t, pages);
  const library = await openLibrary(t, { FETCH_LINKS: "on", FETCH_PROXY: site.base }, changes);
  const { context } = library.app;
  return { ...library, site, settled: async () => context.pages?.settled() };
}

const A = "http://a.example/";
const B = "http://b.example/";

t.test("createItem: what the page says fills the fields that the client has left out", async (t) => {
  const description = '<meta name="description" content="Of the page.">';
  const { ann, settled } = await openReading(t, {
    [A]: pageOf("Title of A", `${description}<meta property="og:type" content="article">`),
    [B]: pageOf("Title of B", description),
  });
  const { _id: bare } = await ann.addItem(-1, { link: A, title: "", excerpt: "" });
  const { _id: own } = await ann.addItem(-1, { link: B, title: "Mine", type: "video" });
  await settled();
  t.match((await ann.call("GET", `/raindrop/${bare}`)).item, {
    title: "Title of A",
    excerpt: "Of the page.",
    type: "article",
  });
  t.match((await ann.call("GET", `/raindrop/${own}`)).item, { title: "Mine", excerpt: "Of the page.", type: "video" });
});
