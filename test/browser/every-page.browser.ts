import t from "tap";
import { violationsOn } from "../support/accessibility.ts";
import {
  DEVICES,
  fitsInWidth,
  openBookmarks,
  openBrowser,
  openPage,
  SCREENSHOTS,
  withoutFailedLoads,
} from "../support/browser.ts";
import { openWorld, PAGE_LIST, pathOn } from "../support/page-list.ts";

const browser = await openBrowser();
t.teardown(() => browser.close());

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    t.test(`every page is accessible and fits a ${device} in ${colorScheme} colours`, async (t) => {
      const world = await openWorld(t);
      const { page, faults } = await openPage(t, browser, world.app.base, { ...options, colorScheme });
      const [signedIn, signedOut] = [true, false].map((isSignedIn) =>
        PAGE_LIST.filter((listed) => (listed.isSignedIn ?? false) === isSignedIn),
      );
      for (const pages of [signedOut, signedIn]) {
        if (pages === signedIn) await openBookmarks(page, world.ann);
        for (const listed of pages ?? []) {
          await page.goto(pathOn(world, listed), { waitUntil: "load" });
          const file = `${SCREENSHOTS}every-page/${listed.name}-${device}-${colorScheme}.png`;
          await page.screenshot({ path: file, fullPage: true });
          t.same(await violationsOn(page), [], `${listed.name}: axe-core finds nothing`);
          t.ok(await fitsInWidth(page), `${listed.name}: no horizontal scrolling`);
        }
      }
      t.same(withoutFailedLoads(faults), []);
    });
  }
}
