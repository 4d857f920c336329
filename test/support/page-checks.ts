import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { env } from "node:process";
import type { Page } from "playwright-core";
import type { Test } from "tap";
import { fitsInWidth, OUTPUT } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Which rules of axe-core to run: all, those that depend on the colours, or the others. */
type Rules = "all" | "colours" | "without colours";

/** The size of targets is a criterion of WCAG 2.2 (AA), which axe-core checks only if it is told to. */
const TARGET_SIZE = { "target-size": { enabled: true } };

/** What `axe.run` takes for each of `Rules`. The rules about colours take most of the time. */
const OPTIONS: Readonly<Record<Rules, object>> = {
  all: { rules: TARGET_SIZE },
  colours: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
  "without colours": {
    rules: { ...TARGET_SIZE, "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } },
  },
};

/** The rules to run in each colour scheme: those that do not depend on the colours find the same in both. */
const RULES_BY_SCHEME = { light: "all", dark: "colours" } as const;

/**
 * Asserts that axe-core finds nothing on a page, in light and in dark colours, and that the page fits without
 * horizontal scrolling. With `SCREENSHOTS=1`, also saves pictures of it in a folder with the name of the test.
 */
export async function checkPage(t: Test, page: Page, name: string): Promise<void> {
  await page.waitForLoadState();
  t.ok(await fitsInWidth(page), `${name}: no horizontal scrolling`);
  // Light comes last, so that the page stays as the test opened it.
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(t, page, `${name}, ${colorScheme}`);
    const violations = await violationsOn(page, RULES_BY_SCHEME[colorScheme]);
    t.same(violations, [], `${name}: axe-core finds nothing in ${colorScheme} colours`);
  }
}

/** With `SCREENSHOTS=1`, saves a picture of a page for manual review. It takes longer than the checks. */
export async function takeScreenshot(t: Test, page: Page, name: string): Promise<void> {
  if (env.SCREENSHOTS !== "1") return;
  const path = `${OUTPUT}${toFileName(t.name)}/${toFileName(name)}.png`;
  await page.screenshot({ path, fullPage: true });
}

function toFileName(text: string): string {
  return text.replaceAll(/[^\w]+/g, "-");
}

/**
 * The violations that axe-core finds with its default rules: WCAG 2.1 (A, AA) and best practices; and those
 * about the size of targets.
 * Each is the id of a rule and the start of the HTML of the elements that break it.
 */
export async function violationsOn(page: Page, rules: Rules = "all"): Promise<unknown> {
  if (!(await page.evaluate("'axe' in globalThis"))) await loadAxe(page);
  const options = JSON.stringify({ resultTypes: ["violations"], ...OPTIONS[rules] });
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ target }) => document.querySelector(target).outerHTML.slice(0, 300)),
    ]))`);
}

/** Loads axe-core in a page. Without `noHtml`, it would take the HTML of each element that it checks. */
async function loadAxe(page: Page): Promise<void> {
  // `page.evaluate` would also parse the script in this process.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: `${AXE}; axe.configure({ noHtml: true });` });
  await session.detach();
}
