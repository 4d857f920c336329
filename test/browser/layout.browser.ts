import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { DEVICES, openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { ...DEVICES.phone, viewport: { width: 390, height: 844 } };

/** What a list shows on the screen, in pixels. */
interface Measures {
  /** From the top of the window to the first row. */
  readonly above: number;
  /** The heights of all rows, each once. */
  readonly heights: readonly number[];
  /** The rows that are on the screen as a whole. */
  readonly visible: number;
}

/** Runs in the browser: measures the rows of the list. */
const MEASURE = `(() => {
  const rows = [...document.querySelectorAll("[data-item]")].map((row) => row.getBoundingClientRect());
  return {
    above: rows[0].top,
    heights: [...new Set(rows.map(({ height }) => height))],
    visible: rows.filter(({ bottom }) => bottom <= innerHeight).length,
  };
})()`;

const measure = (page: Page): Promise<Measures> => page.evaluate(MEASURE);

/** A library of 300 collections, and the id of one of them with a description. */
async function openLarge(t: Test) {
  const { app, ann } = await openLibrary(t);
  const { ids } = await fillLibrary(app.context.database, ann.id, { collections: 300, items: 1500, depth: 4 });
  const [id = 0] = ids;
  await ann.call("PUT", `/collection/${id}`, { description: "What these bookmarks are about. ".repeat(20) });
  const items = Array.from({ length: 40 }, (_, index) => ({
    title: `${index}: ${"a long title ".repeat(15)}`,
    link: `https://${"long-name.".repeat(index)}example.com/`,
    excerpt: "An excerpt. ".repeat(30),
    note: index % 2 === 0 ? "A note\n".repeat(20) : "",
    tags: Array.from({ length: index }, (_, tag) => `tag ${tag}`),
    collection: { $id: id },
  }));
  await ann.call("POST", "/raindrops", { items });
  return { app, ann, id };
}

for (const [device, options, maxAbove] of [
  ["desktop", DESKTOP, 140],
  ["phone", PHONE, 200],
] as const) {
  t.test(`lists begin high on a ${device}, in rows of one height`, async (t) => {
    const { app, ann, id } = await openLarge(t);
    const { page, faults } = await openPage(t, browser, app.base, options);
    await openBookmarks(page, ann);
    for (const path of ["/bookmarks", `/bookmarks/${id}`]) {
      for (const [view, least, most] of [
        ["list", 64, 64],
        ["simple", 36, 44],
      ] as const) {
        await page.goto(`${path}?view=${view}`);
        const { above, heights, visible } = await measure(page);
        t.ok(above <= maxAbove, `${above} pixels above ${path} as ${view}`);
        t.equal(heights.length, 1, `${path} as ${view} has rows of ${heights.join(" and ")} pixels`);
        t.ok(heights.every((height) => height >= least && height <= most));
        t.ok(visible >= (view === "simple" ? 15 : 10), `${visible} rows of ${view} are visible`);
      }
    }
    t.same(faults, []);
  });
}

for (const view of ["list", "simple"])
  t.test(`what matters of a bookmark is not hidden on a phone, with the view ${view}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const { _id: id } = await ann.addCollection("Recipes");
    const title = "A long title ".repeat(10);
    const item = await ann.addItem(id, { title, link: `https://${"long-name.".repeat(20)}example.com/`, tags: ["a"] });
    const query = app.context.database.updateTable("items").set({ broken: 1 });
    await query.where("id", "=", item._id).execute();
    const { page } = await openPage(t, browser, app.base, PHONE);
    await openBookmarks(page, ann);
    await page.goto(`/bookmarks?view=${view}`);
    const row = page.locator("[data-item]");
    const shown = view === "list" ? ["Broken", "Recipes"] : ["Broken"];
    for (const text of shown) {
      const box = await row.getByText(text, { exact: true }).boundingBox();
      t.ok(box !== null && box.width > 40 && box.x + box.width <= 390, `${text}: ${JSON.stringify(box)}`);
    }
  });

t.test("the first bookmark is at most 12 tab stops from the top, and the tree comes after the list", async (t) => {
  const { app, ann, id } = await openLarge(t);
  const { page } = await openPage(t, browser, app.base, DESKTOP);
  await openBookmarks(page, ann);
  for (const path of ["/bookmarks?view=list", `/bookmarks/${id}?view=simple`, `/bookmarks/${id}?view=grid`]) {
    await page.goto(path);
    let stops = 0;
    do {
      await page.keyboard.press("Tab");
      stops += 1;
      t.notOk(await page.evaluate("document.activeElement.closest('#tree') !== null"), `${path}: stop ${stops}`);
    } while (stops < 30 && !(await page.evaluate("document.activeElement.closest('[data-item]') !== null")));
    t.ok(stops <= 12, `${path}: ${stops} tab stops`);
  }
});

