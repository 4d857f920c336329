import { extname } from "node:path";
import type { FastifyInstance } from "fastify";
import { sendText, serveStaticTexts } from "#contract/response/static-text";
import { ASSET_NAMES, type AssetName, assetOf, assetPath } from "./design/assets.ts";
import { BOOKMARKS, MANIFEST, NEW_ITEM, NEW_ITEM_WINDOW } from "./design/paths.ts";
import { serverNameIn } from "./design/rendering.ts";
import { contentSecurityPolicy } from "./design/security.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** For a year, the longest time that RFC 9111 caches must support. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * What a browser needs to install the bookmarks as an application (W3C Web Application Manifest). Phones then offer it
 * as the target when somebody shares a page.
 */
const APPLICATION = {
  id: BOOKMARKS,
  start_url: BOOKMARKS,
  scope: "/",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#3568c4",
  icons: [
    { src: assetPath("triptych.svg"), sizes: "any", type: "image/svg+xml" },
    pngIcon("triptych-192.png", 192),
    pngIcon("triptych-512.png", 512),
  ],
  shortcuts: [{ name: "Add a bookmark", url: NEW_ITEM }],
  share_target: { action: NEW_ITEM_WINDOW, method: "GET", params: { title: "title", text: "text", url: "link" } },
};

function pngIcon(name: AssetName, size: number) {
  return { src: assetPath(name), sizes: `${size}x${size}`, type: "image/png", purpose: "any maskable" };
}

/** Serves the styles, scripts, icons and the manifest of all pages. */
export function serve(scope: FastifyInstance): void {
  keepCurrentFiles(scope);
  const policy = contentSecurityPolicy();
  // A page of another version, which a cache may have kept, gets the file of this version.
  const folder = "/assets/:hash/";
  const files = ASSET_NAMES.map((name) => {
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    return { path: folder + name, type, text: async () => assetOf(name).content, policy };
  });
  serveStaticTexts(scope, folder, files);
  scope.get(MANIFEST, async (request, reply) => {
    const name = serverNameIn(request.server);
    const text = JSON.stringify({ name, short_name: name, ...APPLICATION });
    return sendText(request, reply.header("content-security-policy", policy).type("application/manifest+json"), text);
  });
}

/** Lets browsers keep a file at the path that has the hash of its content. */
function keepCurrentFiles(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ url }, reply) => {
    const name = ASSET_NAMES.find((suffix) => url.endsWith(`/${suffix}`));
    if (name !== undefined && assetPath(name) === url) reply.header("cache-control", FOREVER);
  });
}
