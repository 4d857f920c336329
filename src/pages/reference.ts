import type { FastifyInstance } from "fastify";
import { Failure } from "../errors.ts";
import type { Contract } from "../http/contract/types.ts";

const REFERENCE = "/docs";

/** Headers that the outer server sets itself: `Date` and those of a single connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = ["connection", "date", "keep-alive", "transfer-encoding"];

/** The URL of a contract in the reference. */
export function addressOf({ name }: Contract): string {
  return `${REFERENCE}/?urls.primaryName=${encodeURIComponent(name)}`;
}

/**
 * Serves the API reference at `/docs`. Swagger UI is loaded by the first request, because it would
 * slow down the start.
 */
export function serve(scope: FastifyInstance, contracts: readonly Contract[]): void {
  let reference: Promise<FastifyInstance> | undefined;
  for (const path of [REFERENCE, `${REFERENCE}/*`]) {
    scope.get(path, async ({ method, url, headers }, reply) => {
      reference ??= open(contracts);
      const response = await (await reference).inject({ method: method === "HEAD" ? "HEAD" : "GET", url, headers });
      if (response.statusCode === 404) throw new Failure("notFound", "This path does not exist.");
      if (response.statusCode >= 500) throw new Error(`The API reference responded with ${response.statusCode}.`);
      const forwarded = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
      return reply.code(response.statusCode).headers(Object.fromEntries(forwarded)).send(response.rawPayload);
    });
  }
}

async function open(contracts: readonly Contract[]): Promise<FastifyInstance> {
  const { openReference } = await import("./swagger.ts");
  return openReference(REFERENCE, contracts);
}
