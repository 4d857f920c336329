import type { Page } from "playwright-core";
import t from "tap";
import { openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { takeScreenshot, violationsOn } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Ann's bookmarks page, with the collections a, b and c at the top level. */
async function openTree(t: Parameters<typeof openLibrary>[0]) {
  const { app, ann } = await openLibrary(t);
  const ids: Record<string, number> = {};
  for (const title of ["c", "b", "a"]) ids[title] = (await ann.addCollection(title))._id;
  const { page, faults } = await openPage(t, browser, app.base, { viewport: { width: 1280, height: 900 } });
  await openBookmarks(page, ann);
  await page.locator("#tree").hover();
  await page.locator(".tree-more").first().waitFor({ state: "attached" });
  /** The titles of all collections: those of the top level in their order, then the nested ones with their parents. */
  const stored = async () => {
    const roots = (await ann.call("GET", "/collections")).items.map(({ title }) => title);
    const nested = (await ann.call("GET", "/collections/childrens")).items;
    const nameOf = (id?: number) => Object.keys(ids).find((title) => ids[title] === id) ?? id;
    return [...roots, ...nested.map(({ title, parent }) => `${title} in ${nameOf(parent?.$id)}`)];
  };
  return { app, ann, ids, page, faults, stored };
}

const link = (page: Page, title: string) => page.locator("#tree .branches a", { hasText: new RegExp(`^${title} `) });

/** Waits until the tree has collections with these titles, in this order. */
async function waitForTree(page: Page, titles: readonly string[]): Promise<void> {
  const wanted = page.locator("#tree .branches bdi");
  for (const [index, title] of titles.entries())
    await wanted
      .nth(index)
      .and(page.getByText(title, { exact: true }))
      .waitFor();
}

t.test("collections are dragged before, after and into others", async (t) => {
  const { page, faults, stored } = await openTree(t);
  await page.evaluate("globalThis.isSamePage = true");
  const drag = (title: string, target: string, y: number) =>
    link(page, title).dragTo(link(page, target), { targetPosition: { x: 30, y } });
  const heightOf = async (title: string) => (await link(page, title).boundingBox())?.height ?? 0;
  await drag("c", "a", 2);
  await waitForTree(page, ["c", "a", "b"]);
  await drag("c", "b", (await heightOf("b")) - 2);
  await waitForTree(page, ["a", "b", "c"]);
  await drag("c", "a", (await heightOf("a")) / 2);
  await waitForTree(page, ["a", "c", "b"]);
  t.same(await stored(), ["a", "b", "c in a"]);
  t.equal(await page.evaluate("document.activeElement.querySelector('bdi').textContent"), "c");
  t.equal(await page.evaluate("globalThis.isSamePage"), true, "without loading the page again");
  t.same(faults, []);
});

t.test("a collection is moved, nested, renamed and created with the keyboard", async (t) => {
  const { page, faults, stored } = await openTree(t);
  const choose = async (title: string, action: string) => {
    await link(page, title).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menu").waitFor();
    for (let step = 0; step < 12; step++) {
      if ((await page.evaluate("document.activeElement.textContent")) === action) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
  };
  await choose("b", "Move up");
  await waitForTree(page, ["b", "a", "c"]);
  await choose("b", "Move down");
  await waitForTree(page, ["a", "b", "c"]);
  await choose("b", "Move into the one above");
  await page.locator("#tree .branches .branches a").waitFor();
  t.same(await stored(), ["a", "c", "b in a"]);
  await choose("b", "Move out of its collection");
  await page.locator("#tree .branches .branches").waitFor({ state: "detached" });
  t.same(await stored(), ["a", "b", "c"]);
  await choose("c", "Rename");
  await page.keyboard.type("See & <b>sea</b>");
  await page.keyboard.press("Enter");
  await waitForTree(page, ["a", "b", "See & <b>sea</b>"]);
  await choose("a", "Rename");
  await page.keyboard.type("not this");
  await page.keyboard.press("Escape");
  await waitForTree(page, ["a", "b", "See & <b>sea</b>"]);
  t.equal(await page.evaluate("document.activeElement.querySelector('bdi').textContent"), "a");
  await choose("b", "New collection inside");
  await page.keyboard.type("inner");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "inner" }).waitFor();
  t.same(await stored(), ["a", "b", "See & <b>sea</b>", "inner in b"]);
  t.same(faults, []);
});

t.test("the menu of a collection is accessible, and a new title is sent on leaving its field", async (t) => {
  const { page, faults, stored } = await openTree(t);
  await page.getByRole("button", { name: "Actions for b" }).click();
  await page.getByRole("menu").waitFor();
  t.same(await violationsOn(page), []);
  await takeScreenshot(t, page, "tree-menu");
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.keyboard.type("renamed");
  await page.getByLabel("Search in this list").focus();
  await waitForTree(page, ["a", "renamed", "c"]);
  t.same(await stored(), ["a", "renamed", "c"]);
  await page.getByRole("link", { name: "New collection" }).click();
  await page.getByLabel("Title of the collection").fill("fresh");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "fresh" }).waitFor();
  t.same((await stored()).toSorted(), ["a", "c", "fresh", "renamed"]);
  t.same(faults, []);
});
