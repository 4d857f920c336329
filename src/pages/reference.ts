import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import type { Page } from "./design/document.ts";
import { servePage } from "./page.ts";
import * as paths from "./paths.ts";
import { DOCS_POLICY } from "./security.ts";

/**
 * Serves the API reference: a list of all operations, and a page for each contract. They are rendered by
 * the first request, because loading the renderer would slow down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const pages = () => import("./reference/pages.ts");
  const serveRendered = (path: string, render: () => Promise<Page>): void => {
    let page: Promise<Page> | undefined;
    servePage(scope, {
      path,
      policy: DOCS_POLICY,
      page() {
        page ??= render();
        return page;
      },
    });
  };
  for (const path of [paths.REFERENCE, `${paths.REFERENCE}/`])
    serveRendered(path, async () => (await pages()).overviewPage(contracts));
  for (const contract of contracts)
    serveRendered(paths.referenceOf(contract), async () => (await pages()).contractPage(contract, baseUrl));
}
