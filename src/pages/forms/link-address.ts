import type { FastifyInstance } from "fastify";
import { valuesIn } from "../design/form-state.ts";

/** The page of an invitation, whose path ends with its token, also as the page to return to after signing in. */
const INVITATION = /(?:\/|%2f)join(?:\/|%2f)/i;

/**
 * Keeps browsers from repeating the address of a page in `Referer` if it has the token of a link. The policy is
 * `strict-origin` and not `no-referrer`, with which the forms of the page would send `Origin: null`.
 */
export function hideTokensInAddresses(scope: FastifyInstance): void {
  scope.addHook("onRequest", async ({ query, url }, reply) => {
    if (valuesIn(query).token !== undefined || INVITATION.test(url)) reply.header("referrer-policy", "strict-origin");
  });
}
