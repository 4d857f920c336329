import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openLibrary } from "../../support/library.ts";

const DUPLICATES = "/bookmarks/duplicates";
const HOSTILE = `<script>alert("1")</script>`;

async function openSignedIn(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const client = await signIn(library.app.base, library.ann);
  await client.get("/account/profile");
  const add = async (name: string, { collection = -1, ...more }: { collection?: number; title?: string } = {}) =>
    (await library.ann.addItem(collection, { link: `https://example.com/${name}`, ...more }))._id;
  return { ...library, client, add };
}

t.test("lists bookmarks with the same link outside the Trash", async (t) => {
  const { ann, bob, client, add } = await openSignedIn(t);
  t.match((await client.get(DUPLICATES)).text, "There are no duplicates");
  const { _id: collection } = await ann.addCollection(HOSTILE);
  const first = await add("a", { title: HOSTILE });
  const second = await add("a/?utm_source=x", { collection });
  await add("b");
  await bob.addItem(-1, { link: "https://example.com/b" });
  await ann.call("DELETE", `/raindrop/${await add("b")}`);
  const { text } = await client.get(DUPLICATES);
  t.equal(text.match(/<fieldset/g)?.length, 1);
  t.match(text, `name="shown-0" value="${first},${second}"`);
  t.match(text, `type="radio" value="${first}" checked`);
  t.notMatch(text, "<script>alert");
});

t.test("says what each bookmark has that the others may lack", async (t) => {
  const { ann, client, add } = await openSignedIn(t);
  await add("a", { title: "Empty" });
  const tags = [HOSTILE, ...Array.from({ length: 12 }, (_, index) => `tag-${index}`)];
  const more = { note: "Secret", highlights: [{ text: "one" }, { text: "two" }], tags, important: true };
  await ann.addItem(-1, { link: "https://example.com/a", title: "Full", ...more });
  const { text } = await client.get(DUPLICATES);
  const [, ofEmpty = "", ofFull = ""] = text.split(/(?=<label for="keep-)/).map((part) => part.split("</label>")[0]);
  t.match(ofEmpty, /Unsorted<\/bdi> · <time [^>]*>[^<]*<\/time><\/span>$/);
  t.match(ofFull, '#<bdi dir="auto">tag-1</bdi>');
  t.equal(ofFull.match(/#<bdi/g)?.length, 12);
  t.match(ofFull, /… · 2 highlights · With a note · Important<\/span>$/);
  t.notMatch(ofFull, "Secret");
  t.notMatch(ofFull, "<script>");
});

t.test("moves the others to the Trash, and Undo brings them back", async (t) => {
  const { ann, client, add } = await openSignedIn(t);
  const [a, a2, b, b2] = [await add("a"), await add("a"), await add("b"), await add("b")];
  const fields = { "shown-0": `${a},${a2}`, "keep-0": String(a2), "shown-1": `${b},${b2}`, "keep-1": "" };
  const moved = await client.post(DUPLICATES, fields);
  t.match(moved, { location: DUPLICATES, notice: "transfer-duplicates-moved" });
  const { step = "" } = moved;
  t.match((await ann.call("GET", "/raindrops/-99")).items, [{ _id: a }]);
  t.equal((await ann.counts())[0], 3);
  await client.post("/bookmarks/undo", { step });
  t.equal((await ann.counts())[0], 4);
});

t.test("moves nothing that was not shown, has another link, or whose copy is gone", async (t) => {
  const { ann, bob, client, add } = await openSignedIn(t);
  const [a, a2, other] = [await add("a"), await add("a"), await add("other")];
  const { _id: bobs } = await bob.addItem(-1, { link: "https://example.com/a" });
  const nothing = { location: DUPLICATES, notice: "transfer-nothing-moved" };
  const post = (keep: number | string, shown: string) =>
    client.post(DUPLICATES, { "keep-0": String(keep), "shown-0": shown });
  t.match(await post(a, `${a}`), nothing);
  t.match(await post(a, `${a},${other},${bobs}`), nothing);
  t.match(await post(bobs, `${a},${a2}`), nothing);
  t.match(await post("x", `${a},${a2}`), nothing);
  t.match(await client.post(DUPLICATES), nothing);
  await ann.call("DELETE", `/raindrop/${a}`);
  t.match(await post(a, `${a},${a2}`), nothing);
  t.equal((await ann.counts())[0], 2);
  t.equal((await bob.counts())[0], 1);
});

t.test("long lists have pages", async (t) => {
  const { ann, client } = await openSignedIn(t);
  const links = Array.from({ length: 25 }, (_, index) => ({ link: `https://example.com/${index}` }));
  await ann.call("POST", "/raindrops", { items: [...links, ...links] });
  const first = (await client.get(DUPLICATES)).text;
  t.equal(first.match(/<fieldset/g)?.length, 20);
  const [, next = ""] = /href="(\/bookmarks\/duplicates\?after[^"]*)"/.exec(first) ?? [];
  const second = (await client.get(next.replaceAll("&#61;", "="))).text;
  t.equal(second.match(/<fieldset/g)?.length, 5);
  t.notMatch(second, 'class="pagination"');
});

t.test("requires signing in and a CSRF token", async (t) => {
  const { app, ann, client, add } = await openSignedIn(t);
  const [a, a2] = [await add("a"), await add("a")];
  const fields = { "keep-0": String(a), "shown-0": `${a},${a2}` };
  for (const _csrf of ["", "wrong"]) t.equal((await client.post(DUPLICATES, { ...fields, _csrf })).status, 403);
  t.match(await openPageClient(app.base).get(DUPLICATES), { status: 303, location: /^\/account\/sign-in/ });
  t.equal((await ann.counts())[0], 2);
});
