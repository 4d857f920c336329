import type { Page } from "playwright-core";
import t from "tap";
import { DEVICES, openBookmarks, openBrowser, openPage, withoutFailedLoads } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage, takeScreenshot, violationsOn } from "../support/page-checks.ts";
import { addVariedItems } from "../support/varied-library.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** The titles of the listed items. */
function titlesOn(page: Page): Promise<string[]> {
  return page.locator("[data-item] h2").allTextContents();
}

for (const javaScriptEnabled of [true, false]) {
  t.test(
    `bookmarks are found, changed and restored ${javaScriptEnabled ? "with" : "without"} JavaScript`,
    async (t) => {
      const { app, ann } = await openLibrary(t);
      const { recipes } = await addVariedItems(ann);
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
      if (javaScriptEnabled) {
        t.equal(await page.locator("strong[data-selected]").textContent(), "2 selected");
        await page.getByRole("combobox", { name: "Move to" }).fill("unso");
        await page.getByRole("option", { name: "Unsorted" }).click();
      } else await page.getByLabel("Move to", { exact: true }).selectOption("Unsorted");
      await page.getByRole("button", { name: "Move", exact: true }).click();
      await page.getByText("2 bookmarks moved.").first().waitFor();
      t.same(await titlesOn(page), ["How to keep herbs fresh for longer", "A soup for winter"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("4 bookmarks", { exact: true }).waitFor();

      if (javaScriptEnabled) await page.getByLabel("Select all on this page").check();
      else {
        await page.getByText("Change bookmarks").click();
        await page.getByLabel("Apply to").selectOption("All 4 in this list");
      }
      await page.getByRole("button", { name: "Move to Trash", exact: true }).click();
      if (!javaScriptEnabled) {
        await page.getByRole("heading", { name: "Move 4 bookmarks to the Trash?" }).waitFor();
        await page.getByRole("button", { name: "Yes, all 4" }).click();
      }
      await page.getByText("4 bookmarks moved to the Trash.").first().waitFor();
      await page.goto("/bookmarks/-99");
      for (const title of ["Tea", "Flat bread"]) {
        await page.getByRole("button", { name: `Restore ${title}` }).click();
        await page.getByRole("button", { name: `Restore ${title}` }).waitFor({ state: "detached" });
        t.equal(await status(), "1 bookmark restored.");
      }
      await page.goto(`/bookmarks/${recipes}?sort=sort`);
      const restored = await titlesOn(page);
      t.same(restored.toSorted(), ["Flat bread", "Tea"], "where they were before");
      await page.getByRole("button", { name: `Move up: ${restored[1]}` }).click();
      await page
        .locator("[data-item]", { hasText: restored[1] ?? "" })
        .and(page.locator(":first-child"))
        .waitFor();
      t.same(await titlesOn(page), restored.toReversed());
      await page.goto("/bookmarks/shortcuts");
      t.equal(await page.locator("kbd").count(), 19);
      t.same(faults, []);
    },
  );
}

t.test("keys move between bookmarks, select, search and show the overview, but not in fields", async (t) => {
  const { app, ann } = await openLibrary(t);
  await addVariedItems(ann);
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
  await takeScreenshot(t, page, "shortcuts");
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
  const { recipes } = await addVariedItems(ann);
  const { page, faults } = await openPage(t, browser, app.base, { viewport: { width: 1280, height: 1200 } });
  await openBookmarks(page, ann);
  await page.goto(`/bookmarks/${recipes}?sort=sort&view=simple`);
  const item = (title: string) => page.locator("[data-item]", { hasText: title });
  await item("Flat bread").dragTo(item("Tea"));
  await item("Flat bread").and(page.locator(":first-child")).waitFor();
  await item("Tea").dragTo(page.locator('[data-place="-1"] > a'));
  await page.getByText("1 bookmark moved.").first().waitFor();
  await item("Flat bread").dragTo(page.locator('[data-place="-99"] > a'));
  await page.getByText("1 bookmark moved to the Trash.").first().waitFor();
  t.match(await ann.counts(), { "-1": 2, "-99": 2, [recipes]: 2 });
  t.same(faults, []);
});

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`forms that change many bookmarks are accessible and fit a ${device}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    await addVariedItems(ann);
    const { page, faults } = await openPage(t, browser, app.base, options);
    // Only the checks run scripts: without those of the page, the form has its own pages.
    const nothing = { contentType: "text/javascript", body: "" };
    await page.route(/\/lists\.js$/, (route) => route.fulfill(nothing));
    await openBookmarks(page, ann);
    await page.goto("/bookmarks/-1?sort=sort");
    const bar = page.locator("#selection");
    await page.getByText("Change bookmarks").click();
    await bar.getByRole("button", { name: "Move to Trash" }).click();
    await page.getByRole("alert").waitFor();
    await checkPage(t, page, "bulk");
    await bar.getByLabel("Apply to").selectOption("all");
    await bar.getByRole("button", { name: "Move to Trash" }).click();
    await page.getByRole("heading", { name: /^Move 1 bookmark/ }).waitFor();
    await checkPage(t, page, "bulk-confirm");
    t.same(withoutFailedLoads(faults), []);
  });
}
