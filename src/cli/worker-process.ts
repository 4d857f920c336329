import cluster from "node:cluster";

// What the processes of a server tell each other: see `supervise`.

/** The request to stop. */
const STOP = "stop";

/** The request for the metrics, and the response. */
const METRICS = "metrics";

/** What the main process sends. */
export type Order = typeof STOP | typeof METRICS;

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

/** Whether this process prints what a server prints once. Not so for one that replaces another. */
export function isFirst(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** Stops when the main process says so. Signals are for that one: a service manager sends them to all processes. */
export function atOrder(stop: (cause: string) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});
  process.on("message", (order: Order) => {
    if (order === STOP) stop("stop");
  });
}

/** Sends the metrics whenever the main process asks for them. */
export function passMetricsOn(render: () => string): void {
  process.on("message", (order: Order) => {
    if (order === METRICS) process.send?.({ metrics: render() } satisfies SentMetrics);
  });
}
