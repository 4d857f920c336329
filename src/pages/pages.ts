import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { serveStaticText } from "../http/response/static-text.ts";
import { countResponses } from "../http/server/unread-responses.ts";
import { readAsset } from "./asset.ts";
import * as contractFiles from "./contract-files.ts";
import * as landing from "./landing.ts";
import * as proof from "./proof.ts";
import * as quickstart from "./quickstart.ts";
import * as reference from "./reference.ts";
import { contentSecurityPolicy, setPageHeaders } from "./security.ts";

interface Options {
  readonly contracts: readonly Contract[];
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The file of the page at `/docs/proof`, which may not exist. */
  readonly proofFile?: URL;
}

/**
 * Registers the public pages: `/`, the API reference at `/docs`, the quickstart, `/docs/proof`, and the contract
 * files at `/openapi`.
 */
export async function registerPages(
  server: FastifyInstance,
  { contracts, baseUrl, proofFile = proof.FILE }: Options,
): Promise<void> {
  await server.register(async (scope) => {
    setPageHeaders(scope);
    countResponses(scope);
    landing.serve(scope, contracts);
    for (const contract of contracts) await contractFiles.serve(scope, contract, baseUrl);
    proof.serve(scope, proofFile);
    reference.serve(scope, contracts, baseUrl);
    quickstart.serve(scope, baseUrl);
    serveAssets(scope);
  });
}

/** Serves the style sheet and the script of the API reference. */
function serveAssets(scope: FastifyInstance): void {
  const policy = contentSecurityPolicy();
  const types = { "docs.css": "text/css; charset=utf-8", "reference.js": "text/javascript; charset=utf-8" };
  for (const [name, type] of Object.entries(types))
    serveStaticText(scope, { path: `/assets/${name}`, type, text: readAsset(name), policy });
}
