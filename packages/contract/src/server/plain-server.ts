import type { FastifyInstance } from "fastify";
import type { Contract } from "../contract.ts";
import { listsHeader } from "../operations.ts";
import { acceptJsonBodies } from "../request/body.ts";

/**
 * Prepares the scope of a contract on a server that `createServer` has not created: what that one does for all scopes.
 * Bodies are parsed by this package, and responses have the id of their request if the contract lists `X-Request-Id`.
 */
export function preparePlainServer(scope: FastifyInstance, { operations }: Contract): void {
  if (scope.hasRequestDecorator("accountId")) return;
  scope.decorateRequest("accountId", 0);
  scope.decorateRequest("startedAt", 0);
  acceptJsonBodies(scope);
  if (!operations.some((operation) => listsHeader(operation, "X-Request-Id"))) return;
  scope.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}
