import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import glue from "fastify-openapi-glue";
import { Failure } from "../errors.ts";
import { type Answer, sendAnswer } from "./answer.ts";
import { authenticate, type Security } from "./authentication.ts";
import { checkContentType } from "./body.ts";
import { type Conformance, checkAnswers, type Expectation } from "./conformance.ts";
import type { Contract, Operation } from "./contract.ts";
import { allowOrigins } from "./cors.ts";
import { sendNotices } from "./deprecation.ts";
import { hideNames } from "./dollar-names.ts";
import { etagOf, etagOfParts, refuseUnlessMatched } from "./etag.ts";
import { answerFailures, type Envelope } from "./failure.ts";
import { handlerOf, refuseGaps } from "./handlers.ts";
import { toJsonText } from "./json-text.ts";
import "./linted-contracts.ts";
import { refuseUnreachable } from "./unreachable.ts";
import { acceptUploads, readFile, refuseOtherThanForm, waitForTurn } from "./upload.ts";
import { toInvalid, validateRequests } from "./validation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the contract that the route serves. */
    operation?: Operation;
  }
}

/** Everything that makes routes of a contract. */
export interface Binding<Principal> {
  readonly contract: Contract;
  /** Together they have one method per operation, named as the operation. */
  readonly handlers: readonly object[];
  readonly security: Security<Principal>;
  /** By operationId: throws `forbidden` when this caller may not call it. Asked before the body is read. */
  readonly permissions?: Readonly<Record<string, (principal: Principal | undefined) => void>>;
  readonly toFailureBody: Envelope["toBody"];
  readonly conformance: Conformance;
  /** Whose pages may call it from a browser. */
  readonly origins?: readonly string[];
  /** Registers hooks that every request passes before anything else is looked at, to unknown paths too. */
  readonly gate?: (scope: FastifyInstance) => Promise<void>;
}

/**
 * Serves a contract under its base path, through fastify-openapi-glue. Each request is checked in this order: path and method,
 * credential, permission, content type, body and parameters. Throws, naming them, when operations and handlers or security
 * schemes and verifiers do not fit together.
 */
export async function registerContract<Principal>(app: FastifyInstance, binding: Binding<Principal>): Promise<void> {
  refuseGaps(binding);
  const { contract, conformance, toFailureBody } = binding;
  await app.register(
    async (scope) => {
      scope.decorateRequest("principal", undefined);
      // Answers are strings already; without this a serialiser that nobody uses would be compiled for each.
      scope.setSerializerCompiler(() => JSON.stringify);
      answerFailures(scope, { toBody: toFailureBody, challenge: challengeOf(contract) });
      await allowOrigins(scope, contract, binding.origins ?? []);
      await binding.gate?.(scope);
      refuseUnreachable(scope, contract.basePath, contract.operations);
      validateRequests(scope);
      if (contract.operations.some(({ fileField }) => fileField !== undefined)) await acceptUploads(scope);
      sendNotices(scope);
      checkAnswers(scope, conformance, (reply) => expectationOf(contract, reply));
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

const specifications = new WeakMap<Contract, object>();

/** The contract as glue takes it; made once, however many servers there are. */
function specificationOf(contract: Contract): object {
  const specification =
    specifications.get(contract) ?? JSON.parse(JSON.stringify(hideNames(contract.document)), asGlueTakesIt);
  specifications.set(contract, specification);
  return specification;
}

/**
 * A reviver for the objects of a contract: names header fields as Node does, in lower case, so that they are found, and leaves out what is
 * not JSON, forms and pictures: no schema can check them.
 */
function asGlueTakesIt(key: string, value: unknown): unknown {
  const { in: place, name, content } = Object(value);
  const types = Object.keys(Object(value)).filter((name) => name.includes("/"));
  if (key === "content" && types.length > 0 && !types.includes("application/json")) return undefined;
  if (key === "requestBody" && content === undefined) return undefined;
  return place === "header" ? { ...Object(value), name: String(name).toLowerCase() } : value;
}

/** How callers are told to show who they are; undefined where the contract has a header of its own for that. */
function challengeOf({ schemes }: Contract): string | undefined {
  return Object.values(schemes).some(({ type }) => type === "http") ? "Bearer" : undefined;
}

function expectationOf({ name, outside }: Contract, reply: FastifyReply): Expectation {
  const { id = "outside", responses = outside } = reply.routeOptions.config.operation ?? {};
  return { contract: name, operation: id, responses };
}

/** How a request goes through one operation, from its head to its answer. */
function routeOf<Principal>(binding: Binding<Principal>, operationId: string) {
  const { contract, handlers, security, permissions } = binding;
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const handle = handlerOf(handlers, operationId);

  return {
    config: { operation },
    schemaErrorFormatter: (errors: FastifySchemaValidationError[], part: string) => toInvalid(operation, errors, part),
    async onRequest(request: FastifyRequest) {
      const principal = await authenticate(request, operation, contract.schemes, security);
      permissions?.[operationId]?.(principal);
      request.setDecorator("principal", principal);
      if (operation.fileField === undefined) checkContentType(request);
      else refuseOtherThanForm(request);
    },
    async preValidation(request: FastifyRequest, reply: FastifyReply) {
      if (operation.fileField !== undefined) {
        await waitForTurn(reply);
        request.body = await readFile(request, operation.fileField);
      }
      if (operation.bodyRequired && request.body === undefined) {
        throw new Failure("invalid", "A body of type application/json is required.");
      }
      refuseContradictingId(request);
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const answer: Answer = await handle(toCall(request));
      return sendAnswer(request, reply, answer);
    },
  };
}

/** A request as handlers see it: `Req`. */
function toCall(request: FastifyRequest) {
  const { params, query, body, ip, headers } = request;
  return {
    params,
    query,
    body,
    principal: request.getDecorator("principal"),
    origin: { address: ip, userAgent: headers["user-agent"] ?? "", referer: headers.referer ?? "" },
    isConditional: headers["if-match"] !== undefined,
    refuseIfChanged: async (current: unknown, version?: number) => {
      if (headers["if-match"] === undefined) return;
      const text = await toJsonText(current);
      const etag = typeof text === "string" ? etagOf(text, { version }) : await etagOfParts(text, { version });
      refuseUnlessMatched(headers["if-match"], etag);
    },
  };
}

/** A body may hold the id that it was read with, but not another than the path's. */
function refuseContradictingId({ params, body }: FastifyRequest): void {
  const inPath: unknown = Reflect.get(Object(params), "id");
  const inBody: unknown = Reflect.get(Object(body), "id");
  const isText = typeof inBody === "string" || typeof inBody === "number";
  if (inPath === undefined || inBody === undefined || (isText && String(inPath) === String(inBody))) return;
  throw new Failure("invalid", "The id in the body is not the id in the path.", {
    details: [{ path: "/id", message: "must be the id in the path" }],
  });
}
