import type { FastifyInstance } from "fastify";
import { registerContract } from "#contract/bind";
import type { ResponseCache } from "#contract/cache/response-cache";
import type { Contract } from "#contract/contract";
import type { IdempotentRequests } from "#contract/request/idempotency";
import type { Conformance } from "#contract/response/conformance";
import * as tokens from "../../accounts/tokens.ts";
import type { Context } from "../../context/context.ts";
import { gatesOf } from "../../context/large-reads.ts";
import { CATALOGUE } from "../cached-operations.ts";
import { assertIdMatches } from "../id-in-body.ts";
import { attributed } from "../origin.ts";
import { toProblemBody } from "../problem.ts";
import { handlersOf } from "../standby.ts";
import { CatalogueHandlers, type CatalogueServices } from "./handlers.ts";
import { permissionsOf } from "./permissions.ts";
import { toFailureBody } from "./wire.ts";

/** The classes of the handlers. */
export const HANDLERS = [CatalogueHandlers];

/** Options of `registerCatalogue`. */
interface Options {
  readonly contract: Contract;
  readonly context: Context;
  readonly services: CatalogueServices;
  readonly conformance: Conformance;
  readonly cache: ResponseCache;
  readonly idempotentRequests: IdempotentRequests;
}

/** Registers the operations of the catalogue contract, `openapi/catalogue.yaml`: products, registration and login. */
export async function registerCatalogue(app: FastifyInstance, options: Options): Promise<void> {
  const { contract, context, services, conformance, cache, idempotentRequests } = options;
  await registerContract(app, {
    contract,
    ...handlersOf(context, (chosen) => [new CatalogueHandlers(chosen, services)]),
    security: {
      verifiers: { authToken: (token) => tokens.authenticate(context.database, services.tokens, token) },
      missing: "Access Denied",
      malformed: "Token is not valid",
    },
    permissions: permissionsOf(context),
    assertInput: assertIdMatches,
    around: attributed(contract.name, context.clock),
    toFailureBody,
    toProblemBody,
    conformance,
    cache,
    cachedOperations: CATALOGUE,
    longLists: gatesOf("catalogue", context.slots),
    idempotentRequests,
    accountIdOf: ({ accountId }) => accountId,
    origins: context.config.corsOrigins ?? [],
  });
}
