import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

type Schemas = components["schemas"];

async function existing({ request }: LibraryOwner, urls: readonly string[]) {
  // The server checks the body against the contract.
  return (await request("POST", "/import/url/exists", { urls })).body as Schemas["ExistingLinks"];
}

async function parsed({ request }: LibraryOwner, url: string) {
  return (await request("GET", `/import/url/parse?url=${encodeURIComponent(url)}`)).body as Schemas["ParsedLink"];
}

t.test("findLinks: returns the oldest item with an equal link, with the link as it was sent", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: first } = await ann.addItem(-1, { link: "https://example.com/a?x=1&y=2" });
  await ann.addItem(-1, { link: "https://www.example.com/a?y=2&x=1" });
  const { _id: other } = await ann.addItem(-1, { link: "https://example.com/b" });
  await bob.addItem(-1, { link: "https://example.com/c" });
  const [same, again] = ["http://www.example.com/a/?y=2&x=1&utm_source=z#top", "https://example.com/a?x=1&y=2"];
  t.strictSame(await existing(ann, ["https://example.com/b", same, "https://example.com/c", again, "no link", ""]), {
    result: true,
    id: other,
    ids: [other, first],
    duplicates: [
      { link: "https://example.com/b", _id: other },
      { link: same, _id: first },
      { link: again, _id: first },
    ],
  });
});

t.test("findLinks: returns result false without a hit, and never finds items in the Trash", async (t) => {
  const { ann } = await openLibrary(t);
  const none = { result: false, ids: [], duplicates: [] };
  t.strictSame(await existing(ann, []), none);
  const { _id } = await ann.addItem();
  await ann.call("DELETE", `/raindrop/${_id}`);
  t.strictSame(await existing(ann, ["https://example.com/"]), none);
  const { _id: later } = await ann.addItem();
  t.match(await existing(ann, ["https://example.com/"]), { ids: [later] });
});

t.test("findLinks: looks up to 1,000 links up", async (t) => {
  const { ann } = await openLibrary(t);
  const links = Array.from({ length: 1001 }, (_, index) => `https://example.com/${index}`);
  const created: number[] = [];
  for (const link of [links[0], links[500], links[999]]) created.push((await ann.addItem(-1, { link }))._id);
  t.same((await existing(ann, links.slice(0, 1000))).ids, created);
  t.equal((await ann.request("POST", "/import/url/exists", { urls: links })).status, 400);
  t.equal((await ann.request("POST", "/import/url/exists", {})).status, 400);
});

t.test("findLink: finds one link", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id } = await ann.addItem();
  const { body } = await ann.request("GET", "/import/url/exists?url=http%3A%2F%2Fexample.com");
  t.strictSame(body, { result: true, id: _id, ids: [_id], duplicates: [{ link: "http://example.com", _id }] });
  const { body: none } = await ann.request("GET", "/import/url/exists?url=http%3A%2F%2Fexample.org");
  t.strictSame(none, { result: false, ids: [], duplicates: [] });
  t.equal((await ann.request("GET", "/import/url/exists")).status, 400);
});

t.test("parseLink: guesses title and type from the link alone if FETCH_LINKS is off", async (t) => {
  const { ann } = await openLibrary(t);
  t.strictSame(await parsed(ann, "https://www.example.com/a/Gr%C3%BC%C3%9Fe.PDF?x=1"), {
    result: true,
    item: {
      type: "document",
      title: "Grüße.PDF",
      excerpt: "",
      cover: "",
      media: [],
      parser: "local",
      meta: {
        tags: [],
        possibleArticle: false,
        canonical: "https://www.example.com/a/Gr%C3%BC%C3%9Fe.PDF?x=1",
        site: "example.com",
        icon: "",
        language: "",
        author: "",
      },
    },
  });
  for (const [link, title, type] of [
    ["https://www.example.com/", "example.com", "link"],
    ["https://example.com/a/%FF/", "%FF", "link"],
    ["https://example.com/a.jpeg", "a.jpeg", "image"],
    ["https://example.com/a.mp4", "a.mp4", "video"],
    ["https://example.com/a.mp3", "a.mp3", "audio"],
  ] as const) {
    t.match((await parsed(ann, link)).item, { title, type }, link);
  }
});

t.test("parseLink: a text that is not a link is a 200 with an error", async (t) => {
  const { ann } = await openLibrary(t);
  for (const text of ["fff", "", "ftp://example.com/", "http://["]) {
    t.match(await parsed(ann, text), {
      result: true,
      error: "not_found",
      errorMessage: "invalid_url",
      item: { title: text, type: "link", meta: { canonical: "", site: "" } },
    });
  }
});

/** Links as people and programs send them, and as they are stored. */
const SENT: readonly (readonly [sent: string, stored: string])[] = [
  [" https://example.com/1\n", "https://example.com/1"],
  ["\u00a0https://example.com/2\u3000", "https://example.com/2"],
  ["https://example.com/my file 3.pdf", "https://example.com/my%20file%203.pdf"],
  ["https://example.com/a\tb\r\nc", "https://example.com/abc"],
  ["https://example.com/\u00a0\u3000|{}%zz", "https://example.com/%C2%A0%E3%80%80|{}%zz"],
];

t.test("createItem, createItems, updateItem and existing links read links as browsers do", async (t) => {
  const { ann } = await openLibrary(t);
  for (const [sent, stored] of SENT) {
    const { link, title, _id } = await ann.addItem(-1, { link: sent });
    t.same([link, title], [stored, stored]);
    t.same((await ann.call("GET", `/import/url/exists?url=${encodeURIComponent(sent)}`)).ids, [_id]);
    t.same((await ann.call("POST", "/import/url/exists", { urls: [sent] })).ids, [_id]);
    await ann.call("PUT", `/raindrop/${_id}`, { link: "https://example.com/other" });
    t.equal((await ann.call("PUT", `/raindrop/${_id}`, { link: sent })).item.link, stored);
    t.match(await ann.request("GET", `/import/url/parse?url=${encodeURIComponent(sent)}`), {
      body: { item: { meta: { canonical: stored, site: "example.com" } } },
    });
  }
  const { items } = await ann.call("POST", "/raindrops", { items: SENT.map(([link]) => ({ link })) });
  t.same(
    items.map(({ link }) => link),
    SENT.map(([, stored]) => stored),
  );
});

t.test(
  "createItem: returns 400 for a link with other white space, and for one that is too long once it is encoded",
  async (t) => {
    const { ann } = await openLibrary(t);
    for (const link of ["https://example.com/a\u2028b", "https://example.com/a\u000bb", "https:// example.com"])
      t.match(errorFieldsOf(await ann.request("POST", "/raindrop", { link })), { status: 400, error: "link" });
    const long = `https://example.com/${" ".repeat(3000)}x`;
    t.match(errorFieldsOf(await ann.request("POST", "/raindrop", { link: long })), { status: 400, error: "link" });
  },
);
