import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { DEVICES, openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { violationsOn } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Ann's bookmarks: 60 in "Many", of which the first is important, one in "Inner", which is in "Outer", and none in "Empty". */
async function open(t: Test, options = DEVICES.desktop) {
  const { app, ann } = await openLibrary(t);
  const ids: Record<string, number> = {};
  for (const title of ["Empty", "Outer", "Many"]) ids[title] = (await ann.addCollection(title))._id;
  ids.Inner = (await ann.addCollection("Inner", ids.Outer))._id;
  const links = Array.from({ length: 60 }, (_, index) => ({
    link: `https://example.com/${index}`,
    title: `Page ${String(index).padStart(2, "0")}`,
    important: index === 0,
    collection: { $id: ids.Many },
  }));
  await ann.call("POST", "/raindrops", { items: links });
  await ann.addItem(ids.Inner, { link: "https://example.com/inner", title: "Inner page" });
  const { page, faults } = await openPage(t, browser, app.base, options);
  await openBookmarks(page, ann);
  await page.evaluate("globalThis.isSamePage = true");
  const isSamePage = () => page.evaluate("globalThis.isSamePage === true");
  return { app, ann, ids, page, faults, isSamePage };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
const treeLink = (page: Page, title: string) => page.locator("#tree a", { hasText: title });
const focusedText = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");
const scrolled = (page: Page) => page.evaluate<number>("scrollY");

t.test("a link of the tree shows its list in place, and Back the list before, where it was", async (t) => {
  const { page, ids, faults, isSamePage } = await open(t);
  await page.evaluate("scrollTo(0, 700)");
  await treeLink(page, "Many").click();
  await heading(page, "Many");
  t.equal(await scrolled(page), 0);
  t.match(page.url(), `/bookmarks/${ids.Many}`);
  t.match(await page.title(), /^Many/);
  t.match(await focusedText(page), /^Many/, "the tree keeps the focus");
  t.equal(await page.locator("#tree [aria-current]").textContent(), await treeLink(page, "Many").textContent());
  t.equal(await page.locator("#search-form").getAttribute("action"), `/bookmarks/${ids.Many}`);
  t.match(await page.locator("#add").getAttribute("href"), `collection=${ids.Many}`);
  t.equal(await page.locator("footer [name=back]").count(), 0);
  t.match(await page.locator("footer button").first().getAttribute("formaction"), `bookmarks%2F${ids.Many}`);
  await treeLink(page, "Empty").click();
  await heading(page, "Empty");
  await page.goBack();
  await heading(page, "Many");
  await page.goBack();
  await heading(page, "All bookmarks");
  await page.locator("[data-item]").nth(49).waitFor();
  t.equal(await scrolled(page), 700);
  await page.goForward();
  await heading(page, "Many");
  t.ok(await isSamePage());
  t.same(await violationsOn(page), []);
  t.same(faults, []);
});

t.test("order, layout and filters change the list in place, and what is selected stays", async (t) => {
  const { page, ids, faults, isSamePage } = await open(t);
  await treeLink(page, "Many").click();
  await heading(page, "Many");
  await page.getByLabel("Select Page 59", { exact: true }).check();
  await page.locator("#selection [name=tags]").fill("typed");
  const menu = (text: string) => page.locator("#list summary", { hasText: text });
  await menu("View: ").click();
  await page.getByRole("link", { name: "Grid" }).click();
  await page.locator("ul.items.grid").waitFor();
  t.match(await focusedText(page), /Grid$/, "the menu has the focus");
  t.equal(await page.locator("#list details.menu[open]").count(), 0);
  await menu("Filter").click();
  await page.getByRole("link", { name: "Important" }).click();
  await page.getByText("1 bookmark found").waitFor();
  t.ok(await page.getByRole("link", { name: "Important" }).isVisible(), "others can be chosen");
  await page.getByRole("link", { name: "Important" }).click();
  await page.locator("[data-item]").nth(49).waitFor();
  t.equal(await page.locator("#selection [name=tags]").inputValue(), "typed");
  await page.goBack();
  await page.goBack();
  await page.locator("[data-item]").nth(49).waitFor();
  t.match(page.url(), `/bookmarks/${ids.Many}`);
  t.ok(await isSamePage());
  t.same(faults, []);
});

t.test("Back twice in a row shows the list of the address, whichever response comes first", async (t) => {
  const { page, ids, faults, isSamePage } = await open(t);
  for (const title of ["Many", "Inner", "Many"]) {
    await treeLink(page, title).click();
    await heading(page, title);
  }
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inner = new RegExp(`/bookmarks/${ids.Inner}$`);
  await page.route(inner, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest(inner);
  await page.goBack();
  await asked;
  await page.goBack();
  release();
  await page.waitForLoadState("networkidle");
  t.match(page.url(), `/bookmarks/${ids.Many}`);
  await heading(page, "Many");
  t.ok(await isSamePage());
  await page.unrouteAll();
  await page.goForward();
  await heading(page, "Inner");
  t.ok(await isSamePage());
  t.same(faults, []);
});

t.test("what stays in the list stays selected", async (t) => {
  const { page, isSamePage } = await open(t);
  await treeLink(page, "Many").click();
  await heading(page, "Many");
  await page.getByLabel("Select Page 59", { exact: true }).check();
  await page.locator("#list summary", { hasText: "View: " }).click();
  await page.getByRole("link", { name: "Grid" }).click();
  await page.locator("ul.items.grid").waitFor();
  t.ok(await page.getByLabel("Select Page 59", { exact: true }).isChecked());
  t.equal(await page.locator("strong[data-selected]").textContent(), "1 selected");
  t.ok(await isSamePage());
});

t.test("the links between pages of a list lead to the beginning of the next one", async (t) => {
  const { page, isSamePage } = await open(t);
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("Page 2 of 2").waitFor();
  t.equal(await scrolled(page), 0);
  t.equal(await focusedText(page), "All bookmarks");
  await page.goBack();
  await page.getByText("Page 1 of 2").waitFor();
  t.ok((await scrolled(page)) > 300, "where it was");
  t.ok(await isSamePage());
});

t.test("the panel stays open with what can't be saved while another list is shown", async (t) => {
  const { page, ids, isSamePage } = await open(t);
  await page.locator("[data-edit]").first().click();
  const link = page.locator("#panel").getByLabel("Link", { exact: true });
  await link.fill("no address");
  await treeLink(page, "Empty").click();
  await heading(page, "Empty");
  t.equal(await link.inputValue(), "no address");
  t.match(page.url(), new RegExp(`/bookmarks/${ids.Empty}#edit-\\d+$`));
  await page.goBack();
  await heading(page, "All bookmarks");
  t.equal(await link.inputValue(), "no address");
  t.ok(await isSamePage());
});

t.test("when the server is away, a link loads the page, so that the browser says why", async (t) => {
  const { page, app, ids } = await open(t);
  await page.context().setOffline(true);
  const failed = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
  await treeLink(page, "Empty").click();
  t.equal((await failed).url(), `${app.base}/bookmarks/${ids.Empty}`);
});

t.test("on a phone, a link of the tree closes it", async (t) => {
  const { page, isSamePage } = await open(t, DEVICES.phone);
  await page.locator(".sidebar > summary").click();
  await treeLink(page, "Many").click();
  await heading(page, "Many");
  t.notOk(await page.locator("#tree").isVisible());
  t.equal(await focusedText(page), "Many");
  t.ok(await isSamePage());
});

t.test("arrow keys move in the tree, and open and close what is inside a collection", async (t) => {
  const { page, ids, faults } = await open(t);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return String(await focusedText(page)).replace(/ \d+$/, "");
  };
  await page.locator("#tree-filter").focus();
  t.equal(await press("ArrowDown"), "All bookmarks");
  t.equal(await press("ArrowDown", "ArrowDown"), "My collections");
  t.equal(await press("ArrowRight"), "Many");
  t.equal(await press("ArrowDown"), "Outer");
  t.equal(await press("ArrowLeft", "ArrowDown"), "Empty", "it is closed");
  t.equal(await press("ArrowUp", "ArrowRight"), "Outer");
  t.ok(await treeLink(page, "Inner").isVisible());
  t.equal(await press("ArrowRight"), "Inner");
  t.equal(await press("ArrowRight"), "Inner", "nothing is inside");
  t.equal(await press("ArrowLeft"), "Outer");
  t.equal(await press("ArrowLeft"), "Outer");
  t.notOk(await treeLink(page, "Inner").isVisible());
  t.equal(await press("ArrowLeft"), "My collections");
  t.equal(await press("ArrowLeft"), "My collections");
  t.notOk(await treeLink(page, "Outer").isVisible());
  t.equal(await press("ArrowRight", "Home"), "All bookmarks");
  t.equal(await press("ArrowUp"), "", "the field above");
  await treeLink(page, "Outer").focus();
  await press("Enter");
  await heading(page, "Outer");
  t.match(page.url(), `/bookmarks/${ids.Outer}`);
  await page.goto("/bookmarks");
  t.notOk(await treeLink(page, "Inner").isVisible(), "what was closed stays closed");
  t.same(faults, []);
});
