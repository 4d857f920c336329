import type { FastifyInstance } from "fastify";
import { valuesIn } from "../design/form-state.ts";

/**
 * Keeps browsers from repeating the address of a page in `Referer` if it has the token of a link. The policy is
 * `strict-origin` and not `no-referrer`, with which the forms of the page would send `Origin: null`.
 */
export function hideTokensInAddresses(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ query }, reply) => {
    if (valuesIn(query).token !== undefined) reply.header("referrer-policy", "strict-origin");
  });
}
