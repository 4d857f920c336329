import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import { frontPage } from "./front-page.ts";
import { servePage } from "./page.ts";
import * as paths from "./paths.ts";
import { PAGE_POLICY } from "./security.ts";

/** Serves the start page at `/`. */
export function serve(scope: FastifyInstance, contracts: readonly Contract[], baseUrl: string): void {
  servePage(scope, { path: paths.START, policy: PAGE_POLICY, page: (view) => frontPage(view, contracts, baseUrl) });
}
