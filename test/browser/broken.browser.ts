import t from "tap";
import { DEVICES, openBrowser, openPage, signIn } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const LONG = `https://example.com/${"a-very-long-part-of-an-address/".repeat(5)}`;

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`the page of broken links on a ${device}`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const { database, clock } = app.context;
    for (const [title, link, seen] of [
      ["Write-ahead logging", "https://example.com/articles/logging", "404"],
      ["A site that is gone", LONG, "dns"],
      ["Marked by hand", "https://example.com/other", undefined],
    ] as const) {
      const { _id: item_id } = await ann.addItem(-1, { title, link, broken: true });
      const row = { item_id, due_at: clock(), failures: 3, first_failed_at: clock() };
      if (seen !== undefined)
        await database
          .insertInto("link_checks")
          .values({ ...row, seen })
          .execute();
    }
    const open = async (javaScriptEnabled: boolean) => {
      const { page, faults } = await openPage(t, browser, app.base, { ...options, javaScriptEnabled });
      await page.goto("/account/sign-in");
      await signIn(page, ann);
      await page.goto("/bookmarks/broken");
      return { page, faults };
    };
    const { page: checked } = await open(true);
    await checkPage(t, checked, "broken");
    const marked = checked.locator('input[name="ids"]:checked');
    await checked.getByLabel("Select all").check();
    t.equal(await marked.count(), 3);
    await checked.getByLabel("Select Write-ahead logging").uncheck();
    t.notOk(await checked.getByLabel("Select all").isChecked());
    t.equal(await marked.count(), 2);
    const { page, faults } = await open(false);
    await page.getByLabel("Select Write-ahead logging").check();
    await page.getByRole("button", { name: "Mark as working" }).click();
    t.equal(await page.getByText("2 broken links").count(), 1);
    await page.getByLabel("Select A site that is gone").check();
    await page.getByRole("button", { name: "Move to Trash" }).click();
    t.equal(await page.getByText("1 broken link").count(), 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.goto("/bookmarks/broken");
    t.equal(await page.getByText("2 broken links").count(), 1);
    t.same(faults, []);
  });
}
