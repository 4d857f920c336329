import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { isBusy } from "../driver/errors.ts";
import { realFile } from "./real-file.ts";

/**
 * Locks the maintenance of a database: only one process at a time backs it up or restores it. The system
 * releases the lock of a process that is killed. Returns undefined while another process holds it.
 * The lock is a file beside the database, which is empty and remains.
 */
export async function tryLockMaintenance(path: string): Promise<Disposable | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const lock = new Sqlite(`${await realFile(path)}.maintenance-lock`, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => void lock.close() };
}
