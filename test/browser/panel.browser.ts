import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { pngOf } from "../../harness/pictures.ts";
import type { Changes } from "../support/app.ts";
import { DEVICES, openBookmarks, openBrowser, openPage, signIn, withoutFailedLoads } from "../support/browser.ts";
import { addCollections } from "../support/large-account.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const WIDE = { viewport: { width: 1440, height: 900 } };
const { phone: PHONE } = DEVICES;

/** A list with two bookmarks in a collection. */
async function open(t: Test, options: BrowserContextOptions | undefined = WIDE, changes: Changes = {}) {
  const library = await openLibrary(t, {}, changes);
  const { app, ann } = library;
  const { _id: collection } = await ann.addCollection("Development");
  const { _id: databases } = await ann.addCollection("Databases", collection);
  const highlights = [{ text: "The log is written first.", note: "Compare", color: "yellow" }];
  const { _id: id } = await ann.addItem(collection, { title: "Logging", tags: ["databases", "reading"], highlights });
  const { _id: other } = await ann.addItem(collection, { title: "Indexes", link: "https://example.com/indexes" });
  const visit = await openPage(t, browser, app.base, options);
  await openBookmarks(visit.page, ann);
  const stored = async (item = id) => (await ann.call("GET", `/raindrop/${item}`)).item;
  return { ...library, ...visit, id, other, collection, databases, stored, panel: visit.page.locator("#panel") };
}

/** Opens the panel with a bookmark, once the scripts of the page have run. */
async function edit(page: Page, id: number) {
  await page.waitForLoadState();
  await page.locator(`#item-${id} [data-edit]`).click();
  await page.locator("#panel").getByLabel("Title").waitFor();
}

/** Types in a field of the panel and leaves it. */
async function type(page: Page, label: string, text: string) {
  const field = page.locator("#panel").getByLabel(label, { exact: true });
  await field.fill(text);
  await field.blur();
}

/** Waits until something is so, for which no page tells. */
async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await setTimeout(20);
}

/** Waits until the panel says so. */
async function says(page: Page, text: string) {
  await page.locator(".panel-state").getByText(text, { exact: true }).waitFor();
}

t.test("a bookmark is edited beside the list, field by field", async (t) => {
  const { page, panel, id, databases, stored, faults } = await open(t);
  await edit(page, id);
  await checkPage(t, page, "panel");
  await type(page, "Title", "Write-ahead logging");
  await says(page, "Saved");
  t.match(await stored(), { title: "Write-ahead logging", tags: ["databases", "reading"] });
  await page.locator(`#item-${id}`).getByRole("link", { name: "Write-ahead logging" }).first().waitFor();
  await panel.getByRole("heading", { name: "Write-ahead logging" }).waitFor();

  // Without leaving the field.
  await panel.locator("[name=note]").fill("Read it");
  await says(page, "Saved");
  t.equal((await stored()).note, "Read it");
  await panel.getByLabel("Important").check();
  await says(page, "Saved");
  await panel.getByRole("combobox", { name: "Collection" }).fill("datab");
  await panel.getByRole("option", { name: "Databases Development" }).click();
  await says(page, "Saved");
  await panel.getByLabel("Remind me").fill("2030-01-02T03:04");
  await says(page, "Saved");
  t.match(await stored(), { important: true, collectionId: databases, reminder: { date: "2030-01-02T03:04:00.000Z" } });
  t.same(faults, []);
});

t.test("tags are chips, by keyboard alone", async (t) => {
  const { page, panel, id, other, stored, faults } = await open(t);
  await page.waitForLoadState();
  await page.locator(`#item-${other} [data-open]`).focus();
  await page.keyboard.press("e");
  const tags = panel.getByRole("combobox", { name: "Tags" });
  await tags.focus();
  await page.keyboard.type("read");
  await page.keyboard.press("ArrowDown");
  t.equal(await panel.locator("[role=option][aria-selected=true]").textContent(), "reading");
  await page.keyboard.press("Enter");
  await says(page, "Saved");
  await page.keyboard.type("new tag,");
  await says(page, "Saved");
  await page.keyboard.type("last");
  await page.keyboard.press("Tab");
  await says(page, "Saved");
  t.same((await stored(other)).tags, ["reading", "new tag", "last"]);
  await tags.focus();
  await page.keyboard.press("Backspace");
  await says(page, "Saved");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await says(page, "Saved");
  t.same((await stored(other)).tags, ["reading"]);
  await page.keyboard.type("databases");
  await page.keyboard.press("Escape");
  t.equal(await tags.inputValue(), "databases", "the first Escape closes the suggestions only");
  await page.keyboard.press("Escape");
  await panel.getByLabel("Title").waitFor({ state: "detached" });
  t.same((await stored(other)).tags, ["reading", "databases"], "nothing is lost by closing the panel");
  await page.locator(`#item-${other} [data-edit]:focus`).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await panel.getByLabel("Title").waitFor();
  t.equal(await panel.getByLabel("Title").inputValue(), "Logging", `bookmark ${id}`);
  t.same(faults, []);
});

