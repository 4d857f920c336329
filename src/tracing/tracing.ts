import { setTimeout } from "node:timers/promises";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { peerCheck } from "#contract/server/client-address";
import type { StatementObserver } from "../database/database.ts";
import type { TracingConfig } from "../settings/config.ts";
import { EXPORT_TIMEOUT_MS, Exporter } from "./exporter.ts";
import { traceCached, traceRequests } from "./requests.ts";
import { traceStatements } from "./statements.ts";
import { traceWork } from "./work.ts";

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
