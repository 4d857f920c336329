import t from "tap";
import { loadContracts } from "../../harness/contracts.ts";
import { groupsOf, pathOf } from "../../src/pages/reference/groups.ts";
import { openApp } from "../support/app.ts";
import { DEVICES, fitsInWidth, openBrowser, openPage } from "../support/browser.ts";
import { checkPage, violationsOn } from "../support/page-checks.ts";

const OPEN_EVERYTHING = "document.querySelectorAll('details').forEach((details) => { details.open = true; })";

const contracts = loadContracts();
const browser = await openBrowser();
t.teardown(() => browser.close());

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`the pages about the API are accessible and fit a ${device}, with everything open`, async (t) => {
    const { base } = await openApp(t);
    const { page, faults } = await openPage(t, browser, base, options);
    const paths = [
      "/docs/",
      "/docs/quickstart",
      "/docs/errors",
      "/docs/catalogue",
      "/docs/catalogue/products",
      "/docs/search?q=e",
      "/docs/catalogue/changelog",
      "/docs/proof",
    ];
    for (const path of paths) {
      await page.goto(path);
      await page.evaluate(OPEN_EVERYTHING);
      await checkPage(t, page, path);
    }
    t.same(faults, []);
  });
}

// These pages have the same styles as the catalogue's, and thus the same colours.
t.test("the reference of every other contract is accessible, with everything open", async (t) => {
  const { base } = await openApp(t);
  const { page, faults } = await openPage(t, browser, base);
  for (const contract of contracts.filter(({ name }) => name !== "catalogue")) {
    const groups = groupsOf(contract).map((group) => pathOf(contract, group));
    for (const path of [`/docs/${contract.name}`, ...groups]) {
      await page.goto(path);
      await page.evaluate(OPEN_EVERYTHING);
      t.same(await violationsOn(page, "without colours"), [], path);
      t.ok(await fitsInWidth(page), `${path} needs no horizontal scrolling`);
    }
  }
  t.same(faults, []);
});

t.test("the quickstart copies a command", async (t) => {
  const { base } = await openApp(t);
  const { page } = await openPage(t, browser, base, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto("/docs/quickstart");
  await page.getByRole("button", { name: "Copy: Example 2: Terminal" }).click();
  t.equal(
    await page.evaluate("navigator.clipboard.readText()"),
    "npm install http://triptych.test/sdk/triptych-sdk.tgz",
  );
});
