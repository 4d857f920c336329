import t, { type Test } from "tap";
import { openPageClient, type PageClient, signIn } from "../../../harness/page-client.ts";
import * as webhooks from "../../../src/webhooks/webhooks.ts";
import { openApp } from "../../support/app.ts";
import { addCollections } from "../../support/large-account.ts";
import type { LibraryOwner } from "../../support/library.ts";
import {
  bodyOf,
  importPreview,
  type PageButton,
  type PageForm,
  pageFormsIn,
  withoutIds,
} from "../../support/page-forms.ts";
import { openWorld, PAGE_LIST, pathOn, type World } from "../../support/page-list.ts";
import { createWebhook } from "../../support/webhooks.ts";

/** What makes a form invalid, and what its page says then. */
interface Rejection {
  /** Fields that replace those of the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
  /** What was typed, as the page shows it again. */
  readonly typed?: string;
  /** Runs before the form is sent. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** The content of the file, for forms that have one. */
  readonly file?: string;
}

const TYPED = "typed before";
const LONG = "x".repeat(10_001);
const SHOWN = `value="${TYPED}"`;
const LINK_IN_MAIL = "has no field besides the token of a link, which has a page of its own once it is not valid";
const LOOK = "ignores what it does not know, and returns to the page";
const NOTHING_TYPED = "has nothing to type; its object exists, or is not found: then there is no page to show";

/**
 * The forms of all pages by their path, in which `:id` is an id: how each is rejected, or why none of it can be wrong.
 */
