import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import t from "tap";
import { pageFormOf } from "../../harness/forms.ts";
import { openBrowser, openPage, signIn } from "../support/browser.ts";
import { HOSTILE } from "../support/hostile-pages.ts";
import { openLibrary } from "../support/library.ts";
import { checkPage } from "../support/page-checks.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

/** Whether a script of a hostile page has run. The click on a form may be loading the page again meanwhile. */
async function hasRun(page: Page, attempts = 5): Promise<boolean> {
  await page.waitForLoadState();
  try {
    return await page.evaluate('"ran" in window');
  } catch (error) {
    if (attempts === 1) throw error;
    return hasRun(page, attempts - 1);
  }
}

t.test("hostile pages run no script and send no request, with and without the policy of the response", async (t) => {
  const { app, ann } = await openLibrary(t);
  // Serves the stored bytes alone, so that it is not only the header that protects.
  const texts = new Map<string, string>();
  const bare = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(texts.get(url) ?? "");
  });
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  t.teardown(() => bare.close());
  const other = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  t.teardown(() => page.close());
  const requests: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
  for (const [index, html] of HOSTILE.entries()) {
    const form = await pageFormOf(html, { url: `https://example.com/${index}` });
    const { body } = await ann.request("POST", "/copies", form.body, form.headers);
    const { item } = body as { item: { _id: number } };
    const found = await ann.request("GET", `/raindrop/${item._id}/cache`);
    const served = app.base + found.headers.get("location");
    // Without its own policy, only what was removed protects.
    const text = await (await fetch(served)).text();
    texts.set(`/${index}`, text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
    for (const address of [served, `${other}/${index}`]) {
      requests.length = 0;
      await page.goto(address);
      const target = page.locator("#click");
      if ((await target.count()) > 0)
        await target
          .first()
          .click({ timeout: 2_000, noWaitAfter: true })
          .catch(() => {});
      await page.waitForTimeout(30);
      const others = requests.filter(
        (url) => !url.startsWith("data:") && new URL(url).pathname !== new URL(address).pathname,
      );
      t.same(
        others.filter((url) => !/\/favicon\.ico$/.test(url)),
        [],
        html,
      );
      t.equal(await hasRun(page), false, html);
    }
  }
  t.same(dialogs, []);
});

for (const javaScriptEnabled of [true, false]) {
  t.test(`a copy is opened and removed ${javaScriptEnabled ? "with" : "without"} JavaScript`, async (t) => {
    const { app, ann } = await openLibrary(t);
    const form = await pageFormOf("<title>Kept</title><h1>Kept page</h1>", { url: "https://example.com/kept" });
    await ann.request("POST", "/copies", form.body, form.headers);
    const [{ _id: id } = { _id: 0 }] = (await ann.call("GET", "/raindrops/0")).items;
    const { page, faults } = await openPage(t, browser, app.base, { javaScriptEnabled });
    await page.goto("/account/sign-in");
    await signIn(page, ann);
    await page.goto(`/bookmarks/items/${id}`);
    if (javaScriptEnabled) await checkPage(t, page, "bookmark-copy");
    await page.getByRole("link", { name: "Open the copy" }).click();
    await page.getByRole("heading", { name: "Kept page" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Remove the copy" }).click();
    t.equal(await page.getByRole("status").textContent(), "The copy was removed.");
    t.equal(await page.getByRole("link", { name: "Open the copy" }).count(), 0);
    t.same(faults, []);
  });
}
