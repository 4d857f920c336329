import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.ts";
import { configure } from "./configure.ts";
import { LocalExecutor } from "./executor.ts";
import { type Request, type Response, type ThreadData, toSentError, toSentOutcome } from "./thread-messages.ts";

// The thread that writes to a database file, because SQLite waits for the disk synchronously. It executes what it is
// sent, in that order. `undefined` closes the file, which copies the log to it, and ends the thread.

const { path, lockTimeout }: ThreadData = workerData;
const database = configure(new Sqlite(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true }), lockTimeout);
const executor = new LocalExecutor(database);

parentPort?.on("message", (request: Request | undefined) => {
  if (request === undefined) {
    database.close();
    parentPort?.close();
    return;
  }
  const done = execute(request);
  parentPort?.postMessage({ isInTransaction: executor.isInTransaction, done } satisfies Response);
});
parentPort?.postMessage("open");
// Node itself writes it only when the thread ends.
flushCompileCache();

function execute(request: Request): Response["done"] {
  try {
    if ("statement" in request)
      return { outcomes: [{ result: executor.executeSync(request.statement, request.before) }] };
    return { outcomes: executor.executeBatchSync(request.batch)?.map(toSentOutcome) };
  } catch (error) {
    return { error: toSentError(error) };
  }
}
