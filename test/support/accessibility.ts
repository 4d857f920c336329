import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The violations that axe-core finds with its default rules: WCAG 2.1 (A, AA) and best practices.
 * Each is the id of a rule and the HTML of the elements that break it. `rules` changes rules by id.
 */
export async function violationsOn(
  page: Page,
  rules: Readonly<Record<string, { readonly enabled: boolean }>> = {},
): Promise<unknown> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ resultTypes: ["violations"], rules });
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`);
}
