import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Test } from "tap";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Where screenshots go. Not kept in the repository; for people to look at. */
export const SCREENSHOTS = new URL("../output/", import.meta.url).pathname;

/** What pages are looked at on. */
export const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** Where Chromium is: where `CHROMIUM_PATH` says, or else on the `PATH`. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const onPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : onPath).find(isExecutable);
}

/** Starts Chromium without a window. Its sandbox can't be had by root. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium on the PATH, and CHROMIUM_PATH names none.");
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** A page, and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings on the console, what a policy forbade among them, and requests to other hosts, which are stopped. */
  readonly faults: readonly string[];
}

/** Opens an empty page that may only visit one origin, until the test ends. */
export async function openPage(
  t: Test,
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...options, baseURL: origin });
  // Before the server closes, which would wait for connections that the browser opened in advance.
  t.teardown(() => context.close());
  const faults: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      faults.push(`request to ${route.request().url()}`);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  return { page, faults };
}

/** Whether a page needs no scrolling to the side. */
export async function fitsInWidth(page: Page): Promise<boolean> {
  const width = await page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)");
  return Number(width) <= (page.viewportSize()?.width ?? 0);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
