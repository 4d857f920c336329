import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Contract } from "../contract.ts";
import { lazy } from "../lazy.ts";

/** How long browsers may cache a preflight response, in seconds. */
const MAX_AGE = 600;

/**
 * Origins whose pages may call a contract. `*` in the list allows all and is the value that browsers
 * get; `any` allows all too, but browsers get their own origin.
 */
export type Origins = readonly string[] | "any";

/**
 * Allows pages of these origins to call the contract and to read every header field that it lists
 * (Fetch, section 3.3: the CORS protocol). Cookies are not allowed: credentials are in header fields.
 */
export async function allowOrigins(
  scope: FastifyInstance,
  { operations, outside }: Contract,
  origins: Origins,
): Promise<void> {
  const access = () => {
    const responses = [outside, ...operations.map(({ responses }) => responses)].flatMap((all) => Object.values(all));
    const fields = new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)));
    const methods = new Set(operations.map(({ method }) => method));
    return { methods: [...methods], exposedHeaders: [...fields] };
  };
  await allowPages(scope, access, origins);
}

/** What pages of other origins may do in a scope. */
interface Access {
  readonly methods: readonly string[];
  readonly exposedHeaders: readonly string[];
}

/** `allowOrigins` for a scope that serves no contract. */
export async function allowPages(scope: FastifyInstance, access: () => Access, origins: Origins): Promise<void> {
  if (origins.length === 0) return;
  const options = lazy(() => {
    const { methods, exposedHeaders } = access();
    return {
      origin: origins === "any" || [...origins],
      methods: [...methods],
      exposedHeaders: [...exposedHeaders],
      maxAge: MAX_AGE,
    };
  });
  await scope.register(cors, {
    delegator: async (request: FastifyRequest) => (isSkipped(request, origins) ? { origin: false } : options()),
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by @fastify/cors for preflights, whose responses are in no contract. */
    corsPreflightEnabled?: boolean;
  }
}

/**
 * Whether a request gets no header fields of CORS. OPTIONS requests that are not preflights are rejected
 * like any method that the contract does not have. With `any`, a request without an origin is skipped, so
 * that its response is the same as on the fast path.
 */
function isSkipped(request: FastifyRequest, origins: Origins): boolean {
  if (request.method === "OPTIONS") return !isPreflight(request);
  return origins === "any" && request.headers.origin === undefined;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}