t.test("Enter for what an input method proposes adds no tag and takes no suggestion", async (t) => {
  const { page, panel, id, stored } = await open(t);
  const before = (await stored(id)).tags;
  await edit(page, id);
  const tags = panel.getByRole("combobox", { name: "Tags" });
  await tags.fill("ni");
  await page.keyboard.press("ArrowDown");
  await tags.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  t.equal(await tags.inputValue(), "ni");
  await tags.fill("你");
  await page.keyboard.press("Enter");
  await says(page, "Saved");
  t.same((await stored(id)).tags, [...before, "你"]);
});

t.test("the address says what the panel shows: Back closes it, and a reload opens it again", async (t) => {
  const { page, panel, id, other, stored } = await open(t);
  await edit(page, id);
  t.match(page.url(), `/bookmarks#edit-${id}`);
  await panel.locator("[name=note]").fill("Read it");
  await says(page, "Saved");
  await page.reload();
  t.equal(await panel.locator("[name=note]").inputValue(), "Read it");
  await type(page, "Title", "After the reload");
  await says(page, "Saved");
  t.match(await stored(), { note: "Read it", title: "After the reload" });
  await page.locator(`#item-${other} [data-edit]`).click();
  await panel.getByRole("heading", { name: "Indexes" }).waitFor();
  await page.goBack();
  await panel.getByLabel("Title").waitFor({ state: "detached" });
  t.match(page.url(), /\/bookmarks$/);
  await page.goForward();
  await panel.getByRole("heading", { name: "Indexes" }).waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await panel.getByLabel("Title").waitFor({ state: "detached" });
  t.match(page.url(), /\/bookmarks$/);
});

t.test("what somebody else has changed is shown beside what was typed", async (t) => {
  const { page, panel, id, ann, stored, faults } = await open(t);
  await edit(page, id);
  await ann.call("PUT", `/raindrop/${id}`, { note: "From elsewhere", excerpt: "Also from elsewhere" });
  await type(page, "Title", "Mine");
  await says(page, "Saved");
  t.match(await stored(), { title: "Mine", note: "From elsewhere" }, "another field is no conflict");
  t.equal(await panel.getByLabel("Excerpt").inputValue(), "Also from elsewhere");

  const note = panel.locator("[name=note]");
  for (const [button, kept] of [
    ["Save what I typed", "Typed to Save what I typed"],
    ["Use this", "Changed elsewhere"],
  ] as const) {
    await ann.call("PUT", `/raindrop/${id}`, { note: "Changed elsewhere" });
    await type(page, "Note", `Typed to ${button}`);
    const conflict = panel.getByRole("alert").filter({ hasText: "Changed elsewhere" });
    await conflict.waitFor();
    t.equal(await note.inputValue(), `Typed to ${button}`);
    t.equal((await stored()).note, "Changed elsewhere");
    await says(page, "Not saved yet");
    if (kept !== "Changed elsewhere") await checkPage(t, page, "conflict");
    await conflict.getByRole("button", { name: button }).click();
    await says(page, "Saved");
    t.equal((await stored()).note, kept);
    t.equal(await note.inputValue(), kept);
  }
  t.same(faults, []);
});

t.test(
  "a value that is not accepted stays, with the reason beside it, and keeps nothing else from being saved",
  async (t) => {
    const { page, panel, id, stored } = await open(t);
    await edit(page, id);
    await type(page, "Link", "no address");
    await panel.locator("#panel-link-error").waitFor();
    t.equal(await panel.getByLabel("Link", { exact: true }).getAttribute("aria-invalid"), "true");
    await checkPage(t, page, "rejected");
    await type(page, "Title", "Saved nevertheless");
    await says(page, "Not saved yet");
    t.match(await stored(), { title: "Saved nevertheless", link: "https://example.com/" });
    t.equal(await panel.getByLabel("Link", { exact: true }).inputValue(), "no address");
    page.once("dialog", (dialog) => dialog.dismiss());
    await panel.getByRole("button", { name: "Close" }).click();
    t.equal(await panel.getByLabel("Link", { exact: true }).inputValue(), "no address");
    await type(page, "Link", "https://example.com/new");
    await says(page, "Saved");
    t.equal(await panel.locator("#panel-link-error").count(), 0);
    t.equal((await stored()).link, "https://example.com/new");
  },
);

