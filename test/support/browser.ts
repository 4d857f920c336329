import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Test } from "tap";
import { findChromium } from "../../harness/chromium.ts";

/** The folder for pictures, which are for manual review and not committed. */
export const OUTPUT = new URL("../output/", import.meta.url).pathname;

/** The devices that pages are tested on. */
export const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

let browser: Promise<Browser> | undefined;

/** Starts a headless Chromium, which all test files in this process share. */
export function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

/** Starts Chromium. Its sandbox does not work as root, so it is then switched off. */
async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("Chromium was not found on the PATH, and CHROMIUM_PATH is not set.");
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** A page and its errors. */
export interface Visit {
  readonly page: Page;
  /**
   * Uncaught errors, console errors and warnings (including violations of the Content-Security-Policy),
   * and requests to other origins, which are blocked.
   */
  readonly faults: readonly string[];
}

/** Opens an empty page that can send requests to one origin only; closed when the test ends. */
export async function openPage(
  t: Test,
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...options, baseURL: origin });
  // Runs before the server's teardown, which would wait for the unused connections that browsers open in advance.
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

/** Whether a page fits without horizontal scrolling. */
export async function fitsInWidth(page: Page): Promise<boolean> {
  const width = await page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth)");
  return Number(width) <= (page.viewportSize()?.width ?? 0);
}

/** Drops the console errors that Chromium logs for responses with a 4xx status. */
export function withoutFailedLoads(faults: readonly string[]): string[] {
  return faults.filter((fault) => !/Failed to load resource: the server responded with a status of 4/.test(fault));
}

/** Signs in, and waits for the list of all bookmarks. */
export async function openBookmarks(page: Page, person: Parameters<typeof signIn>[1]): Promise<void> {
  await page.goto("/bookmarks");
  await signIn(page, person);
  await page.getByRole("heading", { name: "All bookmarks" }).waitFor();
  // By then its scripts have run.
  await page.waitForLoadState("load");
}

/** Fills in and sends the form of the page for signing in, on which the browser is. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
