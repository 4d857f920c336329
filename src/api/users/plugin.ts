import type { FastifyInstance } from "fastify";
import { registerContract } from "#contract/bind";
import type { ResponseCache } from "#contract/cache/response-cache";
import type { Contract } from "#contract/contract";
import { Failure } from "#contract/failure";
import type { IdempotentRequests } from "#contract/request/idempotency";
import { limitRequests, type RateLimit } from "#contract/request/rate-limit";
import type { Conformance } from "#contract/response/conformance";
import * as apiKeys from "../../accounts/api-keys.ts";
import type { Principal } from "../../accounts/principal.ts";
import { assertInScope, SCOPES } from "../../accounts/scopes.ts";
import type { Context } from "../../context/context.ts";
import { USERS } from "../cached-operations.ts";
import { assertIdMatches } from "../id-in-body.ts";
import { attributed } from "../origin.ts";
import { toProblemBody } from "../problem.ts";
import { handlersOf } from "../standby.ts";
import { UserHandlers } from "./handlers.ts";
import { permissions } from "./permissions.ts";
import { toFailureBody } from "./wire.ts";

/** The classes of the handlers. */
export const HANDLERS = [UserHandlers];

/** Options of `registerUsers`. */
interface Options {
  readonly contract: Contract;
  readonly context: Context;
  readonly keys: apiKeys.KeyService;
  readonly rateLimit: RateLimit;
  readonly conformance: Conformance;
  readonly cache: ResponseCache;
  readonly idempotentRequests: IdempotentRequests;
}

/** Registers the operations of the users contract, `openapi/users.yaml`. */
export async function registerUsers(app: FastifyInstance, options: Options): Promise<void> {
  const { contract, context, keys, rateLimit, conformance, cache, idempotentRequests } = options;
  const { database, config } = context;
  await registerContract<Principal>(app, {
    contract,
    ...handlersOf(context, (chosen) => [new UserHandlers(chosen)]),
    security: {
      verifiers: { apiKey: (key) => apiKeys.authenticate(database, keys, key) },
      scopes: { names: SCOPES, assert: ({ scopes }, required) => assertInScope(scopes, required) },
      missing: apiKeys.UNAUTHORIZED_MESSAGE,
      malformed: apiKeys.UNAUTHORIZED_MESSAGE,
    },
    permissions,
    assertInput: assertIdMatches,
    around: attributed(contract.name, context.clock),
    toFailureBody,
    toProblemBody,
    invalidFields: "unprocessable",
    conformance,
    cache,
    cachedOperations: USERS,
    idempotentRequests,
    accountIdOf: ({ accountId }) => accountId,
    origins: config.corsOrigins ?? [],
    async registerEarlyHooks(scope) {
      await limitRequests(scope, rateLimit);
      requireUserAgent(scope, config.userAgentPolicy);
    },
  });
}

/** Matches a link or an e-mail address. */
const CONTACT = /\bhttps?:\/\/\S|[^\s@]@[^\s@]+\.[^\s@]/i;

/**
 * Rejects every request of the scope that has no User-Agent, or, with the policy `contact`, one
 * that contains neither a link nor an e-mail address.
 */
function requireUserAgent(scope: FastifyInstance, policy: "present" | "contact"): void {
  scope.addHook("onRequest", async ({ headers }) => {
    const userAgent = headers["user-agent"]?.trim() ?? "";
    if (userAgent !== "" && (policy === "present" || CONTACT.test(userAgent))) return;
    throw new Failure("invalid", "Invalid User-Agent. Please, make sure your request has a proper User-Agent header.");
  });
}
