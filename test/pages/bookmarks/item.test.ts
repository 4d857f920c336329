import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { fieldsIn } from "../../support/form-fields.ts";
import { openLibrary } from "../../support/library.ts";
import { pageFormsIn } from "../../support/page-forms.ts";
import { share } from "../../support/shares.ts";

const LINK = "https://example.com/articles/1";
const HOSTILE = `<script>alert("1")</script>' שלום`;

/** A library with a bookmark, whose owner is signed in. */
async function openWithItem(t: Parameters<typeof openLibrary>[0], more: object = {}) {
  const library = await openLibrary(t);
  const { _id: id } = await library.ann.addItem(-1, { link: LINK, title: "Logging", tags: ["a", "b, c"], ...more });
  const client = await signIn(library.app.base, library.ann);
  const path = `/bookmarks/items/${id}`;
  await client.get(path);
  const stored = async () => (await library.ann.call("GET", `/raindrop/${id}`)).item;
  /** The values of the form as the page has them. */
  const shown = async (): Promise<Record<string, string>> => {
    const { text } = await client.get(path);
    const version = /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "";
    const { link, title, tags, excerpt, note } = await stored();
    return { version, link, title, tags: tags.join(", "), excerpt, note, collection: "-1" };
  };
  return { ...library, id, client, path, stored, shown };
}

t.test("a bookmark is shown with what is stored, and hostile text as text", async (t) => {
  const fields = { title: HOSTILE, excerpt: HOSTILE, note: HOSTILE, tags: [HOSTILE], important: true };
  const { client, path } = await openWithItem(t, { ...fields, highlights: [{ text: HOSTILE, note: HOSTILE }] });
  const { status, text } = await client.get(path);
  t.equal(status, 200);
  t.notMatch(text, "<script>alert");
  t.equal(
    text.match(/&#60;script&#62;/g)?.length,
    9,
    "page title, heading, fields, a suggested tag, a highlight and its note",
  );
  t.match(text, /name="important" type="checkbox" value="1" checked/);
  t.match(text, `<a href="${LINK}" rel="noopener noreferrer">`);
  t.match(text, '<time datetime="2026-01-01T12:00:00.000Z">');
});

t.test("all fields can be changed; those that stay the same keep what is stored", async (t) => {
  const { ann, client, path, shown, stored } = await openWithItem(t, { excerpt: "one\r\ntwo" });
  const { _id: collection } = await ann.addCollection("Development");
  const same = await shown();
  t.match(await client.post(path, { ...same, note: "!" }), { status: 303, location: path, notice: "edit-saved" });
  t.match(await stored(), { tags: ["a", "b, c"], excerpt: "one\r\ntwo", title: "Logging", important: false });
  const change = {
    ...(await shown()),
    link: `${LINK}2`,
    title: "New",
    tags: "x, y",
    excerpt: "e",
    note: "n",
    collection: String(collection),
    important: "1",
    broken: "1",
    reminder: "2026-02-01T08:00",
  };
  t.equal((await client.post(path, change)).status, 303);
  t.match(await stored(), {
    link: `${LINK}2`,
    title: "New",
    tags: ["x", "y"],
    excerpt: "e",
    note: "n",
    collectionId: collection,
    important: true,
    broken: true,
    reminder: { date: "2026-02-01T08:00:00.000Z" },
  });
  const { important: _important, broken: _broken, ...cleared } = { ...change, ...(await shown()), reminder: "" };
  t.equal((await client.post(path, cleared)).status, 303);
  const after = await stored();
  t.match(after, { important: false, broken: false, collectionId: -1 });
  t.equal(after.reminder, undefined);
});

t.test("a reminder that nobody changed keeps its seconds", async (t) => {
  const date = "2026-02-01T08:00:30.000Z";
  const { client, path, shown, stored } = await openWithItem(t, { reminder: { date } });
  t.match((await client.get(path)).text, 'value="2026-02-01T08:00"');
  await client.post(path, { ...(await shown()), reminder: "2026-02-01T08:00" });
  t.match(await stored(), { reminder: { date } });
});

t.test("a form may be sent again with more changes, whether it was saved before or not", async (t) => {
  const { ann, id, client, path, shown, stored } = await openWithItem(t);
  const first = { ...(await shown()), title: "First" };
  const both = { ...first, note: "second" };
  t.match(await client.post(path, first), { status: 303, notice: "edit-saved" });
  t.match(await client.post(path, both), { status: 303, notice: "edit-saved" });
  t.match(await stored(), { title: "First", note: "second" });
  t.match(await client.post(path, first), { status: 200, text: "If you save, your version replaces it." }, "too late");
  await ann.call("PUT", `/raindrop/${id}`, { title: "from elsewhere" });
  t.equal((await client.post(path, { ...both, note: "third" })).status, 200, "the title is from elsewhere");
  t.match(await stored(), { title: "from elsewhere", note: "second" });
});

t.test("a form of before another change is not saved: what was typed stays, and can be saved then", async (t) => {
  const { ann, id, client, path, shown, stored } = await openWithItem(t);
  const typed = { ...(await shown()), note: "typed here" };
  await ann.call("PUT", `/raindrop/${id}`, { note: "from elsewhere" });
  const { status, text } = await client.post(path, typed);
  t.equal(status, 200);
  t.match(text, "typed here");
  t.match(text, "If you save, your version replaces it.");
  t.match(await stored(), { note: "from elsewhere" });
  const [, version = ""] = /name="version" value="([^"]*)"/.exec(text) ?? [];
  t.equal((await client.post(path, { ...typed, version })).status, 303);
  t.match(await stored(), { note: "typed here" });
});

