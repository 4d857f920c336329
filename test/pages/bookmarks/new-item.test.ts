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
  t.same(await valuesFor({ text: "example.com/a " }), { link: "example.com/a", title: "", excerpt: "" });
  t.same(await valuesFor({ text: "example.com is good" }), { link: "", title: "", excerpt: "example.com is good" });
  t.same(await valuesFor({ text: "no link" }), { link: "", title: "", excerpt: "no link" });
});

t.test("a link that is saved already is said, and saved again only on request", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id } = await ann.addItem(-1, { link: LINK });
  t.match((await client.get(`${NEW}?link=${LINK}/`)).text, `href="/bookmarks/items/${_id}">`);
  t.notMatch((await client.get(`${NEW}?link=${LINK}2`)).text, "You have already saved this link.");
  const again = await client.post(NEW, { link: LINK, title: "typed" });
  t.match(again, { status: 200, text: `<input type="hidden" name="saved" value="${_id}">` });
  t.match(again.text, 'value="typed"');
  t.equal((await ann.counts())[0], 1);
  t.equal((await client.post(NEW, { link: LINK, saved: String(_id) })).status, 303);
  t.equal((await ann.counts())[0], 2);
});

t.test("an address without a scheme is completed; what is no address is refused", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const { _id: known } = await ann.addItem(-1, { link: "https://example.com/known" });
  for (const [typed, link] of [
    ["example.com/foo", "https://example.com/foo"],
    ["  WWW.Example.com  ", "https://WWW.Example.com"],
    ["//example.com:8443/a?b=c#d", "https://example.com:8443/a?b=c#d"],
    ["example.com/two words", "https://example.com/two%20words"],
    ["example.com?q=mailto:a@b.c", "https://example.com?q=mailto:a@b.c"],
    ["bücher.example/ä", "https://bücher.example/ä"],
    ["127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
    ["localhost:3000", "http://localhost:3000"],
    ["http://example.com/stays", "http://example.com/stays"],
  ] as const) {
    t.equal((await client.post(NEW, { link: typed })).status, 303, typed);
    t.match((await ann.call("GET", "/raindrops/-1?perpage=1")).items, [{ link }], typed);
  }
  const { count } = await ann.call("GET", "/raindrops/-1");
  for (const typed of [
    "foo",
    "two words",
    "3.14",
    "1.2.3",
    "999.1.1.1",
    "ann@example.com",
    "mailto:ann@example.com",
    "javascript:alert(1)",
    "example.com:alert(1)",
    "example.com:99999",
    "ftp://example.com/a",
    "/bookmarks",
    "///example.com",
    "example.com\\@other.example",
    ".com",
  ]) {
    t.match(await client.post(NEW, { link: typed }), { status: 200, text: /<a href="#link">/ }, typed);
  }
  t.equal((await ann.call("GET", "/raindrops/-1")).count, count);
  const again = await client.post(NEW, { link: "example.com/known" });
  t.match(again, { status: 200, text: `<input type="hidden" name="saved" value="${known}">` });
  t.match((await client.get(`${NEW}?link=example.com/known`)).text, `href="/bookmarks/items/${known}">`);
});

t.test("the small window has only the form, and then says that the bookmark is saved", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const WINDOW = `${NEW}/window`;
  const { text } = await client.get(`${WINDOW}?${new URLSearchParams({ link: LINK, title: "T" })}`);
  t.match(text, '<body class="window">');
  for (const absent of ['class="banner"', "<footer", 'class="skip"']) t.notMatch(text, absent);
  t.match(text, `value="${LINK}"`);
  const wrong = await client.post(WINDOW, { link: "x", title: "kept" });
  t.match(wrong, { status: 200, text: '<body class="window">' });
  t.match(wrong.text, 'value="kept"');
  const { status, location } = await client.post(WINDOW, { link: LINK, title: "T" });
  t.equal(status, 303);
  const [{ _id } = { _id: 0 }] = (await ann.call("GET", "/raindrops/-1")).items;
  t.equal(location, `/bookmarks/items/${_id}/saved`);
  t.match(
    (await client.get(location ?? "")).text,
    /data-saved>\n<p class="notice" role="status">The bookmark is saved\./,
  );
  t.match((await client.get(`${WINDOW}?link=${LINK}`)).text, `href="/bookmarks/items/${_id}" target="_blank">`);
  t.equal((await client.get("/bookmarks/items/999999/saved")).status, 404);
});

t.test("after signing in, the form has what the bookmarklet sent", async (t) => {
  const { app, ann } = await openLibrary(t);
  const stranger = openPageClient(app.base);
  const link = "https://en.wikipedia.example/wiki/Rust_(language)?a=b*~!";
  const path = `${NEW}/window?link=${encodeURIComponent(link)}&title=T`;
  const { location } = await stranger.get(path);
  await stranger.get(location ?? "");
  const { email, password } = ann;
  const next = new URL(location ?? "", app.base).searchParams.get("next") ?? "";
  t.match(await stranger.post("/account/sign-in", { email, password, next }), { status: 303, location: path });
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
