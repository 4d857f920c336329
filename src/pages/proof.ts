import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "../http/response/static-text.ts";
import { readAsset } from "./asset.ts";
import { contentSecurityPolicy, sourceOf } from "./security.ts";

/** Where `npm run proof` writes its page. */
export const FILE = new URL("../../proof/index.html", import.meta.url);

/** The inline style sheet of the page, the only one that its policy allows. */
export const STYLE = readAsset("colours.css") + readAsset("landing.css") + readAsset("proof.css");

/**
 * Serves the table of documented responses that the tests have received. Reads the file once, when
 * the server starts; does nothing if there is no such file.
 */
export function serve(scope: FastifyInstance, file: URL): void {
  if (!existsSync(file)) return;
  serveStaticText(scope, {
    path: "/docs/proof",
    type: "text/html; charset=utf-8",
    text: readFileSync(file, "utf8"),
    policy: contentSecurityPolicy({ "style-src": sourceOf(STYLE), "img-src": "data:" }),
  });
}