t.test("after the session has ended, people sign in within the panel, and lose nothing", async (t) => {
  const { app, page, panel, id, ann, stored, faults } = await open(t);
  await page.locator(".item-select").first().check();
  await edit(page, id);
  await page.locator("#list [name=tags]").fill("typed in the list");
  await app.context.database.deleteFrom("sessions").execute();
  await type(page, "Note", "Typed before");
  await panel.getByText("Your session had ended").waitFor();
  await checkPage(t, page, "session-ended");
  await panel.getByLabel("E-mail").fill(ann.email);
  await panel.getByLabel("Password").fill("wrong password");
  await panel.getByRole("button", { name: "Sign in" }).click();
  await panel.locator(".panel-sign-in .alert-title").waitFor();
  await signIn(page, ann);
  await says(page, "Saved");
  t.equal((await stored()).note, "Typed before");
  t.equal(await panel.locator("[type=password]").count(), 0);
  t.equal(await page.locator("#list [name=tags]").inputValue(), "typed in the list");
  t.same(withoutFailedLoads(faults), []);
});

t.test("what is typed while the server is away is saved when it is back", async (t) => {
  const { page, panel, id, stored } = await open(t);
  await edit(page, id);
  await page.context().setOffline(true);
  await type(page, "Note", "Typed offline");
  await panel.getByText("the server cannot be reached").waitFor();
  await page.context().setOffline(false);
  await says(page, "Saved");
  t.equal((await stored()).note, "Typed offline");
});

t.test("leaving the page saves first, and asks only if something can't be saved", async (t) => {
  const { page, panel, id, other, stored } = await open(t);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    return dialog.accept();
  });
  await edit(page, id);
  await panel.locator("[name=note]").fill("Typed just before");
  await page.locator("#tree").getByRole("link", { name: "Development" }).click();
  await page.getByRole("heading", { name: "Development", level: 1 }).waitFor();
  t.equal((await stored()).note, "Typed just before");
  await edit(page, id);
  await panel.locator("[name=note]").fill("Typed before the other");
  await page.locator(`#item-${other} [data-edit]`).click();
  await panel.getByRole("heading", { name: "Indexes" }).waitFor();
  t.equal((await stored()).note, "Typed before the other");
  await panel.locator("[name=note]").fill("Typed before sending another form");
  await panel.getByRole("button", { name: "Move to Trash" }).click();
  await page.getByText("Moved to the Trash.").waitFor();
  t.match(await stored(other), { note: "Typed before sending another form", removed: true });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone.").waitFor();
  t.same(dialogs, []);
  await edit(page, id);
  await type(page, "Link", "no address");
  await panel.locator("#panel-link-error").waitFor();
  await page.locator("#tree").getByRole("link", { name: "All bookmarks" }).click();
  await page.getByRole("heading", { name: "All bookmarks", level: 1 }).waitFor();
  t.equal(await panel.getByLabel("Link", { exact: true }).inputValue(), "no address");
  t.same(dialogs, []);
  await page.locator("a.brand").click();
  await page.waitForURL(/\/$/);
  t.same(dialogs, ["beforeunload"]);
});

/** Types a title, whose request is held before or after its handler, and then two notes, which wait for its end. */
async function typeWhileSaving(t: Test, hook: "preHandler" | "onSend") {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const extend = (server: FastifyInstance) => {
    server.addHook(hook, async ({ method, url }: FastifyRequest) => {
      if (method !== "POST" || !/^\/bookmarks\/items\/\d+$/.test(url) || count++ > 0) return;
      arrived.resolve();
      await released.promise;
    });
  };
  const library = await open(t, WIDE, { extend });
  t.teardown(() => released.resolve());
  const { page, panel, id, stored } = library;
  await edit(page, id);
  await type(page, "Title", "Being saved");
  await arrived.promise;
  await panel.locator("[name=note]").fill("Waiting");
  const ofHighlight = panel.locator("[name^=note-]:not([name=note-new])");
  await ofHighlight.fill("Waiting too");
  const isStored = async () => {
    const { note, highlights } = await stored();
    return note === "Waiting" && highlights[0]?.note === "Waiting too";
  };
  t.notOk(await isStored());
  return { ...library, ofHighlight, isStored, release: () => released.resolve() };
}

