import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { Failure } from "../errors.ts";
import { servePage } from "./page.ts";
import * as paths from "./paths.ts";
import { PAGE_POLICY } from "./security.ts";

/** Where `npm run proof` writes the content of the page. */
export const FILE = new URL("../../proof/index.html", import.meta.url);

/**
 * Serves the table of documented responses that the tests have received. Reads the file for each
 * request, so that a new one needs no restart; 404 while there is none.
 */
export function serve(scope: FastifyInstance, file: URL): void {
  servePage(scope, {
    path: paths.PROOF,
    policy: PAGE_POLICY,
    async page() {
      const content = await readFile(file, "utf8").catch(rejectMissing);
      const head = html`<link rel="stylesheet" href="/assets/proof.css">`;
      return { title: "Contract coverage", head, content, language: "en" };
    },
  });
}

function rejectMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new Failure("notFound", "There is no coverage report yet. Run npm test and then npm run proof on the server.");
}
