import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "../http/response/static-text.ts";
import { readAsset } from "./asset.ts";
import { contentSecurityPolicy, sourceOf } from "./security.ts";

/** Where `npm run proof` writes its page. */
export const FILE = new URL("../../proof/index.html", import.meta.url);

/** The one style sheet that the page may use, which stands in it. */
export const STYLE = readAsset("colours.css") + readAsset("landing.css") + readAsset("proof.css");

/** Serves the page that says which answers the tests have proved, as it is now; nothing where it was not written. */
export function serve(scope: FastifyInstance, file: URL): void {
  if (!existsSync(file)) return;
  serveStaticText(scope, {
    path: "/docs/proof",
    type: "text/html; charset=utf-8",
    text: readFileSync(file, "utf8"),
    policy: contentSecurityPolicy({ "style-src": sourceOf(STYLE), "img-src": "data:" }),
  });
}
