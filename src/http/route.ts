import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { Failure } from "../errors.ts";
import type { PublicOperation, ResponseCache } from "./cache/response-cache.ts";
import { handlerOf } from "./contract/handlers.ts";
import type { Contract, Operation } from "./contract/types.ts";
import { isRecord } from "./record.ts";
import { authenticate, type Security } from "./request/authentication.ts";
import { expectJson } from "./request/body.ts";
import { HandlerRequest } from "./request/handler-request.ts";
import { assertNoUnknownInput } from "./request/strict-input.ts";
import { assertForm, readFile, waitForUploadSlot } from "./request/upload.ts";
import { toInvalid } from "./request/validation-errors.ts";
import { type Conformance, checkResponse } from "./response/conformance.ts";
import { toRepresentation } from "./response/representation.ts";
import { send } from "./response/send.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation that the route serves; undefined outside the contracts. */
    operation?: Operation;
  }
  interface FastifyRequest {
    /** The authenticated caller; undefined when anonymous. */
    principal?: unknown;
  }
}

/** Throws `forbidden` unless the caller may call the operation. */
type Permission<Principal> = (principal: Principal | undefined) => void;

/** A contract, and what implements and secures its operations. */
export interface Service<Principal> {
  readonly contract: Contract;
  /** Objects that together have one method per operation, named by its operationId. */
  readonly handlers: readonly object[];
  readonly security: Security<Principal>;
  /** By operationId. Checked before the body is read. */
  readonly permissions?: Readonly<Record<string, Permission<Principal>>>;
  readonly conformance: Conformance;
  /** Registers hooks that run before all others, for unknown paths too. */
  readonly registerEarlyHooks?: (scope: FastifyInstance) => Promise<void>;
  /** Origins whose pages may call the operations from a browser. */
  readonly origins?: readonly string[];
  /** Caches responses to `GET`. */
  readonly cache?: ResponseCache;
}

type Done = (error?: Error) => void;

/**
 * The route of one operation, with its hooks in the order in which they run. `validateRequests`
 * checks the request against the contract just before the handler. A hook that awaits nothing
 * returns no promise, which would cost more than the hook itself.
 */
export function routeOf<Principal>(service: Service<Principal>, operationId: string) {
  const operation = service.contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const { fileField } = operation;
  return {
    config: { operation },
    onRequest: admission(service, operation),
    preValidation: [
      ...(fileField === undefined ? [] : [fileReading(fileField)]),
      ...(operation.method === "GET" ? [] : [bodyCheck(operation)]),
    ],
    schemaErrorFormatter: (errors: FastifySchemaValidationError[], part: string) => toInvalid(operation, errors, part),
    handler: handling(service, operation),
  };
}

/** Authentication, permission, content type. One hook, because each one costs a microsecond. */
function admission<Principal>({ contract, security, permissions }: Service<Principal>, operation: Operation) {
  const assertPermitted = permissions?.[operation.id];
  const assertContentType = operation.fileField === undefined ? expectJson : assertForm;
  const admit = (request: FastifyRequest, principal: Principal | undefined) => {
    request.principal = principal;
    assertPermitted?.(principal);
    assertContentType(request);
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
    const authenticating = authenticate(request, operation, contract.schemes, security);
    if (authenticating === undefined) {
      admit(request, undefined);
      done();
      return;
    }
    authenticating.then((principal) => admit(request, principal)).then(() => done(), done);
  };
}

function fileReading(field: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await waitForUploadSlot(reply);
    request.body = await readFile(request, field);
  };
}

function bodyCheck(operation: Operation) {
  return (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
    if (operation.bodyRequired && request.body === undefined) {
      throw new Failure("invalid", "A body of type application/json is required.");
    }
    assertNoUnknownInput(operation, request);
    assertIdMatches(request);
    done();
  };
}

/** Throws `invalid` if the body and the path have different ids. */
function assertIdMatches({ params, body }: FastifyRequest): void {
  const inPath = idOf(params);
  const inBody = idOf(body);
  const isText = typeof inBody === "string" || typeof inBody === "number";
  if (inPath === undefined || inBody === undefined || (isText && String(inPath) === String(inBody))) return;
  throw new Failure("invalid", "The id in the body is not the id in the path.", {
    details: [{ path: "/id", message: "must be the id in the path" }],
  });
}

function idOf(value: unknown): unknown {
  return isRecord(value) ? value.id : undefined;
}

/** Sends what the handler returns, or the cached response to a `GET`. */
function handling<Principal>(service: Service<Principal>, operation: Operation) {
  const { handlers, cache } = service;
  const handle = handlerOf(handlers, operation.id);
  const load = async (request: FastifyRequest) =>
    toRepresentation(operation.method, await handle(new HandlerRequest(request)));
  const isCached = operation.method === "GET" && cache !== undefined;
  const respond = isCached ? cache.cached(load, publicOperation(service, operation)) : load;
  return async (request: FastifyRequest, reply: FastifyReply) => send(request, reply, await respond(request));
}

/** The operation, if it allows anonymous clients and no hook adds header fields for them. */
function publicOperation<Principal>(
  { contract, conformance, registerEarlyHooks, origins = [] }: Service<Principal>,
  { id, anonymous, deprecationHeaders, responses }: Operation,
): PublicOperation | undefined {
  const hasHooks = registerEarlyHooks !== undefined || origins.length > 0 || Object.keys(deprecationHeaders).length > 0;
  if (!anonymous || hasHooks) return undefined;
  const expectation = { contract: contract.name, operation: id, responses };
  return { id, check: (response) => checkResponse(conformance, expectation, response) };
}
