import type { FastifyInstance } from "fastify";
import { isKey } from "../../accounts/api-key.ts";
import * as apiKeys from "../../accounts/api-keys.ts";
import type { Principal } from "../../accounts/principal.ts";
import * as tokens from "../../accounts/tokens.ts";
import type { Context } from "../../context.ts";
import { registerContract } from "../../http/bind.ts";
import type { ResponseCache } from "../../http/cache/response-cache.ts";
import type { Contract } from "../../http/contract/types.ts";
import type { Conformance } from "../../http/response/conformance.ts";
import { CollectionHandlers } from "./collection-handlers.ts";
import { ItemHandlers } from "./item-handlers.ts";
import { toFailureBody, UNAUTHORIZED } from "./wire.ts";

/** The services that the handlers need. */
interface Parts {
  readonly contract: Contract;
  readonly context: Context;
  readonly tokens: tokens.TokenService;
  readonly conformance: Conformance;
  readonly cache: ResponseCache;
}

/** Registers the operations of contract 3, `openapi/collections.yaml`. */
export async function registerCollections(app: FastifyInstance, parts: Parts): Promise<void> {
  const { contract, context, tokens: tokenService, conformance, cache } = parts;
  const { database, clock } = context;
  await registerContract<Principal>(app, {
    contract,
    handlers: [new CollectionHandlers(context), new ItemHandlers(context)],
    security: {
      verifiers: {
        bearer: (credential) =>
          isKey(credential)
            ? apiKeys.authenticate(database, clock, credential)
            : tokens.authenticate(database, tokenService, credential),
      },
      missing: UNAUTHORIZED,
      malformed: UNAUTHORIZED,
    },
    toFailureBody,
    conformance,
    cache,
    origins: context.config.corsOrigins,
  });
}