t.test("changes of other bookmarks do not make a form outdated", async (t) => {
  const { ann, client, path, shown } = await openWithItem(t);
  const typed = { ...(await shown()), note: "typed" };
  await ann.addItem();
  t.equal((await client.post(path, typed)).status, 303);
});

t.test("all errors are shown at once, and nothing is stored", async (t) => {
  const { client, path, shown, stored } = await openWithItem(t);
  const { status, text } = await client.post(path, { ...(await shown()), link: "ftp://x", reminder: "soon" });
  t.equal(status, 200);
  t.match(text, '<a href="#link">');
  t.match(text, '<a href="#reminder">');
  t.equal((await client.post(path, { ...(await shown()), note: "x".repeat(10_001) })).status, 200);
  t.match(await stored(), { link: LINK, note: "" });
});

t.test("highlights are added, changed and removed", async (t) => {
  const { client, path, stored } = await openWithItem(t);
  const highlights = `${path}/highlights`;
  const added = { highlight: "new", "text-new": "passage\r\nmore", "note-new": "why", "color-new": "red" };
  t.match(await client.post(highlights, added), {
    status: 303,
    location: `${path}#highlights`,
    notice: "edit-highlight-saved",
  });
  const [first] = (await stored()).highlights;
  t.match(first, { text: "passage\nmore", note: "why", color: "red" });
  const highlight = first?._id ?? "";
  const change = (note: string) => ({ highlight, [`note-${highlight}`]: note, [`color-${highlight}`]: "blue" });
  t.match(await client.post(highlights, change("because")), { status: 303, location: `${path}#highlights` });
  t.match((await stored()).highlights, [{ text: "passage\nmore", note: "because", color: "blue" }]);
  const tooLong = await client.post(highlights, change("x".repeat(10_001)));
  t.match(tooLong, { status: 200, text: "The text or the note is too long." });
  t.match(tooLong.text, "x".repeat(10_001));
  t.match(await client.post(highlights, { highlight: "new", "text-new": " " }), { status: 200, text: "needs a text" });
  t.match(await client.post(highlights, { remove: highlight }), { status: 303, notice: "edit-highlight-removed" });
  t.same((await stored()).highlights, []);
  t.match(await client.post(highlights, change("n")), { status: 200, text: "removed elsewhere" });
});

