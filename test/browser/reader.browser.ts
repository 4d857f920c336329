import t from "tap";
import { DEVICES, openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { checkPage } from "../support/page-checks.ts";
import { openWorld } from "../support/page-list.ts";
import { selectText } from "../support/person-at-browser.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

for (const [device, options] of Object.entries(DEVICES))
  t.test(`selecting text of an article highlights it on a ${device}`, async (t) => {
    const { app, ann, item } = await openWorld(t);
    const { page, faults } = await openPage(t, browser, app.base, options);
    await openBookmarks(page, ann);
    await page.goto(`/bookmarks?search=_id:${item}`);
    await page.getByRole("link", { name: /^Read / }).click();
    await page.locator("[data-reader]").waitFor();
    t.equal(await page.locator("mark").count(), 3, "a highlight over the edges of elements");
    const form = page.locator("[data-highlighter]");
    t.notOk(await form.isVisible());
    await selectText(page, "Readers do", "block writers");
    await form.waitFor();
    await checkPage(t, page, "with a selection");
    await page.evaluate("getSelection().removeAllRanges()");
    await form.waitFor({ state: "hidden" });
    await selectText(page, "Sync it", "luck");
    await form.waitFor();
    await page.getByRole("button", { name: "Green" }).click();
    t.equal(await page.getByRole("status").textContent(), "The highlight is saved.");
    t.same(await page.locator("mark.mark-green").allTextContents(), ["Sync it", "with ", "luck"]);
    const { highlights } = (await ann.call("GET", `/raindrop/${item}`)).item;
    t.match(highlights[2], { color: "green", position: /^\d+$/ });

    // All widths are those of a phone.
    if (device !== "phone") await page.getByRole("link", { name: "Wide" }).click();
    await page.getByRole("link", { name: "Very large" }).click();
    const chosen = `reader width-${device === "phone" ? "medium" : "wide"} size-huge`;
    t.equal(await page.locator("article").getAttribute("class"), chosen);
    await page.getByRole("button", { name: "Dark" }).click();
    t.equal(await page.locator("article").getAttribute("class"), chosen);
    await checkPage(t, page, "very large");
    t.same(faults, []);
  });

t.test("text that was selected before the script arrived can be highlighted", async (t) => {
  const { app, ann, item } = await openWorld(t);
  const { page, faults } = await openPage(t, browser, app.base);
  await openBookmarks(page, ann);
  const held = Promise.withResolvers<void>();
  await page.route(/\/reader-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/bookmarks/items/${item}/reader`, { waitUntil: "commit" });
  await page.getByText("Sync it").first().waitFor();
  await selectText(page, "Sync it", "luck");
  held.resolve();
  await page.locator("[data-highlighter]").waitFor();
  t.same(faults, []);
});
