import type { FastifyInstance } from "fastify";
import * as tokens from "../../accounts/tokens.ts";
import type { Context } from "../../context.ts";
import type { AnswerCache } from "../../http/answer-cache.ts";
import { registerContract } from "../../http/bind.ts";
import type { Conformance } from "../../http/conformance.ts";
import type { Contract } from "../../http/contract.ts";
import { CatalogueHandlers, type Desks } from "./handlers.ts";
import { permissionsOf } from "./permissions.ts";
import { toFailureBody } from "./wire.ts";

/** What the contract is served with. */
interface Parts {
  readonly contract: Contract;
  readonly context: Context;
  readonly desks: Desks;
  readonly conformance: Conformance;
  readonly cache: AnswerCache;
}

/** Serves the contract of the catalogue and of accounts. */
export async function registerCatalogue(app: FastifyInstance, parts: Parts): Promise<void> {
  const { contract, context, desks, conformance, cache } = parts;
  await registerContract(app, {
    contract,
    handlers: [new CatalogueHandlers(context, desks)],
    security: {
      verifiers: { authToken: (token) => tokens.authenticate(context.database, desks.tokens, token) },
      missing: "Access Denied",
      malformed: "Token is not valid",
    },
    permissions: permissionsOf(context.config),
    toFailureBody,
    conformance,
    cache,
    origins: context.config.corsOrigins,
  });
}
