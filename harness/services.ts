import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../src/base/free-port.ts";
import { postgresBin, runAsPostgres } from "./postgres.ts";

/** A program such as PostgreSQL, started only for this script, so that it can be frozen and killed. */
export interface Service {
  readonly name: string;
  readonly url: string;
  /** Suspends all processes of the service (SIGSTOP). */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly kill: () => Promise<void>;
  /** Starts the killed service again, on the same data and port. */
  readonly start: () => Promise<void>;
  /** Kills the service, and starts it again. */
  readonly crash: () => Promise<void>;
  /** Kills the service and deletes its data. */
  readonly remove: () => Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

/** Attempts to start a killed service again, and the delay between them. */
const MAX_STARTS = 20;
const RESTART_DELAY_MS = 500;

/** Starts Debian's PostgreSQL. It does not run as root, so root starts it as the user `postgres`. */
export async function startPostgres(): Promise<Service> {
  const bin = postgresBin();
  const folder = mkdtempSync(join(tmpdir(), "triptych-postgres-"));
  if (getuid?.() === 0) spawnSync("chown", ["postgres", folder]);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const format = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"];
  run(runAsPostgres([join(bin, "initdb"), "-D", data, ...format]));
  const port = await freePort();
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 100 };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = runAsPostgres([join(bin, "postgres"), "-D", data, ...options]);
  const isReady = () => spawnSync(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status === 0;
  return startService({
    name: "PostgreSQL",
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    command,
    folder,
    isReady,
  });
}

/** Starts Debian's Redis, without persistence. */
export async function startRedis(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "triptych-redis-"));
  const port = String(await freePort());
  const command = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const isReady = () => spawnSync("redis-cli", ["-p", port, "ping"]).stdout?.toString().trim() === "PONG";
  return startService({ name: "Redis", url: `redis://127.0.0.1:${port}`, command, folder, isReady });
}

interface Definition extends Pick<Service, "name" | "url"> {
  readonly command: readonly string[];
  /** The folder of its data. */
  readonly folder: string;
  readonly isReady: () => boolean | Promise<boolean>;
  /** Receives what it prints, which is dropped otherwise. */
  readonly logFile?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const { pid } of running) signal(pid, "SIGKILL");
});

/** Starts a program and waits until it is ready. It is killed when this process exits. */
export async function startService(definition: Definition): Promise<Service> {
  const { name, url, folder } = definition;
  let child = await start(definition);
  const again = async () => {
    child = await startAgain(definition);
  };
  return {
    name,
    url,
    freeze: () => signal(child.pid, "SIGSTOP"),
    thaw: () => signal(child.pid, "SIGCONT"),
    kill: () => kill(child),
    start: again,
    async crash() {
      await kill(child);
      await again();
    },
    async remove() {
      await kill(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries, because PostgreSQL does not start before all processes of the killed instance have exited. */
async function startAgain(definition: Definition): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(definition);
    } catch (error) {
      if (attempt === MAX_STARTS) throw error;
      await setTimeout(RESTART_DELAY_MS);
    }
  }
}

/** Starts a process and waits until it is ready. Throws if it exits or takes longer than two minutes. */
async function start(definition: Definition): Promise<ChildProcess> {
  const { name, command, isReady, logFile, env = process.env } = definition;
  const [program = "", ...options] = command;
  const log = logFile === undefined ? undefined : openSync(logFile, "a");
  const output = log ?? "ignore";
  // Not in the folder of this process, which another user, such as postgres, may not be allowed to enter.
  const child = spawn(program, options, { stdio: ["ignore", output, output], cwd: "/", detached: true, env });
  if (log !== undefined) closeSync(log);
  running.add(child);
  child.once("close", () => running.delete(child));
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady())) {
    if (failure !== undefined || child.exitCode !== null || performance.now() > deadline) {
      await kill(child);
      const seen = logFile === undefined ? "" : readFileSync(logFile, "utf8").slice(-2_000);
      throw new Error(`${name} did not start. ${failure?.message ?? ""}\n${seen}`);
    }
    await setTimeout(50);
  }
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "close");
  signal(child.pid, "SIGKILL");
  await exit;
}

/** Signals a process and each descendant: PostgreSQL's processes are in different groups. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  for (const descendant of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(descendant, name);
    } catch {
      // The process has exited meanwhile.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)]);
  const children = stdout.toString().trim().split(/\s+/).filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function run([program = "", ...options]: readonly string[]): void {
  const { status, stderr } = spawnSync(program, options);
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
