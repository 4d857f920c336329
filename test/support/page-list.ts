import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import * as links from "../../src/accounts/links/one-time-links.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import * as savedSearches from "../../src/library/saved-searches.ts";
import { registerDesignPages } from "../../src/pages/design/sample-page.ts";
import * as products from "../../src/products/products.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import * as reminders from "../../src/reminders/settings.ts";
import type { TestApp } from "./app.ts";
import { type LibraryOwner, openLibrary } from "./library.ts";
import { addPage } from "./page-texts.ts";
import { createKey, setLevel } from "./people.ts";
import { invite } from "./shared-pages.ts";
import { addVariedItems } from "./varied-library.ts";
import { createWebhook } from "./webhooks.ts";

/** A server with something to show on every page. */
export interface World {
  readonly app: TestApp;
  /** An administrator. */
  readonly ann: LibraryOwner;
  readonly bob: LibraryOwner;
  /** The path of a public collection of Ann. */
  readonly publicCollection: string;
  /** The id of another public collection of hers, with three pages of items. */
  readonly archive: number;
  /** The id of the public collection, which Bob shares, and of an item in it. */
  readonly collection: number;
  readonly item: number;
  /** Private collections of Ann: one that contains another one, and one with the view "grid". */
  readonly parent: number;
  readonly child: number;
  readonly grid: number;
  /** The path of an invitation to a collection of Bob, and the id of another one of his, in which Ann only reads. */
  readonly invitation: string;
  readonly readOnly: number;
  /** The id of an API key of Ann. */
  readonly apiKey: number;
  /** The id of a product. */
  readonly product: string;
  /** The paths of links that were mailed to Ann. */
  readonly resetLink: string;
  readonly confirmationLink: string;
}

/** A page of the server. `path` may be the same for every server. */
interface ListedPage {
  readonly name: string;
  readonly path: string | ((world: World) => string);
  /** Whether Ann is signed in. */
  readonly isSignedIn?: boolean;
}

const SIGNED_IN = { isSignedIn: true } as const;

/** The link of an item of Ann. */
const KNOWN_LINK = "https://sqlite.example/wal.html";

