import type { IncomingMessage } from "node:http";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OnCached } from "#contract/cache/fast-path";
import { currentScope, now, type Scope } from "./scope.ts";

/** Whether the peer of a request is a trusted proxy. */
export type IsTrusted = (request: IncomingMessage) => boolean;

/** Adds the hooks that trace each request. Call it before other hooks are added. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isTrusted: IsTrusted): void {
  const scopes = new WeakMap<FastifyRequest, Scope>();

  app.addHook("onRequest", (request, _reply, done) => {
    const { method, id, is404, routeOptions } = request;
    const route = is404 ? undefined : routeOptions.url;
    const { operation } = routeOptions.config;
    const attributes = {
      ...attributesOf(method, id, operation?.id),
      ...(route !== undefined && { "http.route": route }),
    };
    const name = route === undefined ? method : `${method} ${route}`;
    const span = startSpan(tracer, request.raw, isTrusted, { name, attributes, startTime: now() });
    const scope = { span, context: trace.setSpan(ROOT_CONTEXT, span), statements: 0, isEnded: false };
    scopes.set(request, scope);
    currentScope.run(scope, done);
  });
  // The body arrives in events of the connection, which do not belong to the scope.
  app.addHook("preValidation", (request, _reply, done) => {
    const scope = scopes.get(request);
    if (scope === undefined) done();
    else currentScope.run(scope, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const scope = scopes.get(request);
    if (scope !== undefined) end(scope, reply.statusCode);
    done();
  });
}

/** Returns a function that traces the cached responses of the fast path. */
export function traceCached(tracer: Tracer, isTrusted: IsTrusted): OnCached {
  return ({ request, id, operation, status, milliseconds }) => {
    const startTime = now() - milliseconds;
    const attributes = { ...attributesOf("GET", id, operation), "triptych.cached": true };
    const span = startSpan(tracer, request, isTrusted, { name: `GET ${operation}`, attributes, startTime });
    span.setAttribute("http.response.status_code", status);
    span.end(now());
  };
}

/** Attributes without personal data. */
function attributesOf(method: string, requestId: string, operation: string | undefined) {
  return {
    "http.request.method": method,
    "triptych.request_id": requestId,
    ...(operation !== undefined && { "triptych.operation": operation }),
  };
}

/**
 * Starts the span of a request. It continues the trace of a trusted proxy. Other clients decide neither whether a request
 * is traced nor the id of its trace: their span becomes a link.
 */
function startSpan(
  tracer: Tracer,
  request: IncomingMessage,
  isTrusted: IsTrusted,
  { name, ...options }: SpanOptions & { readonly name: string },
) {
  const remote = remoteParentOf(request);
  const isParent = remote !== undefined && isTrusted(request);
  const context: Context = isParent ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  const links = remote === undefined || isParent ? [] : [{ context: remote }];
  return tracer.startSpan(name, { ...options, kind: SpanKind.SERVER, links }, context);
}

function end(scope: Scope, status: number): void {
  scope.isEnded = true;
  scope.span.setAttributes({ "http.response.status_code": status, "triptych.statements": scope.statements });
  if (status >= 500) scope.span.setStatus({ code: SpanStatusCode.ERROR });
  scope.span.end(now());
}

/** `traceparent` of version 00 (W3C Trace Context, section 3.2). Later versions may add fields at the end. */
const PATTERN = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The span of the client that a request names in `traceparent`; undefined if there is none, or if it is malformed. */
function remoteParentOf({ headers: { traceparent } }: IncomingMessage): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = PATTERN.exec(String(traceparent ?? "")) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}
