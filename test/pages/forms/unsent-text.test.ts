import t, { type Test } from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { openApp } from "../../support/app.ts";
import { addCollections } from "../../support/large-account.ts";
import type { LibraryOwner } from "../../support/library.ts";
import {
  bodyOf,
  importPreview,
  isText,
  type PageButton,
  type PageField,
  type PageForm,
  pageFormsIn,
  withoutIds,
} from "../../support/page-forms.ts";
import { openWorld, PAGE_LIST, pathOn, type World } from "../../support/page-list.ts";

// Without scripts, a browser sends one form of a page. On every page with text fields, this test types in all of them,
// presses each button, and expects the page that follows to show what the button did not use.

/** The fields that a button uses, or why what was typed is not kept. */
type Use = RegExp | string | ((button: PageButton) => RegExp);

const ALL = /./;
const NOTHING = /^$/;
const SEARCH = /^search$/;
const SEARCHES = "shows another list: what was typed about the bookmarks of this one has no place there";
const LEAVES = "has nothing to return to";

/**
 * What the buttons of pages with text fields use, by their path and name. Nothing that is typed twice may be left out.
 */
const USES: Readonly<Record<string, Use>> = {
  "/preferences theme": NOTHING,
  "/preferences language": NOTHING,
  "/account/preferences theme": NOTHING,
  "/account/preferences language": NOTHING,
  "/account/sign-in/preferences theme": NOTHING,
  "/account/sign-in/preferences language": NOTHING,
  "/account/sign-out": "leaves nothing of the user in the browser",
  "/setup": ALL,
  "/account/sign-in": ALL,
  "/account/register": ALL,
  "/account/forgotten-password": ALL,
  "/account/api-keys": ALL,
  "/account/webhooks": ALL,
  "/account/profile": ALL,
  "/account/profile/email": ALL,
  "/account/profile/confirmation": NOTHING,
  "/account/server": ALL,
  "/account/users": ALL,
  "/account/users/new": ALL,
  "/account/users/:id": ALL,
  "/account/audit": ALL,
  "/docs/search": ALL,
  "/products": ALL,
  "/products/new": ALL,
  "/products/:id/edit": ALL,
  "/bookmarks": SEARCHES,
  "/bookmarks/:id": SEARCHES,
  "/public/:id": SEARCHES,
  "/bookmarks/undo step": NOTHING,
  "/bookmarks/:id/order position": NOTHING,
  "/bookmarks/:id/bulk action=tag": /^tags$/,
  "/bookmarks/:id/bulk action=untag": /^tags$/,
  "/bookmarks/:id/bulk action=move": /^to_name$/,
  "/bookmarks/:id/bulk action=important": NOTHING,
  "/bookmarks/:id/bulk action=unimportant": NOTHING,
  "/bookmarks/:id/bulk action=trash": NOTHING,
  "/bookmarks/:id/bulk row": NOTHING,
  "/bookmarks/items/new": ALL,
  "/bookmarks/items/new/window": ALL,
  "/bookmarks/items/links": ALL,
  "/bookmarks/items/:id": /^(?!(text|note)-)/,
  "/bookmarks/items/:id/highlights highlight": ({ value }) => new RegExp(`^note-${value}$`),
  "/bookmarks/items/:id/highlights highlight=new": /^(text|note)-new$/,
  "/bookmarks/items/:id/highlights remove": ({ value }) => new RegExp(`^note-${value}$`),
  "/bookmarks/items/:id/cover": NOTHING,
  "/bookmarks/items/:id/cover/remove": NOTHING,
  "/bookmarks/items/:id/trash from": NOTHING,
  "/bookmarks/collections/new": ALL,
  "/bookmarks/collections/:id": /^(title|description|parent_name)$/,
  "/bookmarks/collections/:id/cover": NOTHING,
  "/bookmarks/collections/:id/cover/remove": NOTHING,
  "/bookmarks/collections/:id/move direction": NOTHING,
  "/bookmarks/collections/:id/merge": `${LEAVES}: the collection is gone`,
  "/bookmarks/collections/:id/sharing": /^emails$/,
  "/bookmarks/collections/:id/sharing/link": NOTHING,
  "/bookmarks/collections/:id/sharing/people person": NOTHING,
  "/bookmarks/collections/:id/sharing/people remove": NOTHING,
  "/bookmarks/collections/:id/sharing/revoke invitation": NOTHING,
  "/bookmarks/searches/new": ALL,
  "/bookmarks/searches/:id": ALL,
  "/bookmarks/searches/:id/delete": `${LEAVES}: the search is gone`,
  "/bookmarks/tags": ALL,
  "/bookmarks/tags/change": "changes the selected tags: the list of others has no place there",
  "/bookmarks/tags/change/delete": `${LEAVES}: the tags are gone`,
  "/bookmarks/highlights": ALL,
  "/bookmarks/highlights/export": "downloads a file; the browser stays on the page",
  "/bookmarks/import/:id": ALL,
  "/bookmarks/import/:id/cancel": `${LEAVES}: the file is gone`,
  "/bookmarks/export/download": "downloads a file; the browser stays on the page",
};