/** Every page that a browser can open, by the name of its picture. Add new pages here. */
export const PAGE_LIST: readonly ListedPage[] = [
  { name: "start", path: "/" },
  { name: "quickstart", path: "/docs/quickstart" },
  { name: "errors", path: "/docs/errors" },
  { name: "reference", path: "/docs/" },
  { name: "reference-contract", path: "/docs/catalogue" },
  { name: "reference-search", path: "/docs/search?q=price" },
  { name: "changelog", path: "/docs/catalogue/changelog" },
  { name: "proof", path: "/docs/proof" },
  { name: "sign-in", path: "/account/sign-in" },
  { name: "register", path: "/account/register" },
  { name: "forgotten-password", path: "/account/forgotten-password" },
  { name: "reset-password", path: ({ resetLink }) => resetLink },
  { name: "reset-password-invalid", path: "/account/reset-password?token=x" },
  { name: "confirm-email", path: ({ confirmationLink }) => confirmationLink },
  { name: "setup-done", path: "/setup" },
  { name: "not-found", path: "/account/nothing" },
  { name: "not-found-signed-in", path: "/account/nothing", ...SIGNED_IN },
  { name: "public", path: ({ publicCollection }) => publicCollection },
  { name: "public-paged", path: ({ archive }) => `/public/${archive}/archive` },
  { name: "public-missing", path: "/public/999" },
  { name: "products", path: "/products" },
  { name: "products-none", path: "/products?q=nothing" },
  { name: "product", path: ({ product }) => `/products/${product}` },
  { name: "product-new", path: "/products/new", ...SIGNED_IN },
  { name: "product-edit", path: ({ product }) => `/products/${product}/edit`, ...SIGNED_IN },
  { name: "product-delete", path: ({ product }) => `/products/${product}/delete`, ...SIGNED_IN },
  { name: "products-delete", path: ({ product }) => `/products/delete?ids=${product}`, ...SIGNED_IN },
  { name: "bookmarks", path: "/bookmarks", ...SIGNED_IN },
  { name: "bookmarks-simple", path: "/bookmarks?view=simple", ...SIGNED_IN },
  { name: "bookmarks-grid", path: "/bookmarks?view=grid", ...SIGNED_IN },
  { name: "bookmarks-masonry", path: "/bookmarks?view=masonry", ...SIGNED_IN },
  { name: "bookmarks-search", path: "/bookmarks?search=logging", ...SIGNED_IN },
  { name: "bookmarks-none", path: "/bookmarks?search=nothing", ...SIGNED_IN },
  { name: "bookmarks-trash", path: "/bookmarks/-99", ...SIGNED_IN },
  { name: "bookmarks-trash-empty", path: "/bookmarks/-99/empty", ...SIGNED_IN },
  { name: "collection", path: ({ collection }) => `/bookmarks/${collection}?sort=sort`, ...SIGNED_IN },
  { name: "collection-simple", path: ({ collection }) => `/bookmarks/${collection}?view=simple`, ...SIGNED_IN },
  { name: "collection-grid", path: ({ collection }) => `/bookmarks/${collection}?view=grid`, ...SIGNED_IN },
  { name: "collection-masonry", path: ({ collection }) => `/bookmarks/${collection}?view=masonry`, ...SIGNED_IN },
  { name: "collection-child", path: ({ child }) => `/bookmarks/${child}`, ...SIGNED_IN },
  { name: "collection-search", path: ({ grid }) => `/bookmarks/${grid}?search=type:link+tea`, ...SIGNED_IN },
  { name: "collection-search-none", path: ({ grid }) => `/bookmarks/${grid}?search=nothing+type:films`, ...SIGNED_IN },
  { name: "collections", path: "/bookmarks/collections", ...SIGNED_IN },
  { name: "collection-new", path: "/bookmarks/collections/new", ...SIGNED_IN },
  { name: "collection-edit", path: ({ collection }) => `/bookmarks/collections/${collection}`, ...SIGNED_IN },
  { name: "collection-edit-parent", path: ({ parent }) => `/bookmarks/collections/${parent}`, ...SIGNED_IN },
  { name: "collection-delete", path: ({ parent }) => `/bookmarks/collections/${parent}/delete`, ...SIGNED_IN },
  {
    name: "collection-sharing",
    path: ({ collection }) => `/bookmarks/collections/${collection}/sharing`,
    ...SIGNED_IN,
  },
  {
    name: "collection-sharing-reader",
    path: ({ readOnly }) => `/bookmarks/collections/${readOnly}/sharing`,
    ...SIGNED_IN,
  },
  {
    name: "collection-unshare",
    path: ({ collection }) => `/bookmarks/collections/${collection}/sharing/end`,
    ...SIGNED_IN,
  },
  { name: "shared", path: "/bookmarks/shared", ...SIGNED_IN },
  { name: "join", path: ({ invitation }) => invitation, ...SIGNED_IN },
  { name: "join-signed-out", path: ({ invitation }) => invitation },
  { name: "join-invalid", path: "/join/x", ...SIGNED_IN },
  { name: "bookmark-new", path: "/bookmarks/items/new", ...SIGNED_IN },
  {
    name: "bookmark-new-known",
    path: `/bookmarks/items/new?link=${encodeURIComponent(KNOWN_LINK)}`,
    ...SIGNED_IN,
  },
  { name: "bookmark-window", path: "/bookmarks/items/new/window?link=example.com", ...SIGNED_IN },
  { name: "bookmark-saved", path: ({ item }) => `/bookmarks/items/${item}/saved`, ...SIGNED_IN },
  { name: "bookmark-links", path: "/bookmarks/items/links", ...SIGNED_IN },
  { name: "bookmark-upload", path: "/bookmarks/items/upload", ...SIGNED_IN },
  { name: "bookmark-edit", path: ({ item }) => `/bookmarks/items/${item}`, ...SIGNED_IN },
  { name: "reader", path: ({ item }) => `/bookmarks/items/${item}/reader`, ...SIGNED_IN },
  { name: "reader-none", path: ({ item }) => `/bookmarks/items/${item - 1}/reader`, ...SIGNED_IN },
  { name: "saved-searches", path: "/bookmarks/searches", ...SIGNED_IN },
  { name: "saved-search-new", path: "/bookmarks/searches/new?place=0&search=logging", ...SIGNED_IN },
  { name: "saved-search", path: "/bookmarks/searches/1", ...SIGNED_IN },
  { name: "tags", path: "/bookmarks/tags", ...SIGNED_IN },
  { name: "tags-none", path: "/bookmarks/tags?filter=nothing", ...SIGNED_IN },
  { name: "tags-change", path: "/bookmarks/tags/change?tags=databases&tags=to+read", ...SIGNED_IN },
  { name: "highlights", path: "/bookmarks/highlights", ...SIGNED_IN },
  { name: "highlights-none", path: "/bookmarks/highlights?text=nothing", ...SIGNED_IN },
  { name: "import", path: "/bookmarks/import", ...SIGNED_IN },
  { name: "export", path: "/bookmarks/export", ...SIGNED_IN },
  { name: "duplicates", path: "/bookmarks/duplicates", ...SIGNED_IN },
  { name: "broken", path: "/bookmarks/broken", ...SIGNED_IN },
  { name: "tools", path: "/bookmarks/tools", ...SIGNED_IN },
  { name: "shortcuts", path: "/bookmarks/shortcuts", ...SIGNED_IN },
  { name: "changes", path: "/bookmarks/changes", ...SIGNED_IN },
  { name: "start-signed-in", path: "/", ...SIGNED_IN },
  { name: "api-keys", path: "/account/api-keys", ...SIGNED_IN },
  { name: "api-key-revoke", path: ({ apiKey }) => `/account/api-keys/${apiKey}/revoke`, ...SIGNED_IN },
  { name: "webhooks", path: "/account/webhooks", ...SIGNED_IN },
  { name: "reminders", path: "/account/reminders", ...SIGNED_IN },
  { name: "webhook", path: "/account/webhooks/1", ...SIGNED_IN },
  { name: "webhook-delete", path: "/account/webhooks/1/delete", ...SIGNED_IN },
  { name: "profile", path: "/account/profile", ...SIGNED_IN },
  { name: "profile-email", path: "/account/profile/email", ...SIGNED_IN },
  { name: "profile-password", path: "/account/profile/password", ...SIGNED_IN },
  { name: "sessions", path: "/account/sessions", ...SIGNED_IN },
  { name: "access", path: "/account/access", ...SIGNED_IN },
  { name: "data", path: "/account/data", ...SIGNED_IN },
  { name: "data-delete", path: "/account/data/delete", ...SIGNED_IN },
  { name: "users", path: "/account/users", ...SIGNED_IN },
  { name: "user-new", path: "/account/users/new", ...SIGNED_IN },
  { name: "user", path: ({ bob }) => `/account/users/${bob.id}`, ...SIGNED_IN },
  { name: "user-delete", path: ({ bob }) => `/account/users/${bob.id}/delete`, ...SIGNED_IN },
  { name: "audit", path: "/account/audit", ...SIGNED_IN },
  { name: "server", path: "/account/server", ...SIGNED_IN },
  { name: "audit-none", path: "/account/audit?account=0", ...SIGNED_IN },
  { name: "user-reset-link", path: ({ bob }) => `/account/users/${bob.id}/reset-link`, ...SIGNED_IN },
  { name: "design", path: "/__test__/design" },
  { name: "design-errors", path: "/__test__/design/errors" },
];

