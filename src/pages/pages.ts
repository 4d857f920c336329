import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import type { CallerLimit } from "#contract/request/caller-limit";
import { countResponses } from "#contract/server/unread-responses";
import * as assets from "./assets.ts";
import * as contractFiles from "./contract-files.ts";
import * as front from "./front.ts";
import { servePreferences } from "./preferences.ts";
import * as proof from "./proof.ts";
import * as quickstart from "./quickstart.ts";
import * as reference from "./reference.ts";
import { setPageHeaders } from "./security.ts";

interface Options {
  readonly contracts: readonly Contract[];
  /** The server's public URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Counts the requests for other things than pages. */
  readonly limit: Pick<CallerLimit, "register">;
  /** Adds the visitor to the requests of a scope, for the header of its pages. Limits these requests. */
  readonly loadVisitors?: (scope: FastifyInstance) => Promise<void>;
}

/**
 * Registers the public pages: `/`, the API reference at `/docs`, the quickstart, `/docs/proof`, the contract
 * files at `/openapi`, and the styles and scripts of all pages.
 */
export async function registerPages(
  server: FastifyInstance,
  { contracts, baseUrl, limit, loadVisitors = async () => {} }: Options,
): Promise<void> {
  await server.register(async (scope) => {
    setPageHeaders(scope);
    countResponses(scope);
    // A page needs several assets: they do not count.
    assets.serve(scope);
    await scope.register(async (limited) => {
      limit.register(limited);
      for (const contract of contracts) await contractFiles.serve(limited, contract, baseUrl);
      await servePreferences(limited, baseUrl);
    });
    await scope.register(async (pages) => {
      await loadVisitors(pages);
      front.serve(pages, contracts, baseUrl);
      proof.serve(pages);
      reference.serve(pages, contracts, baseUrl);
      quickstart.serve(pages, baseUrl);
    });
  });
}
