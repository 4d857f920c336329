import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { exit } from "node:process";
import { createInterface } from "node:readline";
import type { FastifyBaseLogger } from "fastify";
import type { DestinationStream } from "pino";
import type { Config } from "../config.ts";
import { freePort } from "../free-port.ts";
import { mergeMetrics, withoutGauges } from "../metrics/merge.ts";
import { onStopSignal } from "./stop.ts";
import { isSentMetrics, type MainMessage } from "./worker-process.ts";

/** Restarts within a minute, for each process, after which the server gives up. */
const MAX_RESTARTS = 5;
const MINUTE_MS = 60_000;

/** Delay before a failed start is retried, in milliseconds: it doubles from the first to the maximum. */
const MIN_START_DELAY_MS = 1_000;
const MAX_START_DELAY_MS = 30_000;

/** How long to wait for the metrics of a process, in milliseconds. After that, its previous ones are used. */
const METRICS_TIMEOUT_MS = 1_000;

/** How long the processes may take to stop, besides the time in which they still serve. */
const STOP_TIMEOUT_MS = 20_000;

export interface Supervision {
  readonly config: Config;
  readonly drainSeconds: number;
  readonly logger: FastifyBaseLogger;
  /** Where the processes' lines of the log go. */
  readonly output: DestinationStream;
  /** Writes buffered log lines. */
  readonly flush: () => Promise<void>;
}

/**
 * Runs the server in `WORKERS` processes that share its port. Starts the first alone, which migrates the database; the
 * others when it listens. Replaces processes that end, stops all at a signal, and then exits. Resolves once it serves.
 */
export async function supervise(supervision: Supervision): Promise<void> {
  const { config, logger } = supervision;
  // With port 0, a process that starts while no other listens would get another port.
  const workers = new Workers(supervision, config.port === 0 ? await freePort() : config.port);
  let isStopping = false;
  onStopSignal((signal) => {
    if (isStopping) {
      workers.kill();
      exit(1);
    }
    isStopping = true;
    logger.info(`${signal}: stopping ${config.workers} processes`);
    void workers.stop(0);
  });
  await workers.start(config.workers);
  if (config.metricsAddress === undefined) return;
  const { serveMerged } = await import("../metrics/metrics.ts");
  await serveMerged({ address: config.metricsAddress, logger }, () => workers.readMetrics());
}

class Workers {
  readonly #supervision: Supervision;
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  /** The metrics that each process last sent. */
  readonly #metrics = new Map<Worker, string>();
  /** The counters of processes that have ended. */
  #endedMetrics: string[] = [];
  #restarts: number[] = [];
  /** Consecutive processes that ended before they listened. */
  #failedStarts = 0;
  readonly #port: number;
  #stopping: Promise<void> | undefined;

