import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import { servePage } from "../design/rendering.ts";
import { DOCS_POLICY, PAGE_POLICY } from "../design/security.ts";

/** The text of the quickstart. */
const QUICKSTART_FILE = new URL("../../../docs/quickstart.md", import.meta.url);

/**
 * Serves the API reference: a list of all operations, a page for each contract, and docs/quickstart.md. They are
 * rendered by the first request, because loading the renderer would slow down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const pages = () => import("./contract-pages.ts");
  for (const path of [paths.REFERENCE, `${paths.REFERENCE}/`])
    serveRendered(scope, path, DOCS_POLICY, async () => (await pages()).overviewPage(contracts));
  for (const contract of contracts) {
    const path = paths.referenceOf(contract);
    serveRendered(scope, path, DOCS_POLICY, async () => (await pages()).contractPage(contract, baseUrl));
  }
  serveRendered(scope, paths.QUICKSTART, PAGE_POLICY, async () => {
    const { quickstartPage } = await import("./quickstart-page.ts");
    return quickstartPage(await readFile(QUICKSTART_FILE, "utf8"), baseUrl);
  });
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
