import { tracingChannel } from "node:diagnostics_channel";
import { setTimeout } from "node:timers/promises";
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { peerCheck } from "#contract/server/client-address";
import { WORK_CHANNEL, type Work } from "../base/instrumentation.ts";
import type { StatementObserver } from "../database/database.ts";
import type { TracingConfig } from "../settings/config.ts";
import { EXPORT_TIMEOUT_MS, Exporter } from "./exporter.ts";
import { traceCached, traceRequests } from "./requests.ts";
import { currentScope, now, type Scope } from "./scope.ts";

/** Spans that wait to be sent, a few MB; further ones are dropped. */
const MAX_WAITING = 2_048;

/** Spans that are sent together. Serialising them takes a few milliseconds. */
const BATCH_SIZE = 256;

/** Maximum length of a statement in a span, in characters. */
const MAX_TEXT_LENGTH = 2_048;

/** Milliseconds after which the server stops without having sent all spans. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface TracingOptions {
  /** Proxies whose traces are continued; see `TRUST_PROXY`. */
  readonly trustProxy: readonly string[];
  readonly logger: FastifyBaseLogger;
  /** Milliseconds until spans are sent; for tests. */
  readonly delay?: number;
}

/** Sends traces of requests, statements and background work to an OTLP receiver. */
export interface Tracing {
  /** Traces the requests to a server. Call it before other hooks are added. */
  readonly register: (app: FastifyInstance) => void;
  readonly onStatement: StatementObserver;
  /** Traces a response of the fast path. */
  readonly onCached: ReturnType<typeof traceCached>;
  /** Sends the spans that wait, for at most a second. */
  readonly close: () => Promise<void>;
}

/** Only this folder imports OpenTelemetry. Import it only if traces are wanted, because loading it is slow. */
export function startTracing(
  { url, headers, serviceName, share }: TracingConfig,
  { trustProxy, logger, delay = 2_000 }: TracingOptions,
): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new Exporter({ url, headers }, logger),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH_SIZE,
        scheduledDelayMillis: delay,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("triptych");
  const isTrusted = peerCheck(trustProxy);
  const stopTracingWork = traceWork(tracer);
  return {
    register: (app) => traceRequests(app, tracer, isTrusted),
    onStatement: traceStatements(tracer),
    onCached: traceCached(tracer, isTrusted),
    async close() {
      stopTracingWork();
      // The exporter has logged why spans could not be sent.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Statements of a scope that get a span. An import executes thousands. */
const MAX_STATEMENTS = 200;

/** Returns an observer that adds a span for each statement to that of the request or the work that executed it. */
function traceStatements(tracer: Tracer): StatementObserver {
  return ({ engine, sql, milliseconds, error }) => {
    const scope = currentScope.getStore();
    if (scope === undefined || scope.isEnded || !scope.span.isRecording()) return;
    scope.statements += 1;
    if (scope.statements > MAX_STATEMENTS) return;
    const endedAt = now();
    const span = tracer.startSpan(
      nameOf(sql),
      {
        kind: SpanKind.CLIENT,
        startTime: endedAt - milliseconds,
        attributes: { "db.system.name": engine, "db.query.text": sql },
      },
      scope.context,
    );
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  };
}

/** The first word of a statement and its first table, such as `select items`. */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? "statement";
  const table = /\b(?:from|into|update) "(\w+)"/.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/**
 * Traces the work that `traced` publishes. A job has a trace of its own, even if a request has started it; other work is
 * a part of its request. Returns the function that ends this.
 */
function traceWork(tracer: Tracer): () => void {
  const channel = tracingChannel<Scope, Work>(WORK_CHANNEL);
  const scopes = new WeakMap<Work, Scope>();

  function open(work: Work): Scope {
    const span = tracer.startSpan(work.name, { startTime: now() }, work.isJob ? ROOT_CONTEXT : parentContext());
    const scope = { span, context: trace.setSpan(ROOT_CONTEXT, span), statements: 0, isEnded: false };
    scopes.set(work, scope);
    return scope;
  }

  const listeners = {
    start() {},
    end() {},
    asyncStart() {},
    asyncEnd(work: Work) {
      const scope = scopes.get(work);
      if (scope === undefined) return;
      scope.isEnded = true;
      scope.span.setAttributes(work.attributes);
      if ("error.type" in work.attributes) scope.span.setStatus({ code: SpanStatusCode.ERROR });
      scope.span.end(now());
    },
    error(work: Work) {
      scopes.get(work)?.span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  channel.start.bindStore(currentScope, open);
  channel.subscribe(listeners);
  return () => {
    channel.unsubscribe(listeners);
    channel.start.unbindStore(currentScope);
  };
}

/** The context of the request that is being handled. */
function parentContext(): Context {
  const scope = currentScope.getStore();
  return scope === undefined || scope.isEnded ? ROOT_CONTEXT : scope.context;
}