const FORMS: Readonly<Record<string, Rejection | string>> = {
  "/preferences": LOOK,
  "/account/preferences": LOOK,
  "/account/sign-in/preferences": LOOK,
  "/setup": { fields: { token: "x", name: TYPED }, message: "Setup code is not valid any more.", typed: SHOWN },
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
  "/products/delete": "ignores products that are not there any more",
  "/products/:id/delete": { fields: { version: "0" }, message: "Somebody else has changed this product" },
  "/bookmarks/:id/bulk": { fields: { action: "tag", tags: "" }, message: "No bookmarks are selected." },
  "/bookmarks/:id/order": "moves a bookmark; one that is not in the list is not found",
  "/bookmarks/:id/empty": { fields: { version: "0" }, message: "The bookmarks have changed" },
  "/bookmarks/collections/new": { fields: { title: " ", description: TYPED }, message: "Title", typed: TYPED },
  "/bookmarks/collections/clean": NOTHING_TYPED,
  "/bookmarks/collections/:id": { fields: { title: " ", description: TYPED }, message: "Title", typed: TYPED },
  "/bookmarks/collections/:id/move": NOTHING_TYPED,
  "/bookmarks/collections/:id/cover": {
    fields: {},
    file: "no picture",
    message: 'class="alert"',
  },
  "/bookmarks/collections/:id/cover/remove": NOTHING_TYPED,
  "/bookmarks/collections/:id/merge": { fields: { to: "", to_name: TYPED }, message: "is unknown", typed: SHOWN },
  "/bookmarks/collections/:id/delete": NOTHING_TYPED,
  "/bookmarks/collections/:id/sharing": { fields: { emails: TYPED }, message: 'id="emails-error"', typed: SHOWN },
  "/bookmarks/collections/:id/sharing/link": { fields: { link_role: "owner" }, message: 'id="link_role-error"' },
  "/bookmarks/collections/:id/sharing/revoke": NOTHING_TYPED,
  "/bookmarks/collections/:id/sharing/people": { fields: { "role-2": "owner" }, message: "Please correct the fields" },
  "/bookmarks/collections/:id/sharing/end": NOTHING_TYPED,
  "/bookmarks/items/new": { fields: { link: "ftp://x", note: TYPED }, message: 'id="link-error"', typed: TYPED },
  "/bookmarks/items/new/window": { fields: { link: "ftp://x", note: TYPED }, message: 'id="link-error"', typed: TYPED },
  "/bookmarks/items/links": { fields: { links: TYPED }, message: `This is none: ${TYPED}`, typed: TYPED },
  "/bookmarks/items/upload": { fields: {}, file: "\0", message: "The file is of a kind that cannot be uploaded." },
  "/bookmarks/items/:id": { fields: { link: "ftp://x", note: TYPED }, message: 'id="link-error"', typed: TYPED },
  "/bookmarks/items/:id/highlights": {
    fields: { highlight: "new", "text-new": "", "note-new": TYPED },
    message: "A highlight needs a text.",
    typed: TYPED,
  },
  "/bookmarks/items/:id/reader": { fields: { text: " " }, message: "A highlight needs a text." },
  "/bookmarks/items/:id/cover": { fields: {}, file: "no picture", message: 'class="alert"' },
  "/bookmarks/items/:id/cover/remove": NOTHING_TYPED,
  "/bookmarks/items/:id/trash": NOTHING_TYPED,
  // Before another file replaces the one that this is about.
  "/bookmarks/import/:id": { fields: { into_name: TYPED }, message: "is unknown", typed: SHOWN },
  "/bookmarks/import": { fields: {}, file: "no links", message: "The file has no bookmarks." },
  "/bookmarks/import/:id/cancel": NOTHING_TYPED,
  "/bookmarks/undo":
    "says on its page that there is nothing to revert; test/pages/bookmarks/undo.test.ts has its failures",
  "/bookmarks/searches/new": { fields: { name: "" }, message: 'id="name-error"' },
  "/bookmarks/searches/:id": { fields: { name: "" }, message: 'id="name-error"' },
  "/bookmarks/searches/:id/delete": NOTHING_TYPED,
  "/bookmarks/tags/change": { fields: { replace: " " }, message: 'id="replace-error"' },
  "/bookmarks/tags/change/delete": NOTHING_TYPED,
  "/bookmarks/duplicates": "ignores bookmarks that are not there any more",
  "/bookmarks/broken": "ignores bookmarks that are not there any more",
  "/join/:id": "joins; test/pages/sharing/join.test.ts has the limit of shared collections",
  "/account/api-keys": { fields: { name: TYPED, access: "all" }, message: "must be one of the choices", typed: SHOWN },
  "/account/api-keys/:id/revoke": NOTHING_TYPED,
  "/account/webhooks": { fields: { url: TYPED }, message: "URL must begin with https://.", typed: SHOWN },
  "/account/webhooks/:id/test": {
    fields: {},
    message: "Enable the webhook before you test it.",
    prepare: ({ app, ann }) => webhooks.disable(app.context.database, ann.id, 1),
  },
  "/account/webhooks/:id/enable": NOTHING_TYPED,
  "/account/webhooks/:id/disable": NOTHING_TYPED,
  "/account/webhooks/:id/rotate": NOTHING_TYPED,
  "/account/webhooks/:id/delete": NOTHING_TYPED,
  "/account/reminders": { fields: { mails: "sv" }, message: "must be one of the choices" },
  "/account/reminders/calendar": NOTHING_TYPED,
  "/account/reminders/calendar/remove": NOTHING_TYPED,
  "/account/profile": { fields: { name: LONG }, message: 'id="name-error"', typed: `value="${LONG}"` },
  "/account/profile/confirmation": "sends a mail; test/pages/account/profile.test.ts has the limit of mails",
  "/account/profile/email": { fields: { email_address: TYPED }, message: "must be an e-mail address", typed: SHOWN },
  "/account/profile/password": { fields: { password: "short" }, message: "password must" },
  "/account/sessions": NOTHING_TYPED,
  "/account/access": NOTHING_TYPED,
  "/account/data/delete": { fields: {}, message: "Current password is required." },
  "/account/server": { fields: { name: LONG }, message: 'id="name-error"', typed: `value="${LONG}"` },
  "/account/users/new": { fields: { name: TYPED, email_address: "x" }, message: "must be an e-mail", typed: SHOWN },
  "/account/users/:id": { fields: { name: TYPED, email_address: "x" }, message: "must be an e-mail", typed: SHOWN },
  "/account/users/:id/delete": NOTHING_TYPED,
  "/account/users/:id/reset-link": { fields: {}, message: "Your own password is required." },
};

