import type { FastifyInstance, FastifyReply } from "fastify";
import { sendDeprecationHeaders } from "./contract/deprecation.ts";
import { glue, specificationOf } from "./contract/glue.ts";
import { assertComplete } from "./contract/handlers.ts";
import type { Contract } from "./contract/types.ts";
import { rejectUnmatched } from "./request/unmatched.ts";
import { acceptUploads } from "./request/upload.ts";
import { validateRequests } from "./request/validation.ts";
import { checkResponses, type Expectation } from "./response/conformance.ts";
import { type Envelope, sendFailures } from "./response/failures.ts";
import { routeOf, type Service } from "./route.ts";
import { allowOrigins } from "./server/cors.ts";

/** Everything that makes routes of a contract. */
export interface Binding<Principal> extends Service<Principal> {
  readonly toFailureBody: Envelope["toBody"];
}

/**
 * Serves a contract under its base path, through fastify-openapi-glue. Each request is checked in this order: path and method,
 * credential, permission, content type, body and parameters. Throws, naming them, when operations and handlers or security
 * schemes and verifiers do not fit together.
 */
export async function registerContract<Principal>(app: FastifyInstance, binding: Binding<Principal>): Promise<void> {
  assertComplete(binding);
  const { contract, conformance, toFailureBody } = binding;
  await app.register(
    async (scope) => {
      scope.decorateRequest("principal");
      // Answers are strings already; without this a serialiser that nobody uses would be compiled for each.
      scope.setSerializerCompiler(() => JSON.stringify);
      sendFailures(scope, { toBody: toFailureBody, challenge: challengeOf(contract) });
      await allowOrigins(scope, contract, binding.origins ?? []);
      await binding.gate?.(scope);
      rejectUnmatched(scope, contract.basePath, contract.operations);
      validateRequests(scope, contract);
      if (contract.operations.some(({ fileField }) => fileField !== undefined)) await acceptUploads(scope);
      sendDeprecationHeaders(scope, contract.operations);
      checkResponses(scope, conformance, (reply) => expectationOf(contract, reply));
      await scope.register(glue, {
        specification: specificationOf(contract),
        operationResolver: (operationId, method, path) => ({
          method,
          url: path.replace(/\{(\w+)\}/g, ":$1"),
          ...routeOf(binding, operationId),
        }),
      });
    },
    { prefix: contract.basePath },
  );
}

/** How callers are told to show who they are; undefined where the contract has a header of its own for that. */
function challengeOf({ schemes }: Contract): string | undefined {
  return Object.values(schemes).some(({ type }) => type === "http") ? "Bearer" : undefined;
}

function expectationOf({ name, outside }: Contract, reply: FastifyReply): Expectation {
  const { id = "outside", responses = outside } = reply.routeOptions.config.operation ?? {};
  return { contract: name, operation: id, responses };
}
