import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import * as paths from "./design/paths.ts";
import { servePage } from "./design/rendering.ts";
import { PAGE_POLICY } from "./design/security.ts";

/** The content of the page, which `npm run generate` writes. */
const FILE = new URL("../../generated/proof.html", import.meta.url);

/** Serves the list of the parts of the contracts that tests prove. */
export function serve(scope: FastifyInstance): void {
  servePage(scope, {
    path: paths.PROOF,
    policy: PAGE_POLICY,
    async page() {
      const content = await readFile(FILE, "utf8");
      const head = html`<link rel="stylesheet" href="/assets/proof.css">`;
      return { title: "Contract coverage", head, content, language: "en" };
    },
  });
}
