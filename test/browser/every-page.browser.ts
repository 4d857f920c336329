import t from "tap";
import { DEVICES, openBookmarks, openBrowser, openPage, withoutFailedLoads } from "../support/browser.ts";
import { checkPage } from "../support/page-checks.ts";
import { openWorld, PAGE_LIST, pathOn } from "../support/page-list.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

const world = await openWorld(t);
const [signedIn, signedOut] = [true, false].map((isSignedIn) =>
  PAGE_LIST.filter((listed) => (listed.isSignedIn ?? false) === isSignedIn),
);

for (const [device, options] of Object.entries(DEVICES)) {
  t.test(`every page is accessible and fits a ${device}`, async (t) => {
    const { page, faults } = await openPage(t, browser, world.app.base, options);
    for (const pages of [signedOut, signedIn]) {
      if (pages === signedIn) await openBookmarks(page, world.ann);
      for (const listed of pages ?? []) {
        await page.goto(pathOn(world, listed));
        await checkPage(t, page, listed.name);
      }
    }
    t.same(withoutFailedLoads(faults), []);
  });
}
