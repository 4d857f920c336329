import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { DEVICES, openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Titles of all items of a list of 60, the newest first. */
const TITLES = Array.from({ length: 60 }, (_, index) => `Page ${60 - index}`);

const LAYOUTS = ["list", "simple", "grid", "masonry"] as const;

async function addPages({ call }: LibraryOwner, $id = -1): Promise<void> {
  const items = TITLES.toReversed().map((title, index) => ({
    link: `https://example.com/${index}`,
    title,
    collection: { $id },
  }));
  await call("POST", "/raindrops", { items });
}

/** Opens a list of 60 items in a browser. */
async function openList(t: Test, path = "/bookmarks", options: Parameters<typeof openPage>[3] = {}) {
  const { app, ann } = await openLibrary(t);
  await addPages(ann);
  const { page, faults } = await openPage(t, browser, app.base, options);
  await openBookmarks(page, ann);
  await page.goto(path);
  return { ann, page, faults };
}

const boxOf = (page: Page, title: string) => page.getByLabel(`Select ${title}`, { exact: true });

async function selectedOn(page: Page): Promise<string[]> {
  return page.locator("[data-item]:has(.item-select:checked) h2").allTextContents();
}

const focused = (page: Page) =>
  page.evaluate("document.activeElement.closest('[data-item]')?.querySelector('h2').textContent");

/** The bar's number. */
const count = (page: Page) => page.locator("#selection strong[data-selected]").textContent();

const notice = (page: Page) => page.locator(".notice [role=status]");

t.test("Shift selects ranges, by mouse and by key, and the bar never moves the list", async (t) => {
  const { page, faults } = await openList(t);
  const top = async () => (await page.locator("[data-item]").nth(1).boundingBox())?.y;
  const before = await top();
  t.notOk(await page.locator("#selection").isVisible());
  await boxOf(page, "Page 59").click();
  t.equal(await top(), before);
  t.ok(await page.locator("#selection").isVisible());
  await boxOf(page, "Page 56").click({ modifiers: ["Shift"] });
  t.same(await selectedOn(page), ["Page 59", "Page 58", "Page 57", "Page 56"]);
  t.equal(await count(page), "4 selected");
  await boxOf(page, "Page 58").click({ modifiers: ["Shift"] });
  t.same(await selectedOn(page), ["Page 59"], "deselects a range too");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  t.equal(await focused(page), "Page 56");
  await page.keyboard.press("Shift+X");
  t.same(await selectedOn(page), ["Page 59", "Page 58", "Page 57", "Page 56"]);
  await page.keyboard.press("Escape");
  t.same(await selectedOn(page), []);
  t.notOk(await page.locator("#selection").isVisible());
  t.equal(await focused(page), "Page 56");
  await page.getByLabel("Select all on this page").check();
  t.equal(await count(page), "50 selected");
  t.same(faults, []);
});

t.test("all of a search are changed with their true number, and stay selected", async (t) => {
  const { ann, page, faults } = await openList(t, "/bookmarks?search=Page");
  await boxOf(page, "Page 60").click();
  await page.getByRole("button", { name: "Select all 60" }).click();
  t.equal(await count(page), "All 60 selected");
  await page.getByPlaceholder("Tags").fill("new");
  await page.getByRole("button", { name: "Add tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tags to 60 bookmarks?" });
  await dialog.getByRole("link", { name: "Cancel" }).click();
  t.equal((await ann.call("GET", "/raindrops/0?search=%23new")).count, 0);
  t.equal(await page.getByPlaceholder("Tags").inputValue(), "new");
  await page.getByRole("button", { name: "Add tags" }).click();
  await dialog.getByRole("button", { name: "Yes, all 60" }).click();
  await page.getByText("60 bookmarks changed.").first().waitFor();
  t.equal((await ann.call("GET", "/raindrops/0?search=%23new")).count, 60);
  t.equal(await count(page), "All 60 selected");
  t.match(page.url(), /\/bookmarks\?search=Page$/);
  await boxOf(page, "Page 58").click();
  t.equal(await count(page), "49 selected");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone.").first().waitFor();
  t.equal((await ann.call("GET", "/raindrops/0?search=%23new")).count, 0);
  t.equal(await count(page), "49 selected");
  t.same(faults, []);
});

t.test("a collection of 300 is found by parts of its path; the selection, the notice and the focus stay", async (t) => {
  const { ann, page, faults } = await openList(t);
  const { _id: work } = await ann.addCollection("Work");
  const { _id: home } = await ann.addCollection("Home");
  for (let number = 0; number < 298; number++)
    await ann.addCollection(`Notes ${number}`, number % 2 === 0 ? work : home);
  await page.reload();
  await boxOf(page, "Page 60").click();
  await boxOf(page, "Page 59").click();
  const field = page.getByRole("combobox", { name: "Move to" });
  await field.fill("nót wor 28");
  t.same(await page.getByRole("listbox").getByRole("option").allTextContents(), [
    "Notes 288 Work",
    "Notes 286 Work",
    "Notes 284 Work",
    "Notes 282 Work",
    "Notes 280 Work",
    "Notes 228 Work",
    "Notes 128 Work",
    "Notes 28 Work",
  ]);
  await page.evaluate(`import(document.querySelector('link[href$="/fragments.js"]').href)
    .then(({ showFragments }) => showFragments(location.href, { ids: ["list"], history: "keep" }))`);
  t.equal(await page.getByRole("listbox").getByRole("option").count(), 8, "however often the page is refreshed");
  t.equal(await field.getAttribute("aria-expanded"), "true");
  await field.press("ArrowUp");
  t.equal(await page.locator("[aria-selected=true]").textContent(), "Notes 28 Work");
  await field.press("Enter");
  t.equal(await field.inputValue(), "Notes 28");
  t.equal(await page.getByRole("listbox").count(), 0);
  await field.press("Enter");
  t.match(await notice(page).textContent(), "2 bookmarks moved.");
  t.same(await selectedOn(page), ["Page 60", "Page 59"]);
  t.equal(await field.inputValue(), "");
  t.ok(await field.evaluate((element) => element === element.ownerDocument.activeElement));
  const { items } = await ann.call("GET", "/collections/childrens");
  const target = items.find(({ title }) => title === "Notes 28");
  t.equal((await ann.counts())[target?._id ?? 0], 2);
  await field.fill("no such");
  t.same(await page.getByRole("listbox").getByRole("option").allTextContents(), ["No collection has this name"]);
  await field.press("Escape");
  t.equal(await page.getByRole("listbox").count(), 0);
  t.same(await selectedOn(page), ["Page 60", "Page 59"], "Escape in the field only closes its list");
  t.same(faults, []);
});

t.test("a bookmark that leaves the list gives the focus to the next one", async (t) => {
  const { ann, page, faults } = await openList(t, "/bookmarks/-1");
  await boxOf(page, "Page 50").click();
  await page.getByRole("button", { name: "Move to Trash: Page 58" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 bookmark moved to the Trash.").first().waitFor();
  t.equal(await focused(page), "Page 57");
  t.same(await selectedOn(page), ["Page 50"]);
  await page.keyboard.press("z");
  await page.getByText("The change was undone.").first().waitFor();
  t.equal((await ann.counts())[-99], 0);
  t.ok(await page.getByRole("button", { name: "Move to Trash: Page 58" }).count());
  await page.locator("#selection").getByRole("button", { name: "Move to Trash" }).click();
  await page.getByText("1 bookmark moved to the Trash.").first().waitFor();
  t.equal(await focused(page), "Page 49", "the bar is gone");
  t.same(faults, []);
});

for (const layout of LAYOUTS) {
  t.test(`keys go through the items in the order of reading, and change them, in the layout ${layout}`, async (t) => {
    const { ann, page, faults } = await openList(t, `/bookmarks?view=${layout}`);
    for (const title of TITLES.slice(0, 6)) {
      await page.keyboard.press("j");
      t.equal(await focused(page), title);
    }
    await page.keyboard.press("k");
    t.equal(await focused(page), "Page 56");
    await page.keyboard.press("s");
    await page.getByText("1 bookmark changed.").first().waitFor();
    t.equal((await ann.call("GET", "/raindrops/0?search=important%3Atrue")).items[0]?.title, "Page 56");
    t.equal(await focused(page), "Page 56");
    await page.keyboard.press("x");
    t.same(await selectedOn(page), ["Page 56"]);
    await page.keyboard.press("t");
    await page.keyboard.type("by key");
    await page.keyboard.press("Enter");
    await page.locator("#tag-names > [value='by key']").waitFor({ state: "attached" });
    t.equal((await ann.call("GET", "/raindrops/0?search=%23%22by+key%22")).count, 1);
    t.same(await selectedOn(page), ["Page 56"]);
    await boxOf(page, "Page 56").focus();
    const opened = page.waitForRequest("https://example.com/**").catch(() => undefined);
    await page.keyboard.press("Enter");
    t.match((await opened)?.url(), "https://example.com/55", "Enter on the box opens the page");
    t.same(
      faults.filter((fault) => !fault.includes("https://example.com/55") && !fault.includes("ERR_FAILED")),
      [],
    );
  });
}

t.test("what is typed in the bar stays, whatever else changes the list", async (t) => {
  const { page, faults } = await openList(t);
  await boxOf(page, "Page 60").click();
  await page.getByPlaceholder("Tags").fill("half a ta");
  await page.getByRole("button", { name: "Important: Page 59" }).click();
  await page.getByText("1 bookmark changed.").first().waitFor();
  t.equal(await page.getByPlaceholder("Tags").inputValue(), "half a ta");
  await page.locator("#selection").getByRole("button", { name: "Not important" }).click();
  await page.getByText("Nothing was changed").first().waitFor();
  t.equal(await page.getByPlaceholder("Tags").inputValue(), "half a ta");
  await page.evaluate(`import(document.querySelector('link[href$="/fragments.js"]').href)
    .then(({ showFragments }) => showFragments("/bookmarks?search=Page", { ids: ["list"] }))`);
  t.equal(await page.getByPlaceholder("Tags").inputValue(), "half a ta");
  t.same(await selectedOn(page), ["Page 60"]);
  await page.locator("#selection").getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("alert").waitFor();
  t.equal(await page.getByPlaceholder("Tags").inputValue(), "half a ta");
  t.same(await selectedOn(page), ["Page 60"]);
  t.same(faults, []);
});

t.test("the button for tags goes to the bar, for its bookmark or for all that are selected", async (t) => {
  const { page, faults } = await openList(t);
  await boxOf(page, "Page 60").click();
  await boxOf(page, "Page 59").click();
  await page.getByRole("link", { name: "Tags: Page 60" }).click();
  t.same(await selectedOn(page), ["Page 60", "Page 59"]);
  await page.getByRole("link", { name: "Tags: Page 55" }).click();
  t.same(await selectedOn(page), ["Page 55"]);
  t.ok(await page.getByPlaceholder("Tags").evaluate((field) => field === field.ownerDocument.activeElement));
  t.same(faults, []);
});

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`the bar, the picker and the page of changes are accessible and fit a ${device}`, async (t) => {
    const { ann, page, faults } = await openList(t, "/bookmarks", options);
    await ann.addCollection("A collection with a name that is much longer than the field in which it is chosen");
    await page.reload();
    await boxOf(page, "Page 60").click();
    if (options.isMobile === true) await page.locator("#selection summary").click();
    await page.getByRole("combobox", { name: "Move to" }).click();
    await page.getByRole("listbox").waitFor();
    await checkPage(t, page, "selection");
    await page.getByRole("option", { name: "A collection" }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("1 bookmark moved.").first().waitFor();
    await checkPage(t, page, "moved");
    await page.getByRole("link", { name: "All changes" }).click();
    await page.getByRole("heading", { name: "Changes that you can undo" }).waitFor();
    await checkPage(t, page, "changes");
    t.same(faults, []);
  });
}
