import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";

/** Milliseconds that sending a batch may take, retries included. */
export const EXPORT_TIMEOUT_MS = 5_000;

/** Batches that are sent at the same time; further ones are dropped. */
const MAX_CONCURRENT = 8;

interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Export = SpanExporter["export"];

/** Sends spans to an OTLP receiver. Logs when that begins to fail, and when it works again. */
export class Exporter implements SpanExporter {
  readonly #inner: OTLPTraceExporter;
  readonly #logger: FastifyBaseLogger;
  #isFailing = false;

  constructor({ url, headers }: Receiver, logger: FastifyBaseLogger) {
    this.#logger = logger;
    this.#inner = new OTLPTraceExporter({
      url,
      headers: { ...headers },
      timeoutMillis: EXPORT_TIMEOUT_MS,
      concurrencyLimit: MAX_CONCURRENT,
    });
  }

  export(spans: ReadableSpan[], whenDone: Parameters<Export>[1]): void {
    this.#inner.export(spans, (result) => {
      this.#log(result.error);
      whenDone(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  #log(error: Error | undefined): void {
    if (error !== undefined && !this.#isFailing) this.#logger.warn({ err: error }, "sending traces failed");
    if (error === undefined && this.#isFailing) this.#logger.info("traces are sent again");
    this.#isFailing = error !== undefined;
  }
}