/** A button that sends a form of a page. */
interface FoundForm {
  readonly client: PageClient;
  readonly page: string;
  readonly form: PageForm;
  readonly button: PageButton;
}

/** The pages that have forms, each with somebody who sees it. */
async function pagesOf(t: Test, world: World): Promise<readonly (readonly [PageClient, string])[]> {
  const { app, ann } = world;
  const [client, nobody] = [await signIn(app.base, ann), openPageClient(app.base)];
  const listed = PAGE_LIST.map((page) => [page.isSignedIn === true ? client : nobody, pathOn(world, page)] as const);
  const empty = await openApp(t);
  return [
    ...listed.filter(([, path]) => !path.startsWith("/__test__/")),
    [openPageClient(empty.base), "/setup"],
    [client, await importPreview(client)],
    [client, await listWithUndo(client, ann)],
    [client, "/bookmarks/collections/clean"],
    [client, await disabledWebhook(world)],
  ];
}

/** The page of a list that shows a button to undo a change when it is requested next. */
async function listWithUndo(client: PageClient, owner: LibraryOwner): Promise<string> {
  const { _id: id } = await owner.addItem(-1, { title: "Thrown away" });
  await client.get("/bookmarks");
  return (await client.post(`/bookmarks/items/${id}/trash`, { from: "-1" })).location ?? "";
}

/** The page of another webhook, which is disabled. */
async function disabledWebhook({ app, ann }: World): Promise<string> {
  await createWebhook(app, ann.id, "https://example.com/hooks/disabled");
  await webhooks.disable(app.context.database, ann.id, 2);
  return "/account/webhooks/2";
}

/** All forms of all pages by name, each once. */
async function formsOn(t: Test, world: World) {
  const found = new Map<string, FoundForm>();
  for (const [client, page] of await pagesOf(t, world)) {
    for (const form of pageFormsIn((await client.get(page)).text)) {
      for (const button of form.buttons.filter(({ method }) => method === "post")) {
        const name = withoutIds(button.action);
        if (!found.has(name)) found.set(name, { client, page, form, button });
      }
    }
  }
  return found;
}

/** Sends a form without following the redirect: as its page is now, unless that does not show the form any more. */
async function send({ client, page, ...found }: FoundForm, { fields, file }: Rejection) {
  const { action } = found.button;
  const forms = pageFormsIn((await client.get(page)).text);
  const form = forms.find(({ buttons }) => buttons.some((button) => button.action === action)) ?? found.form;
  const button = form.buttons.find((each) => each.action === action) ?? found.button;
  const body = bodyOf(form, button, {}, new File([file ?? ""], "file"));
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return client.send(action, body);
}

t.test("a form that is not accepted redirects to its page, which says why and shows what was typed", async (t) => {
  const world = await openWorld(t);
  await addCollections(world.app.context.database, world.ann.id, 501);
  const forms = await formsOn(t, world);
  t.same([...forms.keys()].sort(), Object.keys(FORMS).sort(), "the list has the forms of all pages");
  for (const [name, rejection] of Object.entries(FORMS)) {
    const form = forms.get(name);
    if (typeof rejection === "string" || form === undefined) continue;
    await rejection.prepare?.(world);
    const { status, location } = await send(form, rejection);
    t.equal(status, 303, name);
    const address = location ?? "";
    t.match(address, /[?&]draft=[\w-]{22}(#|$)/, name);
    for (const _reload of [1, 2]) {
      const page = await form.client.get(address);
      t.equal(page.status, 200, `${name}: the page`);
      t.ok(page.text.includes(rejection.message), `${name}: the message`);
      t.ok(page.text.includes(rejection.typed ?? ""), `${name}: what was typed`);
    }
  }
});
