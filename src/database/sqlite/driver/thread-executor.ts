import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { QueryResult } from "kysely";
import type { Executor, Outcome, Statement } from "./executor.ts";
import { fromSentError, fromSentOutcome, type Request, type Response, type ThreadData } from "./thread-messages.ts";

const THREAD = new URL("./writer-thread.ts", import.meta.url);

/** Bounds the memory of the thread, which holds little more than the statements of a batch, in MiB. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

/**
 * Executes statements in a thread with a connection of its own, so that this one never waits for the disk. If the
 * thread fails, so does the process: there is no listener for its event "error".
 */
export class ThreadExecutor implements Executor {
  readonly #thread: Worker;
  /** Resolve the promises of the requests in flight, in the order in which they were sent. */
  readonly #waiting: ((response: Response) => void)[] = [];
  #isInTransaction = false;
  #isClosed = false;

  private constructor(thread: Worker) {
    this.#thread = thread;
    thread.on("message", (response: Response) => {
      this.#isInTransaction = response.isInTransaction;
      this.#waiting.shift()?.(response);
    });
  }

  /** Starts the thread, and opens an existing file in it. */
  static async open(path: string, lockTimeout: number): Promise<ThreadExecutor> {
    const workerData: ThreadData = { path, lockTimeout };
    const options = { workerData, env: compileCache(), execArgv: [], resourceLimits: RESOURCE_LIMITS };
    const thread = new Worker(THREAD, options);
    await once(thread, "message");
    return new ThreadExecutor(thread);
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  async execute({ sql, parameters }: Statement, before?: readonly string[]): Promise<QueryResult<unknown>> {
    const [outcome] = (await this.#send({ statement: toSent({ sql, parameters }), before })) ?? [];
    if (outcome === undefined || "error" in outcome) throw new Error("A statement must have a result.");
    return outcome.result;
  }

  async executeBatch(statements: readonly Statement[]): Promise<Outcome[] | undefined> {
    return this.#send({ batch: statements.map(toSent) });
  }

  iterate(): Iterable<unknown> {
    throw new Error("Only read-only transactions can stream.");
  }

  /** Closes the file, and waits for the end of the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const exit = once(this.#thread, "exit");
    this.#thread.postMessage(undefined);
    await exit;
  }

  async #send(request: Request): Promise<Outcome[] | undefined> {
    if (this.#isClosed) throw new Error("The database is closed.");
    const { promise, resolve } = Promise.withResolvers<Response>();
    // First, because it throws for a value that can't be sent.
    this.#thread.postMessage(request);
    this.#waiting.push(resolve);
    const { done } = await promise;
    if ("error" in done) throw fromSentError(done.error);
    return done.outcomes?.map(fromSentOutcome);
  }
}

/**
 * A statement without the other fields of a compiled query. Bytes that are a part of a longer buffer are copied, because
 * the structured clone would copy all of that buffer.
 */
function toSent({ sql, parameters }: Statement): Statement {
  return { sql, parameters: parameters.map((value) => (isPartOfBuffer(value) ? new Uint8Array(value) : value)) };
}

function isPartOfBuffer(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength < value.buffer.byteLength;
}

/**
 * The environment in which the thread uses the compile cache of this one, if there is one. Without it, Node's loader
 * of TypeScript would take 20 MB of memory.
 */
function compileCache(): NodeJS.Dict<string> {
  const folder = getCompileCacheDir();
  // The folder of this version of Node is in the one to set.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
