import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { serveStaticText } from "../http/response/static-text.ts";
import { readAsset } from "./asset.ts";
import { landingPage } from "./landing-page.ts";
import { contentSecurityPolicy, sourceOf } from "./security.ts";

/** Serves the start page at `/`, which has no scripts. */
export function serve(scope: FastifyInstance, contracts: readonly Contract[]): void {
  const style = readAsset("colours.css") + readAsset("landing.css");
  serveStaticText(scope, {
    path: "/",
    type: "text/html; charset=utf-8",
    text: landingPage(contracts, style, readAsset("triptych.svg")),
    policy: contentSecurityPolicy({ "style-src": sourceOf(style), "img-src": "data:" }),
  });
}