/** The path of a page on a server. */
export function pathOn(world: World, { path }: ListedPage): string {
  return typeof path === "string" ? path : path(world);
}

/** An article with each kind of element. */
export const ARTICLE = `<div><h2>How it works</h2>
<p>The log is <strong>written first</strong>. <em>A checkpoint bounds</em> the work of recovery, as
<a href="https://example.com/recovery">another page</a> explains &amp; <code>PRAGMA wal_checkpoint</code> shows.</p>
<blockquote><p>Readers do not block writers.</p></blockquote>
<h3>Steps</h3><ol><li>Append to the log</li><li>Sync it<ul><li>with <del>luck</del> a barrier</li></ul></li></ol>
<pre><code>begin immediate;\ninsert into pages values (1, '${"x".repeat(120)}');\ncommit;</code></pre>
<h4>Numbers</h4><table><caption>Times in ms</caption><thead><tr><th>Mode</th><th>Time</th></tr></thead>
<tbody><tr><td>Rollback journal</td><td>4.1</td></tr><tr><td>Write-ahead log</td><td>0.9</td></tr></tbody></table>
<dl><dt>Frame</dt><dd>A page in the log</dd></dl><figure><figcaption>Figure 1: frames</figcaption></figure><hr />
<p>${"A long paragraph follows the others, so that lines are as long as the page is wide. ".repeat(12)}</p></div>`;