t.test("a button saves its part of the page, and what was typed in the others stays, without scripts", async (t) => {
  const highlights = ["one", "two"].map((text) => ({ text, color: "yellow" as const }));
  const { app, client, path, stored } = await openWithItem(t, { highlights });
  const [one, two] = (await stored()).highlights.map(({ _id }) => _id);
  const { text } = await client.get(path);
  const card = text.slice(text.indexOf('id="highlights"'), text.indexOf('id="cover"'));
  t.equal(card.match(/ form="page-form"/g)?.length, 12, "the fields and buttons of three highlights");
  const all = { ...fieldsIn(text, path), "text-new": "", "note-new": "", "color-new": "yellow" };
  const typed = {
    ...all,
    note: "Not saved yet",
    [`note-${one}`]: "first note",
    [`note-${two}`]: "second note",
    [`color-${two}`]: "blue",
    "text-new": "a new passage",
  };
  const saved = await client.post(`${path}/highlights`, { ...typed, highlight: one ?? "" });
  t.match(saved, { status: 303, notice: "edit-highlight-saved", location: /\?draft=[\w-]{22}#highlights$/ });
  t.match(await stored(), { note: "", highlights: [{ note: "first note" }, { note: "", color: "yellow" }] });
  const page = (await client.get((saved.location ?? "").replace(/#.*/, ""))).text;
  t.match(page, "The highlight is saved.");
  t.match(page, /Not saved yet<\/textarea>.*second note<\/textarea>.*a new passage<\/textarea>/s);
  t.match(page, new RegExp(`id="color-${two}".*?value="blue" selected`, "s"));
  t.notMatch(page, "Somebody else");
  const rows = await app.context.database.selectFrom("form_drafts").select("content").execute();
  t.equal(rows.length, 1);
  t.notMatch(rows[0]?.content, /_csrf/);

  const again = await client.post(path, { ...typed, [`note-${one}`]: "first note" });
  t.match(again, { status: 303, notice: "edit-saved", location: /\?draft=[\w-]{22}$/ });
  t.match(await stored(), { note: "Not saved yet", highlights: [{}, { note: "" }] });
  t.match((await client.get(again.location ?? "")).text, /second note<\/textarea>.*a new passage<\/textarea>/s);
  const removed = await client.post(`${path}/highlights`, {
    ...typed,
    [`note-${one}`]: "first note",
    remove: two ?? "",
  });
  t.match(removed, { status: 303, notice: "edit-highlight-removed" });
  const rest = (await client.get((removed.location ?? "").replace(/#.*/, ""))).text;
  t.match(rest, /a new passage<\/textarea>/);
  t.notMatch(rest, "second note");
});

t.test("the form of the page has room for the longest notes and for very many highlights", async (t) => {
  for (const highlights of [
    Array.from({ length: 6 }, (_, index) => ({ text: `${index}`, note: "x".repeat(10_000) })),
    Array.from({ length: 2 }, (_, index) => ({ text: `${index}`, note: "語".repeat(10_000) })),
    Array.from({ length: 100 }, (_, index) => ({ text: `${index}`, note: "" })),
  ]) {
    const { client, path, shown, stored } = await openWithItem(t, { highlights });
    const [first] = (await stored()).highlights;
    const all = fieldsOfPage((await client.get(path)).text);
    const fields = { ...all, [`note-${first?._id}`]: "short", highlight: first?._id ?? "", title: "Typed title" };
    const saved = await client.post(`${path}/highlights`, fields);
    t.match(saved, { status: 303, notice: "edit-highlight-saved", location: /draft=/ });
    t.match((await stored()).highlights, [{ note: "short" }, { note: highlights[1]?.note }]);
    t.equal((await stored()).highlights.length, highlights.length);
    t.match((await client.get(saved.location ?? "")).text, 'value="Typed title"');
    t.match(await shown(), { title: "Logging" });
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...all, title: "Typed title" })) body.append(name, value);
    body.append("cover", new File([await pngOf(8, 8, "teal")], "cover.png"));
    const uploaded = await client.send(`${path}/cover`, body);
    t.match(uploaded, { status: 303, notice: "edit-cover-saved" });
    t.match((await client.get(uploaded.location ?? "")).text, 'value="Typed title"');
  }
});

/** The fields of the form of a page, as a browser sends them. */
function fieldsOfPage(text: string): Record<string, string> {
  const form = pageFormsIn(text).find(({ id }) => id === "page-form");
  const fields = (form?.fields ?? []).filter(({ type, value }) => type !== "file" && value !== undefined);
  return Object.fromEntries(fields.map(({ name, value = "" }) => [name, value]));
}

t.test("a rejected highlight keeps what was typed in the bookmark, and the other way round", async (t) => {
  const { client, path, shown, stored } = await openWithItem(t);
  const typed = { ...(await shown()), title: "Typed title", "text-new": "", "note-new": "Typed note" };
  const rejected = await client.post(`${path}/highlights`, { ...typed, highlight: "new" });
  t.match(rejected, { status: 200, text: "A highlight needs a text." });
  t.match(rejected.text, /value="Typed title".*Typed note<\/textarea>/s);
  t.notMatch(rejected.text, "Please correct the fields below");
  const wrong = await client.post(path, { ...typed, link: "ftp://x", "text-new": "Typed text" });
  t.match(wrong, { status: 200, text: 'id="link-error"' });
  t.match(wrong.text, /value="Typed title".*Typed text<\/textarea>.*Typed note<\/textarea>/s);
  t.match(await stored(), { title: "Logging", highlights: [] });
});

t.test("of two clicks on Move to Trash at once, the second does not delete the bookmark", async (t) => {
  const { client, path, stored } = await openWithItem(t);
  await client.get(path);
  await Promise.all([1, 2, 3].map(() => client.post(`${path}/trash`, { from: "-1" })));
  t.match(await stored(), { removed: true });
});

t.test("a bookmark moves to the Trash and back with Undo; a second click does not delete it", async (t) => {
  const { client, path, stored } = await openWithItem(t);
  const trashed = await client.post(`${path}/trash`, { from: "-1" });
  t.match(trashed, { location: "/bookmarks/-1", notice: "edit-trashed", step: /^\d+$/ });
  const { step = "" } = trashed;
  const notice = (await client.get("/bookmarks/-1")).text;
  t.match(await stored(), { removed: true });
  t.match(await client.post(`${path}/trash`, { from: "-1" }), { location: "/bookmarks/-99", notice: "edit-trashed" });
  t.match(await stored(), { removed: true });
  t.match((await client.get(path)).text, '<option value="-99" selected>Trash</option>');
  t.match(notice, `<button class="secondary small" name="step" value="${step}">Undo</button>`);
  await client.post("/bookmarks/undo", { step, back: path });
  t.match(await stored(), { removed: false });
});

t.test("a bookmark in the Trash can be restored, or deleted for good", async (t) => {
  const { ann, id, client, path, shown, stored } = await openWithItem(t);
  await ann.call("DELETE", `/raindrop/${id}`);
  t.equal((await client.post(path, await shown())).status, 303);
  t.match(await stored(), { removed: false });
  await ann.call("DELETE", `/raindrop/${id}`);
  t.match(await client.post(`${path}/trash`, { from: "-99" }), {
    location: "/bookmarks/-99",
    notice: "edit-deleted",
    step: /^\d+$/,
  });
  t.equal((await client.get(path)).status, 404);
});

t.test("requires signing in, a CSRF token, and the right to change the bookmark", async (t) => {
  const { app, ann, bob, id, client, path, shown, stored } = await openWithItem(t);
  const change = { ...(await shown()), title: "Changed" };
  const forms = [path, `${path}/highlights`, `${path}/trash`, `${path}/cover/remove`];
  for (const form of forms)
    for (const _csrf of ["", "wrong"]) t.equal((await client.post(form, { ...change, _csrf })).status, 403, form);
  const stranger = await signIn(app.base, bob);
  await stranger.get("/account/profile");
  t.equal((await stranger.get(path)).status, 404);
  for (const form of forms) t.equal((await stranger.post(form, change)).status, 404, form);
  const nobody = openPageClient(app.base);
  t.match(await nobody.get(path), { status: 303, location: /^\/account\/sign-in/ });
  for (const wrong of ["0", "x", "-1", "99999999999999999999"])
    t.equal((await client.get(`/bookmarks/items/${wrong}`)).status, 404);
  t.match(await stored(), { title: "Logging", removed: false });
  const { _id: collection } = await ann.addCollection("Shared");
  await ann.call("PUT", `/raindrop/${id}`, { collectionId: collection });
  await share(app, collection, bob.id, "viewer");
  t.equal((await stranger.get(path)).status, 403);
  t.equal((await stranger.post(`${path}/trash`, { from: "1" })).status, 403);
});

t.test(
  "a member changes a bookmark of the owner, and can move it only where the owner's collections are",
  async (t) => {
    const { app, ann, bob, id, path, stored } = await openWithItem(t);
    const { _id: collection } = await ann.addCollection("Shared");
    await ann.call("PUT", `/raindrop/${id}`, { collectionId: collection });
    const { _id: own } = await bob.addCollection("Bob's own");
    await share(app, collection, bob.id, "member");
    const client = await signIn(app.base, bob);
    const { text } = await client.get(path);
    t.match(text, `<option value="${collection}" selected>Shared (Ann)</option>`);
    t.notMatch(text, "Unsorted");
    t.notMatch(text, `<option value="${own}"`);
    t.match(text, /<bdi dir="auto">Ann<\/bdi>/);
    const [, version = ""] = /name="version" value="([^"]*)"/.exec(text) ?? [];
    const change = { version, link: LINK, title: "By Bob", tags: "", collection: String(collection) };
    t.equal((await client.post(path, change)).status, 303);
    t.match(await stored(), { title: "By Bob" });
    t.match(await client.post(`${path}/trash`, { from: String(collection) }), {
      location: `/bookmarks/${collection}`,
      notice: "edit-trashed",
    });
  },
);
