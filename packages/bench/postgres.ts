import pg from "pg";
import { query } from "../../harness/postgres.ts";
import { cpuOf, nameOf } from "./processes.ts";

/** The size of a database in bytes. */
export async function sizeOf(url: string): Promise<number> {
  const [row] = await query<{ size: string }>(url, "select pg_database_size(current_database()) as size");
  return Number(row?.size);
}

/** Reads the processor time of a PostgreSQL server since the last call. */
export interface CpuReader {
  /** Milliseconds; undefined if PostgreSQL does not run on this machine, or not on Linux. */
  readonly read: () => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Reads the processor time of the processes that serve a database, and of those that serve all databases, such as
 * the one that writes the log. Leaves out connections that began and ended between two calls.
 */
export async function openCpuReader(url: string): Promise<CpuReader> {
  const client = new pg.Client(url);
  await client.connect();
  let before: ReadonlyMap<number, number> = new Map();
  return {
    async read() {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where coalesce(datname, current_database()) = current_database() and pid <> pg_backend_pid()",
      );
      const pids = rows.map(({ pid }) => pid).filter((pid) => nameOf(pid)?.startsWith("postgres"));
      if (pids.length === 0) return undefined;
      const now = new Map(pids.map((pid) => [pid, cpuOf(pid)]));
      const used = [...now].map(([pid, cpu]) => cpu - (before.get(pid) ?? 0));
      before = now;
      return used.reduce((sum, cpu) => sum + cpu, 0);
    },
    close: () => client.end(),
  };
}