t.test("cards are in the order in which they are read, with tags and notes", async (t) => {
  const { app, ann, id } = await openLarge(t);
  for (const options of [DESKTOP, PHONE]) {
    const { page } = await openPage(t, browser, app.base, options);
    await openBookmarks(page, ann);
    for (const view of ["grid", "masonry"]) {
      await page.goto(`/bookmarks/${id}?view=${view}`);
      const places: readonly { x: number; y: number }[] = await page.evaluate(
        "[...document.querySelectorAll('[data-item]')].map((card) => card.getBoundingClientRect())",
      );
      const follows = places
        .slice(1)
        .map(({ x, y }, index) => y > (places[index]?.y ?? 0) || x > (places[index]?.x ?? 0));
      t.notOk(follows.includes(false), `${view}: each card is right of the one before it, or below`);
      for (const part of [".cover", ".note", ".tags"])
        t.ok(await page.locator(`[data-item] ${part}`).first().isVisible());
    }
  }
});

t.test("the tree scrolls by itself, shows where one is, and finds collections", async (t) => {
  const { app, ann, id } = await openLarge(t);
  const { page, faults } = await openPage(t, browser, app.base, DESKTOP);
  await openBookmarks(page, ann);
  await page.goto(`/bookmarks/${id}`);
  const current = page.locator("#tree [aria-current]");
  const box = await current.boundingBox();
  t.ok((box?.y ?? 0) > 0 && (box?.y ?? 900) < 900, "the current collection is in sight");
  t.equal(await page.evaluate("scrollY"), 0, "the page has not moved");
  const places = page.locator("#tree .branches [data-place]:visible");
  await page.getByLabel("Find a collection").fill("collection 299");
  t.equal((await places.count()) >= 1, true);
  t.ok((await places.count()) < 10, "that one, and those above it");
  await page.getByLabel("Find a collection").fill("nothing like that");
  t.equal(await places.count(), 0);
  await page.getByText("No collection has this name.").waitFor();
  await page.getByLabel("Find a collection").fill("");
  t.equal(await page.locator("#tree .branches [data-place]").count(), 300);
  t.same(faults, []);
});

for (const javaScriptEnabled of [true, false]) {
  t.test(`collections open and close ${javaScriptEnabled ? "and stay so" : "without JavaScript"}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const { _id: parent } = await ann.addCollection("Parent");
    await ann.addCollection("Child", parent);
    const { page } = await openPage(t, browser, app.base, { ...DESKTOP, javaScriptEnabled });
    await openBookmarks(page, ann);
    const child = page.locator("#tree").getByText("Child", { exact: true });
    const isShown = () => child.isVisible();
    const toggle = page.locator("#tree .branch-toggle");
    t.ok(await isShown());
    await toggle.click();
    t.notOk(await isShown());
    if (!javaScriptEnabled) return;
    await page.reload();
    t.notOk(await isShown());
    await toggle.press("Enter");
    await page.reload();
    t.ok(await isShown());
  });
}

t.test("on a phone, the tree opens over the list, and nothing of the header is cut", async (t) => {
  const { app, ann } = await openLarge(t);
  for (const locale of ["en-GB", "de-DE"]) {
    const { page } = await openPage(t, browser, app.base, { ...PHONE, javaScriptEnabled: false, locale });
    await page.goto("/bookmarks");
    await page.locator("#email").fill(ann.email);
    await page.locator("#password").fill(ann.password);
    await page.locator("main form button:not([aria-hidden])").first().click();
    await page.locator(".list-head").waitFor();
    // By then it has its style.
    await page.waitForLoadState();
    const before = await measure(page);
    await page.locator(".sidebar > summary").click();
    t.ok(await page.locator("#tree [aria-current]").isVisible());
    t.same(await measure(page), before, "the list stays where it is");
    const cut: readonly string[] =
      await page.evaluate(`[...document.querySelectorAll(".banner a, .banner input, .tools summary")]
      .filter((element) => { const { left, right, width } = element.getBoundingClientRect(); return width > 0 && (left < 0 || right > innerWidth); })
      .map((element) => element.outerHTML)`);
    t.same(cut, [], locale);
  }
});

t.test("menus close on Escape and on a click elsewhere, and choices apply at once", async (t) => {
  const { app, ann } = await openLarge(t);
  const { page } = await openPage(t, browser, app.base, DESKTOP);
  await openBookmarks(page, ann);
  const order = page.locator(".tools .menu", { hasText: "Newest first" });
  const choices = order.locator("a");
  await order.locator("summary").click();
  t.ok(await choices.first().isVisible());
  await page.keyboard.press("Escape");
  t.notOk(await choices.first().isVisible());
  t.equal(await page.evaluate("document.activeElement.textContent"), "Order: Newest first");
  await order.locator("summary").click();
  await page.locator("h1").click();
  t.notOk(await choices.first().isVisible());
  await order.locator("summary").click();
  await page.getByRole("link", { name: "Title, A to Z" }).click();
  await page.locator(".tools .menu", { hasText: "Title, A to Z" }).waitFor();
  await page.goto("/bookmarks");
  await page.locator(".tools .menu", { hasText: "Title, A to Z" }).waitFor();
});
