import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getuid } from "node:process";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../src/testing/free-port.ts";

/** PostgreSQL or Redis, started only for this program, so that it can be frozen and killed. */
export interface Service {
  readonly name: string;
  readonly url: string;
  /** Suspends all processes of the service (SIGSTOP). */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Kills the service, and starts it again on the same data and port. */
  readonly crash: () => Promise<void>;
  /** Kills the service and deletes its data. */
  readonly remove: () => Promise<void>;
}

const START_TIMEOUT_MS = 30_000;

/** Attempts to start a killed service again, and the delay between them. */
const MAX_STARTS = 20;
const RESTART_DELAY_MS = 500;

/** Starts Debian's PostgreSQL. It does not run as root, so root starts it as the user `postgres`. */
export async function startPostgres(): Promise<Service> {
  const [initdb] = globSync("/usr/lib/postgresql/*/bin/initdb").sort().toReversed();
  if (initdb === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql.");
  const folder = mkdtempSync(join(tmpdir(), "triptych-postgres-"));
  const user = getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  if (user.length > 0) spawnSync("chown", ["postgres", folder]);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  run([...user, initdb, "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]);
  const port = await freePort();
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 100 };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [...user, join(dirname(initdb), "postgres"), "-D", data, ...options];
  const isReady = () =>
    spawnSync(join(dirname(initdb), "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status === 0;
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
  readonly folder: string;
  readonly isReady: () => boolean;
}

async function startService({ name, url, command, folder, isReady }: Definition): Promise<Service> {
  let child = await start(name, command, isReady);
  return {
    name,
    url,
    freeze: () => signal(child, "SIGSTOP"),
    thaw: () => signal(child, "SIGCONT"),
    async crash() {
      await kill(child);
      child = await startAgain(name, command, isReady);
    },
    async remove() {
      await kill(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Retries, because PostgreSQL does not start before all processes of the killed instance have exited. */
async function startAgain(...service: Parameters<typeof start>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(...service);
    } catch (error) {
      if (attempt === MAX_STARTS) throw error;
      await setTimeout(RESTART_DELAY_MS);
    }
  }
}

/** Starts a process and waits until it is ready. Throws if it exits or takes longer than 30 s. */
async function start(name: string, [program = "", ...options]: readonly string[], isReady: () => boolean) {
  const child = spawn(program, options, { stdio: "ignore", detached: true });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!isReady()) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name} did not start.`);
    await setTimeout(50);
  }
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "close");
  signal(child, "SIGKILL");
  await exit;
}

/** Signals a process and each descendant: PostgreSQL's processes are in different groups. */
function signal({ pid = 0 }: ChildProcess, name: NodeJS.Signals): void {
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
