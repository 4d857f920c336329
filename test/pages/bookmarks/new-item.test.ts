import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

const NEW = "/bookmarks/items/new";
const LINK = "https://example.com/articles/1";
const HOSTILE = `<script>alert("1")</script>' שלום`;

/** A library whose owner is signed in. */
async function openSignedIn(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const client = await signIn(library.app.base, library.ann);
  await client.get(NEW);
  return { ...library, client };
}

t.test("a bookmark is added with all fields, and the list of its collection follows", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id: collection } = await ann.addCollection("Development");
  const fields = {
    link: ` ${LINK}.pdf `,
    title: "Logging",
    excerpt: "One\r\ntwo",
    note: "\nnote",
    tags: "a, b ,, a,c d",
    collection: String(collection),
    important: "1",
  };
  const location = `/bookmarks/${collection}`;
  t.match(await client.post(NEW, fields), { status: 303, location, notice: "edit-added" });
  const { items } = await ann.call("GET", `/raindrops/${collection}`);
  t.match(items, [{ link: `${LINK}.pdf`, title: "Logging", excerpt: "One\ntwo", note: "\nnote", important: true }]);
  t.match(items, [{ tags: ["a", "b", "c d"], type: "document", creatorRef: { _id: ann.id } }]);
});

t.test("without a title the link is the title, and without a collection the bookmark is in Unsorted", async (t) => {
  const { ann, client } = await openSignedIn(t);
  t.match(await client.post(NEW, { link: LINK }), { status: 303, location: "/bookmarks/-1", notice: "edit-added" });
  t.match((await ann.call("GET", "/raindrops/-1")).items, [{ title: LINK, important: false }]);
});

t.test("the query fills in the form, also as phones share pages", async (t) => {
  const { client } = await openSignedIn(t);
  const valuesFor = async (query: Record<string, string>) => {
    const { text } = await client.get(`${NEW}?${new URLSearchParams(query)}`);
    const inputOf = (name: string) => new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
    return { link: inputOf("link"), title: inputOf("title"), excerpt: /id="excerpt"[^>]*>\n([^<]*)/.exec(text)?.[1] };
  };
  t.same(await valuesFor({ link: LINK, title: "T", text: "E" }), { link: LINK, title: "T", excerpt: "E" });
  t.same(await valuesFor({ title: "T", text: LINK }), { link: LINK, title: "T", excerpt: "" });
  t.same(await valuesFor({ text: `Look: ${LINK} !` }), { link: LINK, title: "", excerpt: "Look:  !" });
  t.same(await valuesFor({ title: LINK, text: "E" }), { link: LINK, title: "", excerpt: "E" });
  t.same(await valuesFor({ text: "no link" }), { link: "", title: "", excerpt: "no link" });
});

t.test("a link that is saved already is said, and saved again only on request", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id } = await ann.addItem(-1, { link: LINK });
  t.match((await client.get(`${NEW}?link=${LINK}/`)).text, `<a href="/bookmarks/items/${_id}">`);
  t.notMatch((await client.get(`${NEW}?link=${LINK}2`)).text, "You have already saved this link.");
  const again = await client.post(NEW, { link: LINK, title: "typed" });
  t.match(again, { status: 200, text: `<input type="hidden" name="saved" value="${_id}">` });
  t.match(again.text, 'value="typed"');
  t.equal((await ann.counts())[0], 1);
  t.equal((await client.post(NEW, { link: LINK, saved: String(_id) })).status, 303);
  t.equal((await ann.counts())[0], 2);
});

t.test("all errors are shown at once, with what was typed; nothing is stored", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { status, text } = await client.post(NEW, {
    link: "javascript:alert(1)",
    title: "x".repeat(1001),
    tags: `ok, ${"y".repeat(101)}`,
    note: HOSTILE,
  });
  t.equal(status, 200);
  for (const name of ["link", "title", "tags"]) t.match(text, `<a href="#${name}">`);
  t.match(text, /id="link"[^>]* autofocus/);
  t.match(text, "&#60;script&#62;alert(");
  t.notMatch(text, "<script>alert");
  t.match((await client.post(NEW)).text, "Link is required.");
  t.match(await client.post(NEW, { link: LINK, collection: "999999" }), {
    status: 200,
    text: /<a href="#collection">/,
  });
  t.match(await client.post(NEW, { link: LINK, collection: "x" }), { status: 200, text: /<a href="#collection">/ });
  t.equal((await ann.counts())[0], 0);
});

t.test("the choices are the own collections, nested, and those that may be written; and the used tags", async (t) => {
  const { app, ann, bob, client } = await openSignedIn(t);
  const { _id: parent } = await ann.addCollection(HOSTILE);
  await ann.addCollection("Child", parent);
  await ann.addItem(-1, { tags: [HOSTILE] });
  const mine = [await bob.addCollection("Written"), await bob.addCollection("Read")];
  for (const [index, role] of (["member", "viewer"] as const).entries()) {
    await share(app, mine[index]?._id ?? 0, ann.id, role);
  }
  const { text } = await client.get(`${NEW}?collection=${parent}`);
  t.match(text, `<option value="${parent}" selected>&#60;script&#62;`);
  t.match(text, "\u2003Child</option>");
  t.match(text, "Written (Bob)</option>");
  t.notMatch(text, "Read (Bob)");
  t.notMatch(text, "<script>alert");
  t.match(text, /<datalist id="known-tags"><option value="&#60;script&#62;/);
  const target = mine[0]?._id ?? 0;
  t.equal((await client.post(NEW, { link: LINK, collection: String(target) })).status, 303);
  t.match((await bob.call("GET", `/raindrops/${target}`)).items, [{ link: LINK }]);
  t.equal((await client.post(NEW, { link: LINK, collection: String(mine[1]?._id) })).status, 403);
});

t.test("requires signing in and a CSRF token", async (t) => {
  const { app, ann, client } = await openSignedIn(t);
  for (const _csrf of ["", "wrong"]) t.equal((await client.post(NEW, { link: LINK, _csrf })).status, 403);
  const stranger = openPageClient(app.base);
  const location = `/account/sign-in?next=${encodeURIComponent(`${NEW}?link=x`)}`;
  t.match(await stranger.get(`${NEW}?link=x`), { status: 303, location });
  t.match(await stranger.post(NEW, { link: LINK }), { status: 303, location: /^\/account\/sign-in/ });
  t.equal((await ann.counts())[0], 0);
});

t.test("notes may be long in every script", async (t) => {
  const { client } = await openSignedIn(t);
  t.equal((await client.post(NEW, { link: LINK, note: "書".repeat(10_000) })).status, 303);
});
