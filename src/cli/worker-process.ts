import cluster from "node:cluster";

// Messages between the main process and its workers; see `supervise`.

/** The request to stop. */
const STOP = "stop";

/** The request for the metrics, and the response. */
const METRICS = "metrics";

/** What the main process sends. */
export type MainMessage = typeof STOP | typeof METRICS;

/** The metrics of a process. */
export interface SentMetrics {
  readonly metrics: string;
}

export function isSentMetrics(message: unknown): message is SentMetrics {
  return typeof message === "object" && message !== null && METRICS in message && typeof message.metrics === "string";
}

/** Whether this is one of the processes that serve. */
export function isWorker(): boolean {
  return cluster.isWorker;
}

/** Whether this process logs what a server logs once. False for a replacement of the first worker. */
export function isFirst(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/**
 * Calls `stop` when the main process says so. Ignores signals: a service manager sends them to every process, but only
 * the main one handles them.
 */
export function onStopMessage(stop: (cause: string) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});
  process.on("message", (message: MainMessage) => {
    if (message === STOP) stop("stop");
  });
}

/** Sends the metrics whenever the main process asks for them. */
export function sendMetricsOnRequest(render: () => string): void {
  process.on("message", (message: MainMessage) => {
    if (message === METRICS) process.send?.({ metrics: render() } satisfies SentMetrics);
  });
}
