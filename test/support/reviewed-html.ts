import { readFileSync, writeFileSync } from "node:fs";
import { env } from "node:process";
import type { Test } from "tap";

const FOLDER = new URL("../pages/html/", import.meta.url);

/** What differs in every run: the CSRF token, ids of browsers, new secrets and drafts, the API key, and style sheets; and the hashes of files. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/(name="_csrf" value=")[^"]*/g, "$1…"],
  [/(name="(?:browser|secret)" value=")[^"]*/g, "$1…"],
  [/(draft&#61;)[\w-]{22}/g, "$1…"],
  [/(<p class="hint">)[\w-]{16}(?=<\/p>)/g, "$1…"],
  [/trip_[0-9a-v]{39}/g, "trip_…"],
  [/trip_[0-9a-v]{8}(?=…)/g, "trip_"],
  [/(?<=draft&#61;)[\w-]{22}/g, "…"],
  [/(?<="\/assets\/)[\w-]{12}(?=\/)/g, "…"],
  [/<style>.*?<\/style>/gs, "<style>…</style>"],
];

/** Like `hasReviewedHtml`, of the content of a page only, for pages that share a layout. */
export function hasReviewedContent(t: Test, name: string, page: string): void {
  hasReviewedHtml(t, name, /<main.*<\/main>\n/s.exec(page)?.[0] ?? "");
}

/**
 * Compares HTML with the file `test/pages/html/<name>.html`, which somebody has read. With WRITE_HTML=1 it
 * writes the file instead; review the diff before you commit it.
 */
export function hasReviewedHtml(t: Test, name: string, html: string): void {
  const text = RANDOM.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), html);
  const file = new URL(`${name}.html`, FOLDER);
  if (env.WRITE_HTML === "1") writeFileSync(file, text);
  t.equal(text, readFileSync(file, "utf8"), `${name}.html; WRITE_HTML=1 writes it`);
}
