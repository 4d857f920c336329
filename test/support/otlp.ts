import { createServer, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Test } from "tap";
import { listen } from "#contract/test/raw";
import { createLogger } from "../../src/server/logger.ts";
import { readConfig } from "../../src/settings/config.ts";
import { startTracing, type TracingOptions } from "../../src/tracing/tracing.ts";
import { openApp } from "./app.ts";

/** A receiver that collects the bodies of requests to it. */
export interface Receiver {
  readonly url: string;
  readonly bodies: Buffer[];
  readonly requests: IncomingMessage[];
  /** All bodies as text. Protobuf contains strings unchanged. */
  readonly text: () => string;
  /** Waits until the bodies contain a text. */
  readonly until: (text: string) => Promise<void>;
}

/** Starts a receiver of OTLP over HTTP. */
export async function openReceiver(t: Test, status = 200): Promise<Receiver> {
  const bodies: Buffer[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    const body = Buffer.concat(await request.toArray());
    bodies.push(request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body);
    response.writeHead(status).end();
  });
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const text = () => Buffer.concat(bodies).toString("latin1");
  const until = async (expected: string) => {
    while (!text().includes(expected)) await setTimeout(5);
  };
  return { url, bodies, requests, text, until };
}

/** Starts a server that sends traces to a URL. `database` opens its database with an observer of statements. */
export async function openTracedApp(
  t: Test,
  endpoint: string,
  {
    settings = {},
    openDatabase,
  }: {
    readonly settings?: Readonly<Record<string, string>>;
    readonly openDatabase?: (
      options: Pick<ReturnType<typeof startTracing>, "onStatement">,
    ) => ReturnType<typeof import("../../src/database/database.ts").openDatabase>;
  } = {},
) {
  const log: string[] = [];
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings });
  if (config.tracing === undefined) throw new Error("Tracing is off.");
  const logger = createLogger("info", { write: (line: string) => log.push(line) });
  const options: TracingOptions = { trustProxy: config.trustProxy, logger, delay: 20 };
  const tracing = startTracing(config.tracing, options);
  t.teardown(() => tracing.close());
  const database = openDatabase?.({ onStatement: tracing.onStatement });
  const app = await openApp(t, settings, {
    extend: tracing.register,
    onCached: tracing.onCached,
    ...(database !== undefined && { database }),
  });
  return { ...app, tracing, tracingLog: log };
}
