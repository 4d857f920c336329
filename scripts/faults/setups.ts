import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type ServerProcess, type Settings, startServer, UNREACHED_LIMITS } from "../../harness/server-process.ts";
import { type Service, startPostgres, startRedis } from "../../harness/services.ts";
import { freePort } from "../../src/base/free-port.ts";
import { type Clock, createClock } from "./clock.ts";

/** Time to exit after SIGTERM: twice the 15 s after which a server with a frozen database gives up. */
const STOP_TIMEOUT_MS = 30_000;

/** Limits that the load does not reach, and no delay before a server stops. */
export const SERVER_SETTINGS: Settings = { ...UNREACHED_LIMITS, DRAIN_SECONDS: "0" };

/** One server process, which can be stopped and started again on the same port. */
export class Server {
  readonly base: string;
  readonly #settings: Settings;
  #process: ServerProcess | undefined;

  constructor(port: number, settings: Settings) {
    this.base = `http://${settings.HOST ?? "127.0.0.1"}:${port}`;
    this.#settings = { ...settings, PORT: String(port) };
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#process = await startServer({ settings: this.#settings, onLine: () => {} });
  }

  async kill(): Promise<void> {
    await this.#process?.stop("SIGKILL");
  }

  /** Sends SIGTERM. Throws if the exit code is not one of `codes`, or the server has to be killed after 30 s. */
  async stop(codes: readonly unknown[] = [0]): Promise<void> {
    const timer = setTimeout(() => this.#process?.child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    const code = await this.#process?.stop("SIGTERM");
    clearTimeout(timer);
    if (!codes.includes(code)) throw new Error(`After SIGTERM a server exited with ${code ?? "a signal"}.`);
  }
}

/** Servers on one database, and what they depend on. */
export interface Setup {
  readonly name: string;
  readonly servers: readonly Server[];
  readonly clock: Clock;
  readonly postgres?: Service;
  readonly redis?: Service;
  /** Throws if the SQLite file is damaged. PostgreSQL is not checked. */
  readonly assertIntact: () => void;
  readonly remove: () => Promise<void>;
}

/** Starts one server on SQLite. */
export async function createSqliteSetup(): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), "triptych-faults-"));
  const file = join(folder, "triptych.db");
  const clock = createClock(join(folder, "clock"));
  const server = new Server(await freePort(), {
    ...SERVER_SETTINGS,
    ...clock.settings,
    DATABASE_URL: `sqlite:${file}`,
  });
  await server.start();
  return {
    name: "SQLite",
    servers: [server],
    clock,
    assertIntact() {
      const database = new Sqlite(file, { readonly: true });
      const found = database.pragma("integrity_check", { simple: true });
      database.close();
      if (found !== "ok") throw new Error(`The database is damaged: ${found}`);
    },
    async remove() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts two servers that share a PostgreSQL and a Redis. */
export async function createPostgresSetup(): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), "triptych-faults-"));
  const clock = createClock(join(folder, "clock"));
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const settings = { ...SERVER_SETTINGS, ...clock.settings, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const servers = [new Server(await freePort(), settings), new Server(await freePort(), settings)];
  for (const server of servers) await server.start();
  return {
    name: "PostgreSQL and Redis",
    servers,
    clock,
    postgres,
    redis,
    assertIntact() {},
    async remove() {
      for (const server of servers) await server.kill();
      await redis.remove();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