/** Starts a server with something to show on every page. It sends mail to nowhere. `extend` adds hooks. */
export async function openWorld(t: Test, extend: (server: FastifyInstance) => void = () => {}): Promise<World> {
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "triptych@example.com" };
  const { app, ann, bob } = await openLibrary(t, mail, {
    extend(server) {
      extend(server);
      registerDesignPages(server);
    },
  });
  const { database, clock, productIds } = app.context;
  await setLevel(app, ann.id, 4);
  await app.context.serverFacts.reread();
  await createKey(app, ann.id, "A key with quite a long name, which takes several lines in the list");
  const [{ id: apiKey } = { id: 0 }] = await apiKeys.list(database, ann.id);
  const client = { address: "192.0.2.1", userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)" };
  await sessions.signIn(database, clock, { id: ann.id, credential_version: 1 }, { client, isKept: true });
  trackSecrets(await reminders.addCalendar(app.context.database, app.context.clock, ann.id));
  await createWebhook(app, ann.id, "https://example.com/hooks/triptych");
  const toRead = { placeId: 0, search: '#"to read" -type:video', sort: undefined, nested: false };
  await savedSearches.create(database, clock, ann.id, "To read", toRead);
  const lamp = { name: "Desk lamp", description: "Brass, 40 cm\nWith a dimmer.", price: 49.5, inStock: true };
  const { id: product } = await products.create(database, ann.id, productIds, lamp);
  const chair = { name: "Chair", description: "", price: 1200, inStock: false };
  await products.create(database, ann.id, productIds, chair);
  const reset = await passwordReset.createLink(database, { clock, baseUrl: app.base }, ann.id);
  const token = await links.create(database, clock(), { accountId: ann.id, purpose: "confirm", email: ann.email });
  const resetLink = reset.slice(app.base.length);
  trackSecrets(token, resetLink.split("=")[1]);
  const archive = await publishArchive(ann);
  const { collection, item } = await publish(ann);
  await addPage(database, item, ARTICLE);
  const { token: toAnn } = await ann.call("POST", `/collection/${collection}/sharing`, { role: "member" });
  await bob.call("POST", `/collection/${collection}/join`, { token: toAnn });
  await invite(ann, collection, "member", ["dan@example.com", `${"e".repeat(60)}@example.com`]);
  const { _id: recipes } = await bob.addCollection("Recipes for every day of the year, and some for feasts");
  const { _id: readOnly } = await bob.addCollection("Soups");
  const { token: toSoups } = await invite(bob, readOnly, "viewer");
  await ann.call("POST", `/collection/${readOnly}/join`, { token: toSoups });
  const { token: toRecipes } = await bob.call("POST", `/collection/${recipes}/sharing`, { role: "viewer" });
  const { _id: thrownAway } = await ann.addItem(-1, { title: "Thrown away" });
  await ann.call("DELETE", `/raindrop/${thrownAway}`);
  const { development: parent, databases: child, recipes: grid } = await addVariedItems(ann);
  trackSecrets(toAnn, toRecipes);
  return {
    app,
    ann,
    bob,
    product,
    collection,
    item,
    parent,
    child,
    grid,
    apiKey,
    readOnly,
    archive,
    publicCollection: `/public/${collection}/databases`,
    invitation: `/join/${toRecipes}`,
    resetLink,
    confirmationLink: `/account/confirm-email?token=${token}`,
  };
}

/** Creates a public collection with a cover, and short and long texts. */
async function publish(owner: LibraryOwner) {
  const description = "What we read about storing data.\nFollow it, and tell us what is missing.";
  const { _id: $id } = await owner.addCollection("Databases", undefined, { public: true, description });
  const picture = await formOf({ bytes: await pngOf(64, 64, "teal") });
  await owner.request("PUT", `/collection/${$id}/cover`, picture.body, picture.headers);
  await owner.addItem($id, { link: `https://example.com/${"z".repeat(300)}`, title: "y".repeat(200), broken: true });
  await owner.addItem($id, { title: "عنوان من اليمين إلى اليسار", excerpt: "هذا نص طويل", tags: ["عربي"] });
  const item = await owner.addItem($id, {
    link: KNOWN_LINK,
    title: "Write-ahead logging",
    excerpt: "The default method by which SQLite implements atomic commit and rollback is a rollback journal.",
    note: "Read the part on checkpoints. ".repeat(6),
    tags: ["databases", "to read"],
    important: true,
    highlights: [
      { text: "The log is written first.", note: "Compare with shadow paging.", color: "yellow" },
      { text: "A checkpoint bounds the work of recovery.", color: "blue" },
    ],
  });
  await owner.request("PUT", `/raindrop/${item._id}/cover`, picture.body, picture.headers);
  return { collection: $id, item: item._id };
}

/** Creates a public collection with three pages of items, two of which have the same link. Returns its id. */
async function publishArchive(owner: LibraryOwner): Promise<number> {
  const { _id: $id } = await owner.addCollection("Archive", undefined, { public: true });
  const itemOf = (index: number) => ({
    link: `https://example.org/articles/${index % 100}`,
    title: `Article ${index}`,
    collection: { $id },
  });
  const items = Array.from({ length: 101 }, (_, index) => itemOf(index));
  await owner.call("POST", "/raindrops", { items: items.slice(0, 60) });
  await owner.call("POST", "/raindrops", { items: items.slice(60) });
  return $id;
}
