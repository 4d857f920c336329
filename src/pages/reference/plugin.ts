import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import { servePage } from "../design/rendering.ts";
import { PAGE_POLICY } from "../design/security.ts";
import { changelogFile } from "./contract-files.ts";
import { DOCS, readForServer } from "./text-files.ts";
import * as workflowFiles from "./workflow-files.ts";

/** The content of the page of test coverage, which `npm run generate` writes. */
const PROOF_FILE = new URL("../../../generated/proof.html", import.meta.url);

/**
 * Serves the API reference: a list of all operations, a page and a changelog for each contract, docs/quickstart.md,
 * docs/errors.md, and what tests prove. They are rendered by the first request, because loading the renderer would slow
 * down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const pages = () => import("./contract-pages.ts");
  for (const path of [paths.REFERENCE, `${paths.REFERENCE}/`])
    serveRendered(scope, path, PAGE_POLICY, async () =>
      (await pages()).overviewPage(contracts, await workflowFiles.readAll()),
    );
  for (const contract of contracts) {
    const path = paths.referenceOf(contract);
    serveRendered(scope, path, PAGE_POLICY, async () => (await pages()).contractPage(contract, baseUrl));
    serveRendered(scope, paths.changelogOf(contract), PAGE_POLICY, async () => {
      const { changelogPage } = await import("./changelog-page.ts");
      return changelogPage(contract, await readFile(changelogFile(contract), "utf8"));
    });
  }
  for (const [path, file] of Object.entries(DOCS))
    serveRendered(scope, path, PAGE_POLICY, async () => {
      const { docsPage } = await import("./docs-page.ts");
      return docsPage(await readForServer(file, baseUrl));
    });
  serveProof(scope);
}

/** Serves a page that is rendered once. */
function serveRendered(scope: FastifyInstance, path: string, policy: string, render: () => Promise<Page>): void {
  let rendered: Promise<Page> | undefined;
  servePage(scope, {
    path,
    policy,
    page() {
      rendered ??= render();
      return rendered;
    },
  });
}

/** Serves the list of the parts of the contracts that tests prove. */
function serveProof(scope: FastifyInstance): void {
  servePage(scope, {
    path: paths.PROOF,
    policy: PAGE_POLICY,
    async page() {
      const content = await readFile(PROOF_FILE, "utf8");
      const head = html`<link rel="stylesheet" href="${assetPath("proof.css")}">`;
      return { title: "Contract coverage", head, content, language: "en" };
    },
  });
}
