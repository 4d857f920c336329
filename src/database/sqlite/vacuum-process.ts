import process, { argv } from "node:process";
import Sqlite from "better-sqlite3";
import { isBusy } from "./driver/errors.ts";

// A process that rewrites a database file without free pages; see `vacuumFile`. Sends a sentence if that fails.

const [, , path = ""] = argv;
const database = new Sqlite(path, { timeout: 0, fileMustExist: true });
try {
  // Fails while another connection is open, and keeps others from opening the file.
  database.pragma("locking_mode = EXCLUSIVE");
  database.pragma("journal_mode = DELETE");
  database.exec("begin exclusive; commit");
  database.pragma("auto_vacuum = INCREMENTAL");
  database.exec("vacuum");
} catch (error) {
  process.send?.(
    isBusy(error)
      ? `Another process has ${path} open. Stop the server first. Nothing was changed.`
      : `The file was not changed: ${error instanceof Error ? error.message : error}.`,
  );
} finally {
  database.close();
}