  constructor(supervision: Supervision, port: number) {
    this.#supervision = supervision;
    this.#port = port;
    cluster.setupPrimary({ stdio: ["ignore", "pipe", "inherit", "ipc"] });
    cluster.on("exit", (worker, code, signal) => this.#replace(worker, code, signal));
    cluster.on("listening", (worker) => this.#add(worker));
  }

  /** Resolves once the first process listens. Exits with its code if it ends before. */
  async start(count: number): Promise<void> {
    await once(this.#fork(), "listening");
    if (this.#stopping !== undefined) return;
    while (this.#running.size < count) this.#fork();
  }

  /** Stops all processes, and then this one, with this code or 1. */
  stop(code: number): Promise<void> {
    this.#stopping ??= this.#stopAll(code);
    return this.#stopping;
  }

  kill(): void {
    for (const worker of this.#running) worker.process.kill("SIGKILL");
  }

  /** The metrics of each process, and of those that have ended. */
  async readMetrics(): Promise<string[]> {
    await Promise.all([...this.#listening].map((worker) => this.#readMetricsOf(worker)));
    return [...this.#endedMetrics, ...this.#metrics.values()];
  }

  async #readMetricsOf(worker: Worker): Promise<void> {
    const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS);
    try {
      send(worker, "metrics");
      await once(worker, "message", { signal });
    } catch {
      // The process is busy or exiting: use its previous metrics.
    }
  }

  #fork(): Worker {
    const { output, drainSeconds } = this.#supervision;
    const worker = cluster.fork({ PORT: String(this.#port), DRAIN_SECONDS: String(drainSeconds) });
    this.#running.add(worker);
    worker.on("message", (message: unknown) => {
      if (isSentMetrics(message)) this.#metrics.set(worker, message.metrics);
    });
    const { stdout: log } = worker.process;
    if (log !== null) createInterface({ input: log }).on("line", (line) => output.write(`${line}\n`));
    return worker;
  }

  #add(worker: Worker): void {
    const { config, logger } = this.#supervision;
    if (this.#listening.has(worker)) return;
    this.#listening.add(worker);
    this.#failedStarts = 0;
    // It began to listen after the shutdown began, and workers ignore signals.
    if (this.#stopping !== undefined) send(worker, "stop");
    logger.info(`${this.#listening.size} of ${config.workers} processes listen`);
  }

  #replace(worker: Worker, code: number | null, signal: string | null): void {
    const hasListened = this.#listening.delete(worker);
    this.#running.delete(worker);
    this.#keepCounters(worker);
    if (this.#stopping !== undefined) return;
    const ended = { process: worker.process.pid, code, signal };
    if (hasListened) this.#restart(ended);
    // No process serves, and this one has logged why it could not start.
    else if (this.#listening.size === 0) void this.stop(code ?? 1);
    else this.#retryStart(ended);
  }

  #restart(ended: object): void {
    const { logger } = this.#supervision;
    const now = performance.now();
    this.#restarts = [...this.#restarts.filter((at) => at > now - MINUTE_MS), now];
    logger.error(ended, "a process ended, starting another one");
    if (this.#restarts.length > MAX_RESTARTS * this.#supervision.config.workers) {
      logger.fatal("Processes end again and again. The server stops.");
      void this.stop(1);
    } else this.#fork();
  }

  /** The database may be unavailable to a new process while the others serve. */
  #retryStart(ended: object): void {
    const delay = Math.min(MAX_START_DELAY_MS, MIN_START_DELAY_MS * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    this.#supervision.logger.error(ended, `a process could not start, trying again in ${delay} ms`);
    setTimeout(() => {
      if (this.#stopping === undefined) this.#fork();
    }, delay);
  }

  /** So that the sums of counters do not fall. */
  #keepCounters(worker: Worker): void {
    const metrics = this.#metrics.get(worker);
    this.#metrics.delete(worker);
    if (metrics !== undefined) this.#endedMetrics = [mergeCounters([...this.#endedMetrics, metrics])];
  }

  async #stopAll(code: number): Promise<void> {
    const { drainSeconds, logger, flush } = this.#supervision;
    const codes = [...this.#running].map(async (worker) => {
      const ended = once(worker, "exit");
      const isListening = this.#listening.has(worker);
      // One that does not listen yet does not receive messages.
      if (isListening) send(worker, "stop");
      else worker.process.kill("SIGTERM");
      const [exitCode] = await ended;
      return exitCode === 0 || !isListening;
    });
    const timer = setTimeout(
      () => {
        logger.error("Processes did not stop in time.");
        this.kill();
      },
      drainSeconds * 1_000 + STOP_TIMEOUT_MS,
    );
    const areClean = await Promise.all(codes);
    clearTimeout(timer);
    await flush();
    exit(areClean.every(Boolean) ? code : 1);
  }
}

function send(worker: Worker, message: MainMessage): void {
  // Without a callback, a process that has just ended would cause an error event.
  worker.process.send(message, () => {});
}

function mergeCounters(texts: readonly string[]): string {
  return withoutGauges(mergeMetrics(texts));
}
