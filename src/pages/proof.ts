import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { Failure } from "../errors.ts";
import { sendText } from "../http/response/static-text.ts";
import { readAsset } from "./asset.ts";
import { HTML_TYPE } from "./error-page.ts";
import * as paths from "./paths.ts";
import { contentSecurityPolicy, sourceOf } from "./security.ts";

/** Where `npm run proof` writes its page. */
export const FILE = new URL("../../proof/index.html", import.meta.url);

/** The inline style sheet of the page, the only one that its policy allows. */
export const STYLE = readAsset("colours.css") + readAsset("landing.css") + readAsset("proof.css");

const POLICY = contentSecurityPolicy({ "style-src": sourceOf(STYLE), "img-src": "data:" });

/**
 * Serves the table of documented responses that the tests have received. Reads the file for each
 * request, so that a new one needs no restart; 404 while there is none.
 */
export function serve(scope: FastifyInstance, file: URL): void {
  scope.get(paths.PROOF, async (request, reply) => {
    const page = await readFile(file, "utf8").catch(rejectMissing);
    return sendText(request, reply.header("content-security-policy", POLICY).type(HTML_TYPE), page);
  });
}

function rejectMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new Failure("notFound", "There is no coverage report yet. Run npm test and then npm run proof on the server.");
}
