import t from "tap";
import { loadContracts } from "../../scripts/contracts.ts";
import { violationsOn } from "../support/accessibility.ts";
import { openApp } from "../support/app.ts";
import { DEVICES, fitsInWidth, openBrowser, openPage, SCREENSHOTS } from "../support/browser.ts";

const OPEN_EVERYTHING = "document.querySelectorAll('details').forEach((details) => { details.open = true; })";
const WITHOUT_CONTRAST = { "color-contrast": { enabled: false } };

const contracts = loadContracts();
const browser = await openBrowser();
t.teardown(() => browser.close());

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    t.test(`the pages about the API are accessible and fit a ${device} in ${colorScheme} colours`, async (t) => {
      const { base } = await openApp(t);
      const { page, faults } = await openPage(t, browser, base, { ...options, colorScheme });
      for (const path of ["/docs/", "/docs/quickstart", "/docs/catalogue", "/docs/proof"]) {
        await page.goto(path);
        const name = path.replace("/docs/", "") || "operations";
        await page.screenshot({ path: `${SCREENSHOTS}docs-${name}-${device}-${colorScheme}.png`, fullPage: true });
        await page.evaluate(OPEN_EVERYTHING);
        t.same(await violationsOn(page), [], path);
        t.ok(await fitsInWidth(page), `${path} needs no horizontal scrolling`);
      }
      t.same(faults, []);
    });
  }
}

// Contrast takes most of the time, and these pages have the same styles as the catalogue's.
t.test("the reference of every contract is accessible, with everything open", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  for (const { name } of contracts) {
    await page.goto(`/docs/${name}`);
    await page.evaluate(OPEN_EVERYTHING);
    t.same(await violationsOn(page, WITHOUT_CONTRAST), [], name);
    t.ok(await fitsInWidth(page), `${name} needs no horizontal scrolling`);
  }
  t.same(faults, []);
});

t.test("the quickstart copies a command", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/docs/quickstart");
  await page.getByRole("button", { name: "Copy: Example 1: Terminal" }).click();
  t.equal(await page.evaluate("navigator.clipboard.readText()"), "npm ci && npm start");
});
