import type { FastifyInstance } from "fastify";
import { serveStaticText } from "#contract/response/static-text";
import { BOOKMARKS, MANIFEST, NEW_ITEM } from "./paths.ts";
import { contentSecurityPolicy } from "./security.ts";

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

/** Serves the manifest, which the head of all pages links to. */
export function serveManifest(scope: FastifyInstance): void {
  serveStaticText(scope, {
    path: MANIFEST,
    type: "application/manifest+json",
    text: JSON.stringify(APPLICATION),
    policy: contentSecurityPolicy(),
  });
}
