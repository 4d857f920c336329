import { mkdir } from "node:fs/promises";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import sharp from "sharp";
import t from "tap";
import { openApp } from "../support/app.ts";
import { OUTPUT, openBookmarks, openBrowser, openPage } from "../support/browser.ts";
import { openLibrary } from "../support/library.ts";
import { fillWithSamples } from "../support/sample-library.ts";

/** The README shows the pictures in docs/images/. They depend on the fonts of the machine. */
const FOLDER = env.WRITE_PICTURES === "1" ? fileURLToPath(new URL("../../docs/images/", import.meta.url)) : OUTPUT;

const HOUR_MS = 60 * 60 * 1000;

const OPTIONS = { viewport: { width: 1280, height: 800 }, colorScheme: "light", locale: "en-GB" } as const;

const browser = await openBrowser();
t.teardown(() => browser.close());

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const png = await page.screenshot({ animations: "disabled" });
  await sharp(png).webp({ quality: 90, effort: 6 }).toFile(`${FOLDER}${name}.webp`);
}

t.test("a picture of the bookmarks", async (t) => {
  const { app, ann } = await openLibrary(t, { TOKEN_LIFETIME: "31536000" });
  await fillWithSamples(ann, () => app.advanceClock(5 * HOUR_MS));
  const { page, faults } = await openPage(t, browser, app.base, OPTIONS);
  await page.clock.setFixedTime(app.context.clock());
  await openBookmarks(page, ann);
  await page.goto("/bookmarks?view=grid");
  await takePicture(page, "bookmarks");
  t.same(faults, []);
});

t.test("a picture of the API reference", async (t) => {
  const app = await openApp(t, { BASE_URL: "http://localhost:3000" });
  const { page, faults } = await openPage(t, browser, app.base, OPTIONS);
  await page.goto("/docs/collections/items#createItem");
  await takePicture(page, "reference");
  t.same(faults, []);
});
