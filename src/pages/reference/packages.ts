import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "#contract/response/static-text";
import { contentSecurityPolicy } from "../design/security.ts";

/** The packages that `npm install` takes from `/sdk/<name>.tgz`, with one of the sources of each. */
const PACKAGES = [
  { name: "triptych-sdk", source: new URL("../../../packages/sdk/src/triptych.ts", import.meta.url) },
  { name: "triptych-tap", source: new URL("../../testing/tap.ts", import.meta.url) },
] as const;

/**
 * Serves the packages for clients and their tests, which the first request for each makes. A server that was itself
 * installed from a package has no sources, and does not serve any.
 */
export function serve(scope: FastifyInstance): void {
  const policy = contentSecurityPolicy();
  for (const { name, source } of PACKAGES) {
    if (!existsSync(source)) continue;
    const pack = async () => (await import("../../packing/packages.ts")).packed(name);
    serveStaticText(scope, { path: `/sdk/${name}.tgz`, type: "application/gzip", text: pack, policy });
  }
}
