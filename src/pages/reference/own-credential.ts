import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import { Failure } from "#contract/failure";
import * as apiKeys from "../../accounts/api-keys.ts";
import * as tokens from "../../accounts/tokens.ts";
import type { Context } from "../../context/context.ts";
import { valuesIn } from "../design/form-state.ts";
import * as paths from "../design/paths.ts";
import { registerPagesBelow } from "../forms/prepare.ts";
import { requireSignIn } from "../forms/require-sign-in.ts";
import { getSignedInUser } from "../forms/session.ts";
import { credentialOf } from "./credential.ts";

/** How long the credential of a page is valid, in seconds. Pages ask for another one when it has expired. */
const LIFETIME = 15 * 60;

/** The name of the API key in the list of the account. */
const KEY_NAME = "API reference (temporary)";

interface Options {
  readonly context: Context;
  readonly contracts: readonly Contract[];
  readonly tokens: tokens.TokenService;
}

/**
 * Registers what issues the credential with which the script of a page of the reference sends requests for the signed-in
 * user: a login token, or an API key where the contract takes only keys. It ends soon, and only the script's memory has
 * it. An account has one such key, so that pages leave no list of keys; another page revokes it, and asks for its own.
 */
export async function registerOwnCredential(pages: FastifyInstance, options: Options): Promise<void> {
  await registerPagesBelow(pages, { prefix: paths.REFERENCE_CREDENTIAL }, (scope) => {
    requireSignIn(scope);
    serveOwnCredential(scope, options);
  });
}

function serveOwnCredential(
  scope: FastifyInstance,
  { contracts, tokens: tokenService, context: { database, clock } }: Options,
): void {
  scope.post("/", async (request, reply) => {
    const user = getSignedInUser(request);
    const contract = contracts.find(({ name }) => name === valuesIn(request.body).contract);
    const needed = contract && credentialOf(contract);
    if (needed === undefined)
      throw new Failure("notFound", "There is no such contract.", { reason: "contract-not-found" });
    const credential = needed.takesTokens
      ? tokens.issue({ ...tokenService, lifetime: LIFETIME }, user)
      : await apiKeys.replaceTemporary(database, clock, user.id, { name: KEY_NAME, lifetimeMs: LIFETIME * 1000 });
    return reply.send({ credential });
  });
}
