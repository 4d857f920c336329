import type { Page } from "playwright-core";
import t from "tap";
import { violationsOn } from "../support/accessibility.ts";
import {
  DEVICES,
  fitsInWidth,
  openBookmarks,
  openBrowser,
  openPage,
  SCREENSHOTS,
  withoutFailedLoads,
} from "../support/browser.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Adds collections and items, some with texts that are hard to show. Returns the ids of two collections. */
async function fill({ addCollection, addItem, call }: LibraryOwner) {
  const { _id: development } = await addCollection("Development", undefined, { description: "What I read for work." });
  const { _id: databases } = await addCollection("Databases", development);
  const { _id: recipes } = await addCollection("وصفات طبخ", undefined, { view: "grid" });
  await addCollection("x".repeat(80), databases);
  await addItem(databases, {
    title: "Write-ahead logging",
    link: "https://www.sqlite.example/wal.html",
    excerpt: "The default method by which SQLite implements atomic commit and rollback is a rollback journal.",
    note: "Read again before the talk.",
    tags: ["databases", "to read"],
    important: true,
    highlights: [{ text: "Readers do not block writers and a writer does not block readers.", note: "The point." }],
  });
  await addItem(databases, { title: "y".repeat(200), link: `https://example.com/${"z".repeat(300)}`, broken: true });
  const titles = ["Flat bread", "A soup for winter", "How to keep herbs fresh for longer", "Tea"];
  for (const title of titles) {
    const link = `https://${title.toLowerCase().replaceAll(" ", "-")}.example.com/`;
    await addItem(recipes, { title, link, excerpt: `All about it: ${title}.`, tags: ["food"] });
  }
  await addItem(-1, { title: "عنوان من اليمين إلى اليسار", type: "article" });
  const { _id: old } = await addItem(-1, { title: "An old page" });
  await call("DELETE", `/raindrop/${old}`);
  return { databases, recipes };
}

/** The titles of the listed items. */
function titlesOn(page: Page): Promise<string[]> {
  return page.locator("[data-item] h2").allTextContents();
}

