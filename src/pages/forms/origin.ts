import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Origin, runAs } from "../../audit/origin.ts";
import type { Context } from "../../context/context.ts";
import { clientOf, findSignedInUser } from "./session.ts";

/** Tells the audit log who causes what the handlers of forms change. */
export function attributeChanges(scope: FastifyInstance, { clock }: Context): void {
  // After the body was read: its events do not keep the context of the hooks before.
  scope.addHook("preHandler", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD") done();
    else runAs(originOf(request, clock), done);
  });
}

function originOf(request: FastifyRequest, clock: () => number): Origin {
  const user = findSignedInUser(request);
  const { address, userAgent } = clientOf(request);
  return {
    actor: user === undefined ? "anonymous" : "account",
    accountId: user?.id ?? null,
    credentialVersion: user?.credential_version ?? null,
    via: request.routeOptions.url ?? "",
    credential: user?.browser_id ?? null,
    client: { address, userAgent },
    clock,
  };
}
