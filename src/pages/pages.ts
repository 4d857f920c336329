import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import { countResponses } from "../http/server/unread-responses.ts";
import * as contractFiles from "./contract-files.ts";
import * as landing from "./landing.ts";
import * as proof from "./proof.ts";
import * as reference from "./reference.ts";
import { setPageHeaders } from "./security.ts";

interface Options {
  readonly contracts: readonly Contract[];
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The file of the page at `/docs/proof`, which is served only if it exists. */
  readonly proofFile?: URL;
}

/**
 * Registers the public pages: `/`, the API reference at `/docs`, `/docs/proof`, and the contract
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
    for (const contract of contracts) contractFiles.serve(scope, contract, baseUrl);
    proof.serve(scope, proofFile);
    reference.serve(scope, contracts);
  });
}
