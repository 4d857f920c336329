import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "#contract/response/static-text";
import { BOOKMARKS, MANIFEST, NEW_ITEM } from "./design/paths.ts";
import { contentSecurityPolicy } from "./design/security.ts";

/** The style sheets of the design, in the order in which they apply. */
const STYLES = ["tokens", "base", "layout", "buttons", "components", "forms", "tables", "header", "menu", "footer"];

/** The style sheets of single pages. */
const PAGE_STYLES = [
  "bookmarks-edit.css",
  "bookmarks.css",
  "docs.css",
  "start-page.css",
  "products.css",
  "proof.css",
  "public.css",
  "sharing.css",
];

const SCRIPTS = ["bookmarks-drag.js", "bookmarks.js", "pages.js", "reference.js"];

const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";

/**
 * What a browser needs to install the bookmarks as an application (W3C Web Application Manifest). Phones then offer it
 * as the target when somebody shares a page.
 */
const APPLICATION = {
  name: "Triptych",
  short_name: "Triptych",
  id: BOOKMARKS,
  start_url: BOOKMARKS,
  scope: "/",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#3568c4",
  icons: [{ src: "/assets/triptych.svg", sizes: "any", type: "image/svg+xml" }],
  shortcuts: [{ name: "Add a bookmark", url: NEW_ITEM }],
  share_target: { action: NEW_ITEM, method: "GET", params: { title: "title", text: "text", url: "link" } },
};

/** Serves the styles, scripts, the icon and the manifest of all pages. */
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

/** Serves the manifest, which the head of all pages links to. */
function serveManifest(scope: FastifyInstance): void {
  serveStaticText(scope, {
    path: MANIFEST,
    type: "application/manifest+json",
    text: JSON.stringify(APPLICATION),
    policy: contentSecurityPolicy(),
  });
}

/** Reads a text file from `assets/`. */
function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8");
}
