import type { FastifyInstance } from "fastify";
import { acceptJsonBodies } from "../request/body.ts";

/**
 * Prepares the scope of a contract on a server that `createServer` has not created: what that one does for all scopes.
 * Bodies are parsed by this package, and responses have the id of their request.
 */
export function preparePlainServer(scope: FastifyInstance): void {
  if (scope.hasRequestDecorator("accountId")) return;
  scope.decorateRequest("accountId", 0);
  scope.decorateRequest("startedAt", 0);
  acceptJsonBodies(scope);
  scope.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}
