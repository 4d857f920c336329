import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Contract } from "../contract/types.ts";

/** How long a browser may remember what it was allowed, in seconds. */
const REMEMBERED = 600;

/**
 * Lets pages of these origins (`*`: of any) call the contract and read every header field that it names (Fetch, section 3.3: the CORS
 * protocol). Cookies are not asked for: whoever calls shows a credential in a header field. Without origins nothing is allowed.
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
    maxAge: REMEMBERED,
  };
  await scope.register(cors, {
    // An OPTIONS that is no preflight is the contract's to refuse.
    delegator: async (request: FastifyRequest) =>
      request.method !== "OPTIONS" || isPreflight(request) ? options : { origin: false },
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the answer is to a browser's question what a page may send: it is in no contract. Undefined where no page may send anything. */
    corsPreflightEnabled?: boolean;
  }
}

/** Whether a browser asks what a page may send. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
