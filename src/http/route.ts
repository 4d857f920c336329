import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { Failure } from "../errors.ts";
import { type OpenOperation, openly, openOperation } from "./cache/fast-path.ts";
import type { ResponseCache } from "./cache/response-cache.ts";
import { handlerOf } from "./contract/handlers.ts";
import type { Contract, Operation } from "./contract/types.ts";
import { authenticate, type Security } from "./request/authentication.ts";
import { checkContentType } from "./request/body.ts";
import { ifMatch } from "./request/preconditions.ts";
import { assertForm, readFile, waitForUploadSlot } from "./request/upload.ts";
import { toInvalid } from "./request/validation.ts";
import type { Conformance } from "./response/conformance.ts";
import { etagOf, etagOfParts, refuseUnlessMatched } from "./response/etag.ts";
import { toJsonText } from "./response/json.ts";
import { type Representation, sendRepresentation, sendResponse } from "./response/send.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the contract that the route serves. */
    operation?: Operation;
  }
  interface FastifyRequest {
    /** Who asks for an operation, as its security handler found out; undefined for an anonymous caller. */
    principal?: unknown;
  }
}

/** What serves the operations of a contract. */
export interface Serving<Principal> {
  readonly contract: Contract;
  /** Together they have one method per operation, named as the operation. */
  readonly handlers: readonly object[];
  readonly security: Security<Principal>;
  /** By operationId: throws `forbidden` when this caller may not call it. Asked before the body is read. */
  readonly permissions?: Readonly<Record<string, (principal: Principal | undefined) => void>>;
  readonly conformance: Conformance;
  /** Registers hooks that every request passes before anything else is looked at, to unknown paths too. */
  readonly gate?: (scope: FastifyInstance) => Promise<void>;
  /** Keeps the answers to GET; without it each is worked out anew. */
  readonly cache?: ResponseCache;
}

type Done = (error?: Error) => void;

/**
 * How a request goes through one operation, from its head to its answer; what is kept of an open one may take the fast path afterwards. Hooks return
 * promises only where something is awaited: each costs as much as all that a hook does.
 */
export function routeOf<Principal>(serving: Serving<Principal>, operationId: string) {
  const operation = serving.contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  return {
    config: { operation },
    schemaErrorFormatter: (errors: FastifySchemaValidationError[], part: string) => toInvalid(operation, errors, part),
    onRequest: admission(serving, operation),
    preValidation: [...fileReading(operation), ...bodyCheck(operation)],
    handler: handling(serving, operation),
  };
}

/** Finds out who asks, and refuses those who may not, and contents that the operation does not take. */
function admission<Principal>({ contract, security, permissions }: Serving<Principal>, operation: Operation) {
  const refuseForbidden = permissions?.[operation.id];
  const refuseOtherContent = operation.fileField === undefined ? checkContentType : assertForm;
  const admit = (request: FastifyRequest, principal: Principal | undefined) => {
    refuseForbidden?.(principal);
    request.principal = principal;
    refuseOtherContent(request);
  };
  return (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
    const principal = authenticate(request, operation, contract.schemes, security);
    if (principal === undefined) {
      admit(request, undefined);
      done();
    } else principal.then((known) => admit(request, known)).then(() => done(), done);
  };
}

function fileReading({ fileField }: Operation) {
  if (fileField === undefined) return [];
  return [
    async (request: FastifyRequest, reply: FastifyReply) => {
      await waitForUploadSlot(reply);
      request.body = await readFile(request, fileField);
    },
  ];
}

function bodyCheck({ method, bodyRequired }: Operation) {
  if (method === "GET") return [];
  return [
    (request: FastifyRequest, _reply: FastifyReply, done: Done) => {
      if (bodyRequired && request.body === undefined) {
        throw new Failure("invalid", "A body of type application/json is required.");
      }
      refuseContradictingId(request);
      done();
    },
  ];
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

/** Answers by the handler's method; a `GET` from the cache where it can. */
function handling<Principal>(serving: Serving<Principal>, operation: Operation) {
  const handle = handlerOf(serving.handlers, operation.id);
  const answer = async (request: FastifyRequest, reply: FastifyReply) =>
    sendResponse(request, reply, await handle(new Call(request)));
  const isKept = operation.method === "GET" && serving.cache !== undefined;
  const answering = isKept ? fromCache(serving.cache, answer, openOperation(serving, operation)) : answer;
  return (request: FastifyRequest, reply: FastifyReply) => {
    answering(request, reply).catch((error: unknown) =>
      reply.send(error instanceof Error ? error : new Error("What was thrown is no error.", { cause: error })),
    );
  };
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<Representation | undefined>;

function fromCache(cache: ResponseCache, answer: Answering, open: OpenOperation | undefined): Answering {
  return async (request, reply) => {
    const { url, principal } = request;
    const key = principal === undefined ? url : `${url} ${JSON.stringify(principal)}`;
    const look = cache.look(key);
    if (look.known !== undefined) {
      sendRepresentation(request, reply, look.known);
      return look.known;
    }
    const sent = await answer(request, reply);
    if (sent === undefined || look.stamp === undefined) return sent;
    cache.keep(key, principal === undefined ? openly(sent, reply, open) : sent, look);
    return sent;
  };
}

/** A request as handlers see it, `Req`. What few of them look at is made when they do. */
class Call {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get params() {
    return this.#request.params;
  }

  get query() {
    return this.#request.query;
  }

  get body() {
    return this.#request.body;
  }

  get principal() {
    return this.#request.principal;
  }

  get origin() {
    const { ip, headers } = this.#request;
    return { address: ip, userAgent: headers["user-agent"] ?? "", referer: headers.referer ?? "" };
  }

  get ifMatch() {
    return ifMatch(this.#request.headers["if-match"]);
  }

  get isConditional() {
    return this.#request.headers["if-match"] !== undefined;
  }

  get refuseIfChanged() {
    const { "if-match": ifMatch } = this.#request.headers;
    return async (current: unknown, version?: number) => {
      if (ifMatch === undefined) return;
      const text = await toJsonText(current);
      const etag = typeof text === "string" ? etagOf(text, { version }) : await etagOfParts(text, { version });
      refuseUnlessMatched(ifMatch, etag);
    };
  }
}
