import { setTimeout } from "node:timers/promises";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import { request } from "../network/request.ts";

/** Milliseconds that sending a batch may take, retries included. */
export const EXPORT_TIMEOUT_MS = 5_000;

/** Batches that are sent at the same time; further ones are dropped. */
const MAX_CONCURRENT = 8;

/** Milliseconds before a batch is sent again; doubled each time. */
const RETRY_DELAY_MS = 1_000;

/** Statuses after which a batch may be sent again (OTLP, "Failures"). */
const RETRYABLE = new Set([429, 502, 503, 504]);

/** Maximum bytes of a response, which only says that the spans were stored. */
const MAX_BYTES = 64 * 1024;

interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Export = SpanExporter["export"];

/** Sends spans to an OTLP receiver. Logs when that begins to fail, and when it works again. */
export class Exporter implements SpanExporter {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #logger: FastifyBaseLogger;
  readonly #sending = new Set<Promise<void>>();
  #isFailing = false;

  constructor({ url, headers }: Receiver, logger: FastifyBaseLogger) {
    this.#url = new URL(url);
    this.#headers = { ...headers, "content-type": "application/x-protobuf" };
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], whenDone: Parameters<Export>[1]): void {
    const sent = this.#export(spans).then(
      () => {
        this.#log(undefined);
        whenDone({ code: 0 });
      },
      (error: Error) => {
        this.#log(error);
        whenDone({ code: 1, error });
      },
    );
    this.#sending.add(sent);
    void sent.finally(() => this.#sending.delete(sent));
  }

  async forceFlush(): Promise<void> {
    await Promise.all(this.#sending);
  }

  shutdown(): Promise<void> {
    return this.forceFlush();
  }

  async #export(spans: ReadableSpan[]): Promise<void> {
    if (this.#sending.size >= MAX_CONCURRENT) throw new Error(`${MAX_CONCURRENT} batches of spans are being sent.`);
    const body = ProtobufTraceSerializer.serializeRequest(spans);
    const end = performance.now() + EXPORT_TIMEOUT_MS;
    for (let delay = RETRY_DELAY_MS; ; delay *= 2) {
      const status = await this.#send(body, end - performance.now());
      if (status >= 200 && status < 300) return;
      if (!RETRYABLE.has(status) || performance.now() + delay >= end) throw new Error(`The status is ${status}.`);
      await setTimeout(delay, undefined, { ref: false });
    }
  }

  async #send(body: Uint8Array | undefined, timeout: number): Promise<number> {
    const headers = this.#headers;
    const response = await request(this.#url, { method: "POST", headers, body, timeout, maxBytes: MAX_BYTES });
    response.body.resume();
    return response.status;
  }

  #log(error: Error | undefined): void {
    if (error !== undefined && !this.#isFailing) this.#logger.warn({ err: error }, "sending traces failed");
    if (error === undefined && this.#isFailing) this.#logger.info("traces are sent again");
    this.#isFailing = error !== undefined;
  }
}
