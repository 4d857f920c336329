import type { FastifyInstance } from "fastify";
import { Failure } from "../errors.ts";
import type { Contract } from "../http/contract/types.ts";

const REFERENCE = "/docs";

/**
 * Headers that are not copied from Swagger UI's responses, because this server sets its own: `Date`
 * and the headers of a single connection (RFC 9110, section 7.6.1).
 */
const NOT_COPIED = ["connection", "date", "keep-alive", "transfer-encoding"];

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
      if (response.statusCode >= 500) throw new Error(`The API reference responded with ${response.statusCode}.`);
      if (response.statusCode >= 400) throw new Failure("notFound", "This path does not exist.");
      const forwarded = Object.entries(response.headers).filter(([name]) => !NOT_COPIED.includes(name));
      return reply.code(response.statusCode).headers(Object.fromEntries(forwarded)).send(response.rawPayload);
    });
  }
}

async function open(contracts: readonly Contract[]): Promise<FastifyInstance> {
  const { openReference } = await import("./swagger.ts");
  return openReference(REFERENCE, contracts);
}
