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
  /** The file of the page at `/docs/proof`, which may not exist. */
  readonly proofFile?: URL;
}

/**
 * Registers the public pages: `/`, the API reference at `/docs`, `/docs/proof`, and the contract
 * files at `/openapi`.
 */
export async function registerPages(
  server: FastifyInstance,
  { contracts, proofFile = proof.FILE }: Options,
): Promise<void> {
  await server.register(async (scope) => {
    setPageHeaders(scope);
    countResponses(scope);
    landing.serve(scope, contracts);
    for (const contract of contracts) await contractFiles.serve(scope, contract);
    proof.serve(scope, proofFile);
    reference.serve(scope, contracts);
  });
}
