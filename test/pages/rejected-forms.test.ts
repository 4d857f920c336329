import t, { type Test } from "tap";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import { fieldsIn } from "../support/form-fields.ts";
import { openPageClient, type PageClient, signIn } from "../support/page-client.ts";
import { openWorld, PAGE_LIST, pathOn, type World } from "../support/page-list.ts";

/** What makes a form invalid, and what its page says then. */
interface Rejection {
  /** Fields that replace those of the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
  /** What was typed, as the page shows it again. */
  readonly typed?: string;
  /** Runs before the form is sent. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** The content of a file, for forms that have one, and the name of its field. */
  readonly file?: { readonly field: string; readonly text: string };
}

const TYPED = "typed before";
const LONG = "x".repeat(10_001);
const SHOWN = `value="${TYPED}"`;
const LINK_IN_MAIL = "has no field besides the token of a link, which has a page of its own once it is not valid";
const NOTHING_TYPED = "has nothing to type; its object exists, or is not found: then there is no page to show";

/** The forms of all pages by their path, in which `:id` is an id: how each is rejected, or why none of it can be wrong. */
const FORMS: Readonly<Record<string, Rejection | string>> = {
  "/preferences": "ignores what it does not know, and returns to the page",
  "/account/sign-out": "accepts everything",
  "/account/sign-in": {
    fields: { email: "nobody@example.com", password: "not the password" },
    message: "Invalid Email or Password.",
    typed: 'value="nobody@example.com"',
  },
  "/account/register": { fields: { name: TYPED, email: "x" }, message: "must be an e-mail address", typed: SHOWN },
  "/account/forgotten-password": { fields: { email_address: TYPED }, message: "must be an e-mail", typed: SHOWN },
  "/account/reset-password": { fields: { password: "short" }, message: "Password must" },
  "/account/confirm-email": LINK_IN_MAIL,
  "/products/new": { fields: { name: TYPED, price: "-1" }, message: "Price must be", typed: SHOWN },
  "/products/:id/edit": { fields: { name: TYPED, price: "-1" }, message: "Price must be", typed: SHOWN },
  "/products/:id/delete": { fields: { version: "0" }, message: "Somebody else has changed this product" },
  "/bookmarks/:id/bulk": { fields: { action: "tag", tags: "" }, message: "No bookmarks are selected." },
  "/bookmarks/:id/order": "moves a bookmark; one that is not in the list is not found",
  "/bookmarks/:id/empty": { fields: { version: "0" }, message: "The bookmarks have changed" },
  "/bookmarks/collections/new": { fields: { title: " ", description: TYPED }, message: "Title", typed: TYPED },
  "/bookmarks/collections/:id": { fields: { title: " ", description: TYPED }, message: "Title", typed: TYPED },
  "/bookmarks/collections/:id/move": NOTHING_TYPED,
  "/bookmarks/collections/:id/cover": {
    fields: {},
    file: { field: "cover", text: "no picture" },
    message: 'class="alert"',
  },
  "/bookmarks/collections/:id/cover/remove": NOTHING_TYPED,
  "/bookmarks/collections/:id/merge": { fields: { to: "", to_name: TYPED }, message: "is unknown", typed: SHOWN },
  "/bookmarks/collections/:id/delete": NOTHING_TYPED,
  "/bookmarks/collections/:id/sharing": { fields: { emails: TYPED }, message: 'id="emails-error"', typed: SHOWN },
  "/bookmarks/collections/:id/sharing/link": { fields: { link_role: "owner" }, message: 'id="link_role-error"' },
  "/bookmarks/collections/:id/sharing/revoke": NOTHING_TYPED,
  "/bookmarks/collections/:id/sharing/people": { fields: { role: "owner" }, message: "Please correct the fields" },
  "/bookmarks/collections/:id/sharing/end": NOTHING_TYPED,
  "/bookmarks/items/new": { fields: { link: "ftp://x", note: TYPED }, message: 'id="link-error"', typed: TYPED },
  "/bookmarks/items/:id": { fields: { link: "ftp://x", note: TYPED }, message: 'id="link-error"', typed: TYPED },
  "/bookmarks/items/:id/highlights": {
    fields: { highlight: "new", "text-new": "", "note-new": TYPED },
    message: "A highlight needs a text.",
    typed: TYPED,
  },
  "/bookmarks/items/:id/cover": { fields: {}, file: { field: "cover", text: "no picture" }, message: 'class="alert"' },
  "/bookmarks/items/:id/cover/remove": NOTHING_TYPED,
  "/bookmarks/items/:id/trash": NOTHING_TYPED,
  "/bookmarks/import": { fields: {}, file: { field: "file", text: "no links" }, message: "The file has no bookmarks." },
  "/bookmarks/duplicates": "ignores bookmarks that are not there any more",
  "/join/:id": "joins; test/pages/sharing/join.test.ts has the limit of shared collections",
  "/account/api-keys": { fields: { name: TYPED, access: "all" }, message: "must be one of the choices", typed: SHOWN },
  "/account/api-keys/:id/revoke": NOTHING_TYPED,
  "/account/webhooks": { fields: { url: TYPED }, message: "URL must begin with https://.", typed: SHOWN },
  "/account/webhooks/:id/test": {
    fields: {},
    message: "Enable the webhook before you test it.",
    prepare: ({ app, ann }) => webhooks.disable(app.context.database, ann.id, 1),
  },
  "/account/webhooks/:id/disable": NOTHING_TYPED,
  "/account/webhooks/:id/rotate": NOTHING_TYPED,
  "/account/webhooks/:id/delete": NOTHING_TYPED,
  "/account/profile": { fields: { name: LONG }, message: 'id="name-error"', typed: `value="${LONG}"` },
  "/account/profile/confirmation": "sends a mail; test/pages/account/profile.test.ts has the limit of mails",
  "/account/profile/email": { fields: { email_address: TYPED }, message: "must be an e-mail address", typed: SHOWN },
  "/account/profile/password": { fields: { password: "short" }, message: "password must" },
  "/account/sessions": NOTHING_TYPED,
  "/account/access": NOTHING_TYPED,
  "/account/data/delete": { fields: {}, message: "Current password is required." },
  "/account/users/new": { fields: { name: TYPED, email_address: "x" }, message: "must be an e-mail", typed: SHOWN },
  "/account/users/:id": { fields: { name: TYPED, email_address: "x" }, message: "must be an e-mail", typed: SHOWN },
  "/account/users/:id/delete": NOTHING_TYPED,
  "/account/users/:id/reset-link": { fields: {}, message: "Your own password is required." },
};

