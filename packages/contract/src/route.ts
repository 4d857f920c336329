import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import type { PublicOperation } from "./cache/response-cache.ts";
import type { Operation } from "./contract.ts";
import { Failure } from "./failure.ts";
import { type FormReader, formReaderOf } from "./form-route.ts";
import { type Handler, handlerOf } from "./handlers.ts";
import { isRecord } from "./record.ts";
import { authenticate } from "./request/authentication.ts";
import { expectJson } from "./request/body.ts";
import { HandlerRequest } from "./request/handler-request.ts";
import { acceptsKey } from "./request/idempotency.ts";
import { assertNoUnknownInput } from "./request/known-fields.ts";
import { largeBodyOptions } from "./request/large-body.ts";
import { requirementOf } from "./request/preconditions.ts";
import { requestSchemasOf } from "./request/request-schemas.ts";
import { parameterNames, toInvalid } from "./request/validation-errors.ts";
import { inSlotOf, type LongList, limitBuilding } from "./response/build-slots.ts";
import { cachingHeaders, cachingHeadersFor } from "./response/caching.ts";
import { checkResponse, NO_CHECKS } from "./response/conformance.ts";
import { send } from "./response/send.ts";
import {
  type HandlerResponse,
  type SerializedResponse,
  serialize,
  withStartedStream,
} from "./response/serialized-response.ts";
import type { Service } from "./service.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation that the route serves; undefined outside the contracts. */
    operation?: Operation;
    /** The name of the operation's contract. */
    api?: string;
  }
  interface FastifyRequest {
    /** The authenticated caller; undefined when anonymous. */
    principal?: unknown;
  }
}

type Done = (error?: Error) => void;

/**
 * The route of one operation, with its hooks in the order in which they run. `validateRequests`
 * checks the request against the contract just before the handler. Hooks that await nothing call
 * `done`: returning a promise would cost more than the hook itself.
 */
export function routeOf<Principal>(service: Service<Principal>, operationId: string) {
  const operation = service.contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const form = formReaderOf(service, operation);
  const [assertType, assertCondition] = [form?.assertType ?? expectJson, requirementOf(operation)];
  const assertReadable = (request: FastifyRequest) => {
    assertType(request);
    assertCondition?.(request);
  };
  return {
    config: { operation, api: service.contract.name },
    schema: requestSchemasOf(operation),
    onRequest: admissionHook(service, operation, assertReadable),
    ...largeBodyOptions(operation, service.largeBodies),
    preValidation: [
      ...(operation.emptyParameters.length > 0 ? [emptyParameterHook(operation)] : []),
      ...(operation.method === "GET" || form !== undefined ? [] : [bodyCheckHook(service, operation)]),
    ],
    schemaErrorFormatter: (errors: FastifySchemaValidationError[], part: string) =>
      toInvalid(
        service.invalidFields ?? "invalid",
        errors,
        part,
        service.namesParameters === true ? parameterNames(operation.parameters, part) : undefined,
      ),
    handler: createHandler(service, operation, form),
  };
}

/**
 * Checks credential, scopes, permission, content type and a required `If-Match`. One hook, because each costs a
 * microsecond.
 */
function admissionHook<Principal>(
  { contract, security, permissions, callerLimit, freeOperations = [], accountIdOf = () => 0 }: Service<Principal>,
  operation: Operation,
  assertReadable: (request: FastifyRequest) => void,
) {
  const isFree = freeOperations.includes(operation.id);
  const assertPermitted = permissions?.[operation.id];
  const admit = (request: FastifyRequest, principal: Principal | undefined) => {
    request.principal = principal;
    if (principal !== undefined) {
      request.accountId = accountIdOf(principal);
      if (operation.scopes.length > 0) security.scopes?.assert(principal, operation.scopes);
    }
    const permitting = assertPermitted?.(principal);
    if (permitting instanceof Promise) return permitting.then(() => assertReadable(request));
    assertReadable(request);
    return undefined;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    if (isFree) callerLimit?.refund(request, reply);
    const authenticating = authenticate(request, operation, contract.schemes, security);
    if (authenticating === undefined) {
      const admitting = admit(request, undefined);
      if (admitting === undefined) done();
      else admitting.then(() => done(), done);
      return;
    }
    authenticating
      .then(
        (principal) => {
          const counting = callerLimit?.countAuthenticated(request, reply, accountIdOf(principal));
          return counting === undefined ? admit(request, principal) : counting.then(() => admit(request, principal));
        },
        async (error) => {
          if (isUnauthenticated(error)) await callerLimit?.countRejected(request, reply);
          throw error;
        },
      )
      .then(() => done(), done);
  };
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof Failure && error.kind === "unauthenticated";
}

/** Removes empty query parameters that may be empty, so that they get their defaults. */
function emptyParameterHook({ emptyParameters }: Operation) {
  return ({ query }: FastifyRequest, _reply: FastifyReply, done: Done) => {
    if (isRecord(query)) for (const name of emptyParameters) if (query[name] === "") delete query[name];
    done();
  };
}

function bodyCheckHook({ assertInput }: Pick<Service<never>, "assertInput">, operation: Operation) {
  return (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
    if (operation.bodyRequired && request.body === undefined) {
      throw new Failure("invalid", "A body of type application/json is required.", { reason: "body-missing" });
    }
    assertNoUnknownInput(operation, request);
    assertInput?.(request);
    done();
  };
}

