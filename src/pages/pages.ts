import type { FastifyInstance } from "fastify";
import type { Contract } from "../http/contract.ts";
import * as contractFiles from "./contract-files.ts";
import * as landing from "./landing.ts";
import * as reference from "./reference.ts";
import { protect } from "./security.ts";

/** Registers what a browser sees: `/`, the API reference at `/docs`, and the files of the contracts at `/openapi`. */
export async function registerPages(
  server: FastifyInstance,
  { contracts }: { readonly contracts: readonly Contract[] },
): Promise<void> {
  await server.register(async (scope) => {
    protect(scope);
    landing.serve(scope, contracts);
    for (const contract of contracts) contractFiles.serve(scope, contract);
    await reference.serve(scope, contracts);
  });
}