/** A form on a page of the list. */
interface FoundForm {
  readonly action: string;
  readonly page: string;
  readonly isSignedIn: boolean;
  /** The action of the markup, with which its fields are found; another one if a button sends it elsewhere. */
  readonly markup: string;
}

const NAME_OF = [
  [/\/(items|collections|webhooks|users|api-keys|products)\/(?!new)[\w-]*\d[\w-]*/g, "/$1/:id"],
  [/^\/join\/.*/, "/join/:id"],
  [/^\/bookmarks\/-?\d+\//, "/bookmarks/:id/"],
  [/\?.*/, ""],
] as const;

/** The path of a form with `:id` instead of ids, and without a query. */
function nameOf(action: string): string {
  return NAME_OF.reduce((name, [pattern, text]) => name.replace(pattern, text), action);
}

/** All forms of all pages by name, each once. */
async function formsOn(world: World, visitors: { readonly ann: PageClient; readonly nobody: PageClient }) {
  const found = new Map<string, FoundForm>();
  for (const page of PAGE_LIST) {
    const [isSignedIn, path] = [page.isSignedIn === true, pathOn(world, page)];
    if (path.startsWith("/__test__/")) continue;
    const { text } = await (isSignedIn ? visitors.ann : visitors.nobody).get(path);
    for (const [form, markup = ""] of text.matchAll(/<form[^>]* method="post" action="([^"]*)".*?<\/form>/gs)) {
      const [, id] = /^<form[^>]* id="([^"]*)"/.exec(form) ?? [];
      const outside = [...text.matchAll(/<button[^>]* form="([^"]*)" formaction="([^"]*)"/g)].filter(
        ([, of]) => of === id,
      );
      const inside = [...form.matchAll(/formaction="([^"]*)"/g)].map(([, action = ""]) => action);
      const actions = [markup, ...inside, ...outside.map(([, , action = ""]) => action)];
      for (const action of actions.map((each) => each.replaceAll("&#61;", "=").replaceAll("&#38;", "&"))) {
        const name = nameOf(action);
        if (!found.has(name)) found.set(name, { action, page: path, isSignedIn, markup });
      }
    }
  }
  return found;
}

/** Sends a form of a page without following the redirect. */
async function send({ app }: World, { jar, get }: PageClient, form: FoundForm, { fields, file }: Rejection) {
  const { text } = await get(form.page);
  const values = { ...fieldsIn(text, form.markup), ...fields };
  const encoded = file === undefined ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries(values)) encoded.append(name, value);
  if (encoded instanceof FormData && file !== undefined) encoded.append(file.field, new File([file.text], "file"));
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(app.base + form.action, {
    method: "POST",
    body: encoded,
    headers: { cookie },
    redirect: "manual",
  });
  for (const text of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    jar.set(name, value);
  }
  await response.text();
  return response;
}

async function open(t: Test) {
  const world = await openWorld(t);
  const visitors = { ann: await signIn(world.app.base, world.ann), nobody: openPageClient(world.app.base) };
  return { world, visitors, forms: await formsOn(world, visitors) };
}

t.test("a form that is not accepted redirects to its page, which says why and shows what was typed", async (t) => {
  const { world, visitors, forms } = await open(t);
  t.same([...forms.keys()].sort(), Object.keys(FORMS).sort(), "the list has the forms of all pages");
  for (const [name, rejection] of Object.entries(FORMS)) {
    const form = forms.get(name);
    if (typeof rejection === "string" || form === undefined) continue;
    await rejection.prepare?.(world);
    const client = form.isSignedIn ? visitors.ann : visitors.nobody;
    const response = await send(world, client, form, rejection);
    t.equal(response.status, 303, name);
    const address = response.headers.get("location") ?? "";
    t.match(address, /[?&]draft=[\w-]{22}(#|$)/, name);
    for (const _reload of [1, 2]) {
      const page = await client.get(address);
      t.equal(page.status, 200, `${name}: the page`);
      t.ok(page.text.includes(rejection.message), `${name}: the message`);
      t.ok(page.text.includes(rejection.typed ?? ""), `${name}: what was typed`);
    }
  }
});