/** Sends what the handler returns, or the cached response to a `GET`. */
function createHandler<Principal>(service: Service<Principal>, operation: Operation, form: FormReader | undefined) {
  const { contract, cache, origins, longLists = {}, cachedOperations = {} } = service;
  const handle = observed(service, operation, readingStandby(service, operation));
  const respondTo = acceptsKey(operation)
    ? idempotently(service, operation, handle)
    : (request: FastifyRequest) => handle(new HandlerRequest(request));
  const schemes = operation.schemes.flatMap((name) => contract.schemes[name] ?? []);
  const caching = cachingHeaders(schemes, origins);
  const respondWrapped = wrapped(service, operation, respondTo);
  const hasEtag = etagCheckOf(operation);
  const build = async (request: FastifyRequest) => {
    const response = await respondWrapped(request);
    return serialize(hasEtag(response), response, cachingHeadersFor(request, caching));
  };
  const longList = longLists[operation.id];
  if (form !== undefined) return createFormHandler(form, operation, { build, longList });
  if (longList?.isStream === true) {
    return (request: FastifyRequest, reply: FastifyReply) =>
      inSlotOf(longList, request, reply, async () => send(request, reply, await build(request)));
  }
  const inSlot = longList && limitBuilding(longList);
  const limited = inSlot === undefined ? build : (request: FastifyRequest) => inSlot(request, () => build(request));
  const dependencies = operation.method === "GET" ? cachedOperations[operation.id] : undefined;
  const respond =
    dependencies === undefined || cache === undefined
      ? limited
      : cache.cached(build, dependencies, { operation: publicOperation(service, operation), inSlot });
  return async (request: FastifyRequest, reply: FastifyReply) => send(request, reply, await respond(request));
}

/**
 * Which responses get the entity tag of their body: those to `GET`, and to a change if the contract lists it for them.
 */
function etagCheckOf({ method, etagStatuses }: Operation): (response: HandlerResponse) => boolean {
  const isRead = method === "GET" && etagStatuses.size > 0;
  return ({ status }) => isRead || etagStatuses.has(status);
}

/** The handler of an operation. For a `GET`, it reads the standby if possible, otherwise the primary. */
function readingStandby<Principal>({ handlers, standby }: Service<Principal>, { id, method }: Operation): Handler {
  const handle = handlerOf(handlers, id);
  if (standby === undefined || method !== "GET") return handle;
  const handleOnStandby = handlerOf(standby.handlers, id);
  return async (request) =>
    (await standby.read(async () => withStartedStream(await handleOnStandby(request)))) ?? handle(request);
}

/** Runs the handler in the service's `around`, if it has one. */
function wrapped<Principal>(
  { around }: Service<Principal>,
  { id, method }: Operation,
  respondTo: (request: FastifyRequest) => Promise<HandlerResponse>,
) {
  if (around === undefined || method === "GET") return respondTo;
  return (request: FastifyRequest) => {
    const { ip, headers } = request;
    const client = { address: ip, userAgent: headers["user-agent"] ?? "" };
    // A cast: the admission hook has set the principal to what this service's verifier returned.
    const principal = request.principal as Principal | undefined;
    return around({ operationId: id, principal, client }, () => respondTo(request));
  };
}

/** Passes requests through the test's observer, if there is one. */
function observed<Principal>(
  { contract, conformance: { observe } = NO_CHECKS }: Service<Principal>,
  { id }: Operation,
  handle: Handler,
): Handler {
  if (observe === undefined) return handle;
  return (request) => handle(observe({ contract: contract.name, operation: id, request }));
}

/** Reads the form of a request, which waits for a slot of its long response before if its file is streamed. */
function createFormHandler(
  form: FormReader,
  { streamsFile }: Operation,
  { build, longList }: { readonly build: Build; readonly longList: LongList | undefined },
) {
  const inSlot = longList === undefined || !streamsFile ? withoutSlot : limitBuilding(longList);
  return async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, await inSlot(request, () => form.read(request, reply, () => build(request))));
}

type Build = (request: FastifyRequest) => Promise<SerializedResponse>;

const withoutSlot = <T>(_request: FastifyRequest, work: () => Promise<T>): Promise<T> => work();

/** Calls the handler, unless the request's `Idempotency-Key` has a stored response. */
function idempotently<Principal>({ idempotentRequests }: Service<Principal>, { id }: Operation, handle: Handler) {
  if (idempotentRequests === undefined) throw new Error(`${id} needs the service's \`idempotentRequests\`.`);
  return (request: FastifyRequest) =>
    idempotentRequests.respond(request, request.accountId, (keyed) => handle(new HandlerRequest(request, keyed)));
}

/**
 * The operation for the fast path; undefined if it requires a credential or has hooks that the fast
 * path would skip: early hooks, CORS, deprecation headers.
 */
function publicOperation<Principal>(
  {
    contract,
    conformance = NO_CHECKS,
    callerLimit,
    freeOperations = [],
    registerEarlyHooks,
    origins = [],
  }: Service<Principal>,
  { id, anonymous, deprecationHeaders, responses }: Operation,
): PublicOperation | undefined {
  // With "any", CORS adds header fields only for requests with an origin, which skip the fast path.
  const hasCors = origins !== "any" && origins.length > 0;
  const hasHooks = registerEarlyHooks !== undefined || hasCors || Object.keys(deprecationHeaders).length > 0;
  if (!anonymous || hasHooks) return undefined;
  const expectation = { contract: contract.name, operation: id, responses };
  const isFree = freeOperations.includes(id);
  return {
    id,
    api: contract.name,
    check: (read) => checkResponse(conformance, expectation, read),
    count: callerLimit && ((address) => callerLimit.countAnonymous(address, isFree)),
  };
}
