import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";

/** Matches a link or an e-mail address. */
const CONTACT = /\bhttps?:\/\/\S|[^\s@]@[^\s@]+\.[^\s@]/i;

/**
 * Rejects every request of the scope that has no User-Agent, or, with the policy `contact`, one
 * that contains neither a link nor an e-mail address.
 */
export function requireUserAgent(scope: FastifyInstance, policy: "present" | "contact"): void {
  scope.addHook("onRequest", async ({ headers }) => {
    const userAgent = headers["user-agent"]?.trim() ?? "";
    if (userAgent !== "" && (policy === "present" || CONTACT.test(userAgent))) return;
    throw new Failure("invalid", "Invalid User-Agent. Please, make sure your request has a proper User-Agent header.");
  });
}