for (const javaScriptEnabled of [true, false]) {
  t.test(
    `bookmarks are found, changed and restored ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    async (t) => {
      const { app, ann } = await openLibrary(t);
      const { recipes } = await fill(ann);
      const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
      await openBookmarks(page, ann);
      const status = () => page.locator(".notice [role=status]").textContent();
      await page.getByLabel("Search in this list").fill("tea");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByText("1 bookmark found").waitFor();
      t.same(await titlesOn(page), ["Tea"]);

      await page.goto(`/bookmarks/${recipes}`);
      await page.getByLabel("Select Tea").check();
      await page.getByLabel("Select Flat bread").check();
      if (javaScriptEnabled) t.equal(await page.locator("[data-selected]").textContent(), "2 selected");
      else await page.getByText("Change bookmarks").click();
      await page.getByLabel("Move to").selectOption("Unsorted");
      await page.getByRole("button", { name: "Move", exact: true }).click();
      t.equal(await status(), "The bookmarks were moved.");
      t.same(await titlesOn(page), ["How to keep herbs fresh for longer", "A soup for winter"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("4 bookmarks", { exact: true }).waitFor();

      await page.getByText("Change bookmarks").click();
      await page.getByLabel("Apply to").selectOption("All 4 in this list");
      await page.getByRole("button", { name: "Move to Trash" }).click();
      await page.getByRole("heading", { name: "Move 4 bookmarks to the Trash?" }).waitFor();
      await page.getByRole("button", { name: "Yes, all 4" }).click();
      t.equal(await status(), "The bookmarks are in the Trash.");
      await page.goto("/bookmarks/-99");
      await page.getByRole("button", { name: "Restore Tea" }).click();
      t.equal(await status(), "The bookmarks were restored.");
      await page.goto("/bookmarks/-1?sort=-sort");
      t.same((await titlesOn(page)).slice(0, 2), ["عنوان من اليمين إلى اليسار", "Tea"]);
      await page.getByRole("button", { name: "Up Tea" }).click();
      await page.waitForURL(/#item-/);
      t.same((await titlesOn(page)).slice(0, 2), ["Tea", "عنوان من اليمين إلى اليسار"]);
      await page.goto("/bookmarks/shortcuts");
      t.equal(await page.locator("kbd").count(), 9);
      t.same(faults, []);
    },
  );
}

t.test("keys move between bookmarks, select, search and show the overview, but not in fields", async (t) => {
  const { app, ann } = await openLibrary(t);
  await fill(ann);
  const { page, faults } = await openPage(t, browser, app.base);
  await openBookmarks(page, ann);
  const focused = () => page.evaluate("document.activeElement.closest('[data-item]')?.querySelector('h2').textContent");
  const titles = await titlesOn(page);
  await page.keyboard.press("j");
  t.equal(await focused(), titles[0]);
  await page.keyboard.press("j");
  t.equal(await focused(), titles[1]);
  await page.keyboard.press("x");
  t.equal(await page.locator(".item-select:checked").count(), 1);
  await page.keyboard.press("k");
  t.equal(await focused(), titles[0]);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.screenshot({ path: `${SCREENSHOTS}bookmarks-shortcuts.png` });
  t.same(await violationsOn(page), []);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  t.equal(await focused(), titles[0]);
  await page.keyboard.press("/");
  await page.keyboard.type("jkx?");
  t.equal(await page.getByLabel("Search in this list").inputValue(), "jkx?");
  t.equal(await page.getByRole("dialog").count(), 0);
  await page.goto("/bookmarks/shortcuts");
  await page.getByLabel("Use these shortcuts").uncheck();
  await page.goto("/bookmarks");
  await page.keyboard.press("j");
  t.equal(await focused(), undefined, "switched off");
  t.same(faults, []);
});

t.test("bookmarks are dragged to a collection, to the Trash, and within their own order", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { recipes } = await fill(ann);
  const { page, faults } = await openPage(t, browser, app.base, { viewport: { width: 1280, height: 1200 } });
  await openBookmarks(page, ann);
  await page.goto(`/bookmarks/${recipes}?sort=-sort&view=simple`);
  const item = (title: string) => page.locator("[data-item]", { hasText: title });
  await item("Flat bread").dragTo(item("Tea"));
  await page.waitForURL(/#item-/);
  t.equal((await titlesOn(page))[0], "Flat bread");
  await item("Tea").dragTo(page.locator('[data-place="-1"] > a'));
  await page.getByText("The bookmarks were moved.").waitFor();
  await item("Flat bread").dragTo(page.locator('[data-place="-99"] > a'));
  await page.getByText("The bookmarks are in the Trash.").waitFor();
  t.match(await ann.counts(), { "-1": 2, "-99": 2, [recipes]: 2 });
  t.same(faults, []);
});

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    t.test(`the lists of bookmarks are accessible and fit a ${device} in ${colorScheme} colours`, async (t) => {
      const { app, ann } = await openLibrary(t);
      const { databases, recipes } = await fill(ann);
      const { page, faults } = await openPage(t, browser, app.base, { ...options, colorScheme });
      await openBookmarks(page, ann);
      const checkPage = async (name: string, path: string) => {
        await page.goto(path);
        await checkOpened(name);
      };
      const checkOpened = async (name: string) => {
        await page.screenshot({ path: `${SCREENSHOTS}${name}-${device}-${colorScheme}.png`, fullPage: true });
        t.same(await violationsOn(page), [], `${name}: axe-core finds nothing`);
        t.ok(await fitsInWidth(page), `${name}: no horizontal scrolling`);
      };
      await checkPage("bookmarks", "/bookmarks");
      await checkPage("bookmarks-collection", `/bookmarks/${databases}`);
      for (const view of ["simple", "grid", "masonry"]) await checkPage(`bookmarks-${view}`, `/bookmarks?view=${view}`);
      await checkPage("bookmarks-search", `/bookmarks/${recipes}?search=type:link+tea`);
      await checkPage("bookmarks-trash", "/bookmarks/-99");
      await checkPage("bookmarks-trash-empty", "/bookmarks/-99/empty");
      await checkPage("bookmarks-none", `/bookmarks/${recipes}?search=nothing+type:films`);
      await checkPage("bookmarks-collections", "/bookmarks/collections");
      await checkPage("bookmarks-shortcuts-page", "/bookmarks/shortcuts");
      await page.goto("/bookmarks/-1?sort=-sort");
      await page.getByText("Change bookmarks").click();
      await page.getByRole("button", { name: "Move to Trash" }).click();
      await page.getByRole("alert").waitFor();
      await checkOpened("bookmarks-bulk");
      await page.getByLabel("Apply to").selectOption("all");
      await page.getByRole("button", { name: "Move to Trash" }).click();
      await page.getByRole("heading", { name: /^Move 1 bookmark/ }).waitFor();
      await checkOpened("bookmarks-bulk-confirm");
      t.same(withoutFailedLoads(faults), []);
    });
  }
}
