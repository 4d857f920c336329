import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { serveStaticText } from "../http/response/static-text.ts";
import { HTML_TYPE } from "./error-page.ts";
import * as paths from "./paths.ts";
import { DOCS_POLICY } from "./security.ts";

/**
 * Serves the API reference: a list of all operations, and a page for each contract. They are rendered by
 * the first request, because loading the renderer would slow down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  const page = { type: HTML_TYPE, policy: DOCS_POLICY };
  const pages = () => import("./reference/pages.ts");
  for (const path of [paths.REFERENCE, `${paths.REFERENCE}/`])
    serveStaticText(scope, { ...page, path, text: async () => (await pages()).overviewPage(contracts) });
  for (const contract of contracts) {
    const path = paths.referenceOf(contract);
    serveStaticText(scope, { ...page, path, text: async () => (await pages()).contractPage(contract, baseUrl) });
  }
}