for (const [hook, moment] of [
  ["preHandler", "before that is stored"],
  ["onSend", "after that is stored"],
] as const) {
  t.test(`what waits for the end of a save is sent too when the page is left ${moment}`, async (t) => {
    const { page, isStored, stored } = await typeWhileSaving(t, hook);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.goto("/account");
    t.same(asked, ["beforeunload"]);
    await until(isStored);
    t.equal((await stored()).title, "Being saved");
  });

  t.test(`what waits for the end of a save is sent too when the page is hidden ${moment}`, async (t) => {
    const { page, panel, ofHighlight, isStored, stored, release } = await typeWhileSaving(t, hook);
    // Playwright would hold the redirects of requests that go on after the page.
    await page.context().unrouteAll();
    await page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"))`);
    await until(isStored);
    await says(page, "Saved");
    release();
    t.equal(await panel.locator("[name=note]").inputValue(), "Waiting");
    t.equal(await ofHighlight.inputValue(), "Waiting too");
    await type(page, "Title", "Saved later");
    await page
      .locator(`#item-${(await stored())._id}`)
      .getByRole("link", { name: "Saved later" })
      .first()
      .waitFor();
    t.match(await stored(), { title: "Saved later", note: "Waiting" });
  });
}

t.test("highlights and the cover", async (t) => {
  const { page, panel, id, stored, faults } = await open(t);
  await edit(page, id);
  await panel.locator("[name=note]").fill("Typed meanwhile");
  await panel.getByText("Add a highlight").click();
  await panel.getByLabel("Text of the highlight").fill("Another passage");
  await panel.getByRole("button", { name: "Add highlight" }).click();
  await says(page, "The highlight is saved.");
  t.equal(await panel.getByLabel("Text of the highlight").inputValue(), "");
  t.match(await stored(), { note: "Typed meanwhile", highlights: { length: 2 } });
  const [first, second] = (await stored()).highlights;
  await panel.locator(`[name="note-${second?._id}"]`).fill("A note");
  await panel.locator(`[name="note-${second?._id}"]`).blur();
  await says(page, "Saved");
  await panel.locator(`[name="color-${second?._id}"]`).selectOption("Blue");
  await says(page, "Saved");
  t.match((await stored()).highlights[1], { note: "A note", color: "blue" });
  await panel.getByRole("button", { name: "Remove highlight" }).first().click();
  await says(page, "The highlight was removed.");
  t.not((await stored()).highlights[0]?._id, first?._id);
  const buffer = await pngOf(640, 480, "#3568c4");
  await panel.getByLabel("Picture").setInputFiles({ name: "cover.png", mimeType: "image/png", buffer });
  await says(page, "The cover was changed.");
  await panel.locator(".preview-picture").waitFor();
  await checkPage(t, page, "cover");
  await panel.getByLabel("Picture").setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await panel.getByRole("alert").waitFor();
  t.same(faults, []);
});

t.test("typing sends few requests", async (t) => {
  const { page, panel, id, stored } = await open(t);
  await edit(page, id);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.method()));
  await panel.locator("[name=note]").pressSequentially("A note of some length, typed fast.", { delay: 10 });
  await panel.locator("[name=note]").blur();
  await says(page, "Saved");
  await page.waitForLoadState("networkidle");
  t.equal((await stored()).note, "A note of some length, typed fast.");
  t.ok(requests.filter((method) => method === "POST").length <= 2, requests.join());
  t.ok(requests.length <= 6, requests.join());
});

t.test("any of many collections is found by its name", async (t) => {
  const { app, ann, page, panel, id, stored } = await open(t);
  await addCollections(app.context.database, ann.id, 300);
  const { _id: wanted } = await ann.addCollection("Éclairs");
  await edit(page, id);
  await panel.getByRole("combobox", { name: "Collection" }).click();
  t.ok((await panel.locator("[role=option]").count()) >= 300);
  await page.keyboard.type("ecl");
  t.equal(await panel.locator("[role=option]").count(), 1);
  await checkPage(t, page, "collections");
  await page.keyboard.press("Enter");
  await says(page, "Saved");
  t.equal((await stored()).collectionId, wanted);

  const field = panel.getByRole("combobox", { name: "Collection" });
  await field.fill("no such");
  t.same(await panel.locator("[role=option]").allTextContents(), ["No collection has this name"]);
  await page.keyboard.press("ArrowDown");
  t.equal(await field.getAttribute("aria-activedescendant"), null, "which is no choice");
  await field.fill("develop datab");
  t.same(await panel.locator("[role=option]").allTextContents(), ["Databases Development"]);
  await field.blur();
  t.equal(await field.inputValue(), "Éclairs");
});

t.test("on a phone, the panel covers the list", async (t) => {
  const { page, id, stored, faults } = await open(t, PHONE);
  await edit(page, id);
  await checkPage(t, page, "panel");
  t.notOk(await page.locator("#list").isVisible());
  await type(page, "Title", "On the phone");
  await says(page, "Saved");
  t.equal((await stored()).title, "On the phone");
  await page.goBack();
  await page.locator("#list").waitFor();
  t.same(faults, []);
});
