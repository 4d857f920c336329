import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract/types.ts";
import * as contractFiles from "./contract-files.ts";
import * as landing from "./landing.ts";
import * as proof from "./proof.ts";
import * as reference from "./reference.ts";
import { protect } from "./security.ts";

/** What the pages show. */
interface Parts {
  readonly contracts: readonly Contract[];
  /** The page at `/docs/proof`; there is none where the file is not. */
  readonly proofFile?: URL;
}

/** Registers what a browser sees: `/`, the API reference and the proof at `/docs`, and the files of the contracts at `/openapi`. */
export async function registerPages(
  server: FastifyInstance,
  { contracts, proofFile = proof.FILE }: Parts,
): Promise<void> {
  await server.register(async (scope) => {
    protect(scope);
    landing.serve(scope, contracts);
    for (const contract of contracts) contractFiles.serve(scope, contract);
    proof.serve(scope, proofFile);
    reference.serve(scope, contracts);
  });
}
