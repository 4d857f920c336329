import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "#contract/response/static-text";
import { readAsset } from "./asset.ts";
import { serveManifest } from "./manifest.ts";
import { contentSecurityPolicy } from "./security.ts";

/** The style sheets of the design, in the order in which they apply. */
const STYLES = ["tokens", "base", "layout", "buttons", "components", "forms", "tables", "header", "menu", "footer"];

/** The style sheets of single pages. */
const PAGE_STYLES = [
  "bookmarks-edit.css",
  "bookmarks.css",
  "docs.css",
  "front.css",
  "products.css",
  "proof.css",
  "public.css",
  "sharing.css",
];

const SCRIPTS = ["bookmarks-drag.js", "bookmarks.js", "pages.js", "reference.js"];

const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";

/** Serves the styles, scripts and the icon of all pages. */
export function serve(scope: FastifyInstance): void {
  const policy = contentSecurityPolicy();
  const serveAs = (name: string, type: string, text: string) =>
    serveStaticText(scope, { path: `/assets/${name}`, type, text, policy });
  serveAs("design.css", CSS, designStyles());
  for (const name of PAGE_STYLES) serveAs(name, CSS, readAsset(name));
  for (const name of SCRIPTS) serveAs(name, JAVASCRIPT, readAsset(name));
  serveAs("triptych.svg", "image/svg+xml", readAsset("triptych.svg"));
  serveManifest(scope);
}

/** The styles of the design in one text: one request loads them all. */
function designStyles(): string {
  return STYLES.map((name) => readFileSync(new URL(`design/styles/${name}.css`, import.meta.url), "utf8")).join("\n");
}
