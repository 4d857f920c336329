import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Contract } from "../contract/types.ts";

/** How long browsers may cache a preflight response, in seconds. */
const MAX_AGE = 600;

/**
 * Allows pages of these origins (`*`: of any) to call the contract and to read every header field
 * that it lists (Fetch, section 3.3: the CORS protocol). Cookies are not allowed: credentials are
 * in header fields.
 */
export async function allowOrigins(
  scope: FastifyInstance,
  { operations, outside }: Contract,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const responses = [outside, ...operations.map(({ responses }) => responses)].flatMap((all) => Object.values(all));
  const fields = new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)));
  const options = {
    origin: [...origins],
    methods: [...new Set(operations.map(({ method }) => method))],
    exposedHeaders: [...fields],
    maxAge: MAX_AGE,
  };
  await scope.register(cors, {
    // Other OPTIONS requests are rejected like any method that the contract does not have.
    delegator: async (request: FastifyRequest) =>
      request.method !== "OPTIONS" || isPreflight(request) ? options : { origin: false },
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by @fastify/cors for preflights, whose responses are in no contract. */
    corsPreflightEnabled?: boolean;
  }
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
