import type { FastifyInstance, FastifyReply } from "fastify";
import type { Contract } from "./contract.ts";
import { sendDeprecationHeaders } from "./deprecation.ts";
import { glue, specificationOf } from "./glue.ts";
import { assertComplete } from "./handlers.ts";
import { failureTypesOf } from "./media-types.ts";
import { listsHeader, routePathOf } from "./operations.ts";
import { authorizationOf } from "./request/authentication.ts";
import { acceptJsonBodies } from "./request/body.ts";
import { handleUnknownPaths, malformationOf, rejectUnmatched } from "./request/unmatched.ts";
import { acceptUploads } from "./request/upload.ts";
import { validateRequests } from "./request/validation.ts";
import { cachingHeaders } from "./response/caching.ts";
import { checkResponses, type Expectation, NO_CHECKS } from "./response/conformance.ts";
import { type Envelope, sendFailures } from "./response/failures.ts";
import { routeOf } from "./route.ts";
import { allowOrigins } from "./server/cors.ts";
import type { Service } from "./service.ts";

/** A contract's service and its error format. */
export interface Binding<Principal> extends Service<Principal> {
  readonly toFailureBody: Envelope["toBody"];
  readonly toProblemBody?: Envelope["toProblemBody"];
  /**
   * Such as `/api`; by default the path of the first of `servers`, or `/`. Requests outside of it are not the
   * contract's.
   */
  readonly basePath?: string;
}

/**
 * Serves a contract under its base path with fastify-openapi-glue, on a server of `createServer` or any other Fastify
 * server. Requests are checked in this
 * order: path and method, credential, permission, content type, parameters and body. Throws an
 * error that lists all mismatches when handlers, permissions or verifiers do not match the
 * contract.
 */
export async function registerContract<Principal>(app: FastifyInstance, given: Binding<Principal>): Promise<void> {
  const binding = { ...given, contract: atBasePath(given) };
  assertComplete(binding);
  const { contract, conformance = NO_CHECKS, callerLimit, toFailureBody, toProblemBody } = binding;
  const isNegotiated = toProblemBody !== undefined;
  const typeOf = failureTypesOf(contract, isNegotiated);
  await app.register(
    async (scope) => {
      scope.decorateRequest("principal");
      preparePlainServer(scope, contract);
      // Responses are already serialised. Without this, Fastify would compile serialisers that
      // nothing uses.
      scope.setSerializerCompiler(() => JSON.stringify);
      const caching = cachingHeaders(Object.values(contract.schemes), binding.origins, isNegotiated ? ["Accept"] : []);
      sendFailures(
        scope,
        {
          toBody: toFailureBody,
          toProblemBody,
          challenge: challengeOf(contract),
          complete: callerLimit && ((request, reply) => callerLimit.countFailed(request, reply)),
        },
        {
          caching,
          typeOf: ({ headers }, reply, status) =>
            typeOf(expectationOf(contract, reply).responses, status, headers.accept),
        },
      );
      await allowOrigins(scope, contract, binding.origins ?? []);
      callerLimit?.register(scope);
      await binding.registerEarlyHooks?.(scope);
      rejectUnmatched(scope, contract.basePath, contract.operations);
      handleUnknownPaths(scope);
      validateRequests(scope, contract);
      if (contract.operations.some(({ fileField }) => fileField !== undefined)) await acceptUploads(scope);
      sendDeprecationHeaders(scope, contract.operations);
      checkResponses(scope, conformance, (reply) => expectationOf(contract, reply));
      await scope.register(glue, {
        specification: specificationOf(contract),
        operationResolver: (operationId, method, path) => ({
          method,
          url: routePathOf(path),
          ...routeOf(binding, operationId),
        }),
      });
    },
    { prefix: contract.basePath },
  );
  app.log.info(
    { contract: contract.name, basePath: contract.basePath || "/" },
    "serving a contract below its base path",
  );
}

/** The contract at the base path that `registerContract` was told, if it was. */
export function atBasePath({ contract, basePath }: Pick<Binding<never>, "contract" | "basePath">): Contract {
  if (basePath === undefined) return contract;
  if (basePath !== "" && !basePath.startsWith("/"))
    throw new Error(`The base path "${basePath}" must begin with a slash.`);
  return { ...contract, basePath: basePath.replace(/\/$/, "") };
}

/** The value of `WWW-Authenticate`; undefined for contracts whose credentials are all API keys. */
function challengeOf({ schemes, document }: Contract): string | undefined {
  const names = new Set(Object.values(schemes).map(authorizationOf));
  const realm = document.info.title.replace(/[^ -~]|["\\]/g, " ");
  const challenges = [
    ...(names.has("bearer") ? ["Bearer"] : []),
    ...(names.has("basic") ? [`Basic realm="${realm}", charset="UTF-8"`] : []),
  ];
  return challenges.length === 0 ? undefined : challenges.join(", ");
}

function expectationOf({ name, outside }: Contract, { request, routeOptions }: FastifyReply): Expectation {
  const operation = malformationOf(request.raw) === undefined ? routeOptions.config.operation : undefined;
  const { id = "outside", responses = outside } = operation ?? {};
  return { contract: name, operation: id, responses };
}

/**
 * Prepares the scope of a contract on a server that `createServer` has not created: what that one does for all scopes.
 * Bodies are parsed by this package, and responses have the id of their request if the contract lists `X-Request-Id`.
 */
function preparePlainServer(scope: FastifyInstance, { operations }: Contract): void {
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