/** What a test types in a field, so that its form is valid. */
function typedIn({ name, type }: PageField): string {
  if (name === "link" || type === "url") return `https://typed.example/${name}`;
  if (name === "emails" || type === "email") return `typed-${name}@example.com`;
  const values: Readonly<Record<string, string>> = {
    number: "4711",
    date: "2026-02-03",
    "datetime-local": "2026-02-03T04:05",
  };
  return values[type] ?? `typed ${name}`;
}

/** The name of a button in the list above. */
function nameOf({ action, name, value }: PageButton): string {
  const isOneOfMany = name === "action" || value === "new";
  return withoutIds(action) + (name === undefined ? "" : ` ${name}`) + (isOneOfMany ? `=${value}` : "");
}

/** The buttons of a page, each kind once: those that change nothing but the page's look first. */
type Found = { readonly form: PageForm; readonly button: PageButton; readonly name: string };

function buttonsOf(forms: readonly PageForm[]): readonly Found[] {
  const all = forms
    .filter(({ method }) => method !== "dialog")
    .flatMap((form) => form.buttons.map((button) => ({ form, button, name: nameOf(button) })));
  const isLook = ({ name }: { readonly name: string }) => name.includes("preferences");
  const sorted = [...all.filter(isLook), ...all.filter((each) => !isLook(each))];
  return sorted.filter(({ name }, index) => sorted.findIndex((other) => other.name === name) === index);
}

/**
 * Types in all text fields of a page, presses a button, and returns the page that follows, with what it does not show.
 */
async function press(client: PageClient, forms: readonly PageForm[], { form, button }: Found) {
  const fields = forms.flatMap((each) => each.fields);
  const typed = Object.fromEntries(fields.filter(isText).map((field) => [field.name, typedIn(field)]));
  const [id = ""] = (fields.find(({ name }) => name === "shown")?.value ?? "").split(",");
  const file = new File([await PICTURE], "cover.png");
  const body = bodyOf(form, button, { ...typed, ids: id }, file);
  const sent =
    button.method === "get" && body instanceof URLSearchParams
      ? await client.get(`${button.action}?${body}`)
      : await client.send(button.action, body);
  const page = sent.status === 303 ? await client.get(sent.location ?? "") : sent;
  const shown = pageFormsIn(page.text).flatMap((each) => each.fields);
  const isShown = ([name, text]: [string, string]) =>
    shown.some((field) => field.name === name && field.value === text);
  const lost = Object.entries(typed).filter((each) => !isShown(each));
  return { page, lost: lost.map(([name]) => name) };
}

