import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

// A thread that checks a database file and posts "ok" or the first problem.

const database = new Sqlite(String(workerData), { readonly: true, fileMustExist: true });
try {
  parentPort?.postMessage(database.pragma("quick_check(1)", { simple: true }));
} catch (error) {
  parentPort?.postMessage(error instanceof Error ? error.message : String(error));
} finally {
  database.close();
}