/** Presses all kinds of buttons of a page. Each must return a page with all that was typed, but for what it uses. */
async function pressAll(t: Test, client: PageClient, path: string, pressed: Set<string>): Promise<void> {
  const names = buttonsOf(pageFormsIn((await client.get(path)).text)).map(({ name }) => name);
  for (const wanted of names) {
    const forms = pageFormsIn((await client.get(path)).text);
    const found = buttonsOf(forms).find(({ name }) => name === wanted);
    const use = USES[wanted];
    pressed.add(wanted);
    if (found === undefined || typeof use === "string") continue;
    const { page, lost } = await press(client, forms, found);
    t.ok(page.status < 500 && ![403, 404].includes(page.status), `${path}, ${wanted}: ${page.status}`);
    const used = typeof use === "function" ? use(found.button) : use;
    // A search that was typed but not sent is no text that anything stores.
    const isSearch = (name: string) => found.form.method === "post" && SEARCH.test(name);
    const missing = lost.filter((name) => used?.test(name) !== true && !isSearch(name));
    t.same(missing, [], `${path}, ${wanted}: all is shown`);
  }
}

const PICTURE = pngOf(8, 8, "teal");

t.test("what was typed on a page stays when any of its buttons is pressed, without scripts", async (t) => {
  const first = await openWorld(t);
  const pressed = new Set<string>();
  const covered = new Set<string>();
  for (const listed of PAGE_LIST) {
    const { isSignedIn = false } = listed;
    const clientOf = async ({ app, ann }: World) => (isSignedIn ? signIn(app.base, ann) : openPageClient(app.base));
    const path = pathOn(first, listed);
    if (path.startsWith("/__test__/")) continue;
    const forms = pageFormsIn((await (await clientOf(first)).get(path)).text);
    const texts = forms.flatMap(({ fields }) => fields.filter(isText).map(({ name }) => name));
    const kinds = buttonsOf(forms).map(({ name }) => `${texts.join(" ")}: ${name}`);
    if (texts.length === 0 || kinds.every((kind) => covered.has(kind))) continue;
    for (const kind of kinds) covered.add(kind);
    const world = await openWorld(t);
    await pressAll(t, await clientOf(world), pathOn(world, listed), pressed);
  }
  await pressOnOtherPages(t, pressed);
  t.same([...pressed].sort(), Object.keys(USES).sort(), "the list has the buttons of all pages with text fields");
});

/** Pages that the list lacks: those of an account with very many collections, of a new server, and after a change. */
async function pressOnOtherPages(t: Test, pressed: Set<string>): Promise<void> {
  const { app, ann, parent, item } = await openWorld(t);
  await addCollections(app.context.database, ann.id, 501);
  const client = await signIn(app.base, ann);
  const preview = await importPreview(client);
  t.match(preview, /^\/bookmarks\/import\/./);
  for (const path of [preview, "/bookmarks", "/bookmarks/export", `/bookmarks/items/${item}`])
    await pressAll(t, client, path, pressed);
  const collection = `/bookmarks/collections/${parent}`;
  await pressAll(t, client, collection, pressed);
  await pressUndo(t, client, ann);
  pressed.add("/bookmarks/undo step");
  const empty = await openApp(t);
  await pressAll(t, openPageClient(empty.base), "/setup", pressed);
}

/** Presses Undo beside the notice of a list, which is shown once. */
async function pressUndo(t: Test, client: PageClient, owner: LibraryOwner): Promise<void> {
  const { _id: id } = await owner.addItem(-1, { title: "Thrown away" });
  await owner.addItem(-1, { title: "Kept" });
  const { location } = await client.post(`/bookmarks/items/${id}/trash`, { from: "-1" });
  const forms = pageFormsIn((await client.get(location ?? "")).text);
  const found = buttonsOf(forms).find(({ name }) => name === "/bookmarks/undo step");
  if (found === undefined) throw new Error("The list has no button to undo the change.");
  const { page, lost } = await press(client, forms, found);
  t.match(page.text, "The change was undone.");
  t.same(lost, ["search"]);
}
