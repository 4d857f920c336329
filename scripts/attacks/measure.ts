import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { PROGRAM, startServer, temporaryDatabase } from "../../harness/server-process.ts";
import { fieldOf, type Person, type Received, registerAndLogIn, send, sendOrThrow } from "./account.ts";
import { type Report, reportIn, type Target, watchedIn } from "./attack.ts";
import { attackNamed } from "./attacks.ts";

/** Pauses of the measuring clients between a response and the next request. */
const READ_INTERVAL_MS = 20;
/** 240 requests a minute; an anonymous network may send 600 to collections. */
const WATCH_INTERVAL_MS = 250;
/** 300 requests a minute; an account may send 600 to collections. */
const WRITE_INTERVAL_MS = 200;
const LOGIN_INTERVAL_MS = 1_000;

/** How the server coped with an attack. */
export interface Measurement extends Report {
  /** The times of other clients' `GET` requests: of a product, and of the paths that the attack names. */
  readonly reads: Times;
  /** The times of another account's writes. */
  readonly writes: Times;
  /** Peak resident memory of the server in MiB; infinite if the server has exited. */
  readonly memory: number;
  /** Numbers of the victim's logins with the correct password. */
  readonly logins: readonly [succeeded: number, attempted: number];
}

/** Times of requests, and how many of them failed. */
interface Times {
  /** Their 99th percentile in milliseconds, failed ones included. */
  readonly p99: number;
  readonly failed: number;
  readonly count: number;
}

/** Starts a server, runs the attack `name` for some time, and measures what other clients notice. */
export async function measure(name: string, milliseconds: number): Promise<Measurement> {
  const { settings, nodeFlags = [] } = attackNamed(name);
  const { url, remove } = await temporaryDatabase();
  const server = await startServer({
    settings: { DATABASE_URL: url, TRUST_PROXY: "127.0.0.1", ...settings },
    command: [execPath, ...nodeFlags, ...PROGRAM, "start"],
    // Without it, `startServer` would collect the log, which grows with every request.
    onLine: () => {},
  });
  try {
    const [attacker, victim, other] = [
      await registerAndLogIn(server.base, "mallory"),
      await registerAndLogIn(server.base, "vera"),
      await registerAndLogIn(server.base, "otto"),
    ];
    const target = { base: server.base, databaseUrl: url, attacker, victim } satisfies Target;
    const attack = fork(new URL("attacker.ts", import.meta.url), [name, JSON.stringify(target), String(milliseconds)]);
    const ended = new AbortController();
    attack.once("exit", (code) => ended.abort(new Error(`The attacking process exited with ${code}.`)));
    const [prepared] = await once(attack, "message", { signal: ended.signal });
    const report = once(attack, "message", { signal: ended.signal });
    const product = await createProduct(server.base, other);
    const item = await createItem(server.base, other);
    const end = performance.now() + milliseconds;
    const [reads, watched, writes, logins] = await Promise.all([
      requestRegularly(server.base, [product], READ_INTERVAL_MS, end),
      requestRegularly(server.base, watchedIn(prepared), WATCH_INTERVAL_MS, end),
      writeRegularly(server.base, other, item, end),
      logInRegularly(server.base, victim, end),
    ]);
    const [message] = await report;
    return {
      ...reportIn(message),
      reads: summaryOf([...reads, ...watched]),
      writes: summaryOf(writes),
      memory: Math.round((peakMemoryOf(server.pid) ?? Number.POSITIVE_INFINITY) / 2 ** 20),
      logins,
    };
  } finally {
    await server.stop("SIGKILL");
    await remove();
  }
}

/** The time of a request in milliseconds, and the status of its response. */
interface Timed {
  readonly ms: number;
  readonly status: number;
}

function summaryOf(requests: readonly Timed[]): Times {
  const sorted = requests.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failed: requests.filter(({ status }) => status !== 200).length,
    count: requests.length,
  };
}

/** Creates a product and returns its path. */
async function createProduct(base: string, { token }: Person): Promise<string> {
  const created = await sendOrThrow(base, "POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  return `/api/products/${fieldOf(created, "id")}`;
}

/** Creates an item and returns its path. */
async function createItem(base: string, { token }: Person): Promise<string> {
  const body = { link: "https://example.com/" };
  const created = await sendOrThrow(base, "POST", "/rest/v1/raindrop", { token, body });
  return `/rest/v1/raindrop/${fieldOf(fieldOf(created, "item"), "_id")}`;
}

/** Requests the paths in turn until `end`, by `performance.now()`. */
async function requestRegularly(base: string, paths: readonly string[], interval: number, end: number) {
  const times: Timed[] = [];
  while (paths.length > 0 && performance.now() < end) {
    const path = paths[times.length % paths.length] ?? "/";
    times.push(await timed(() => send(base, "GET", path)));
    await setTimeout(interval);
  }
  return times;
}

/** Changes an item until `end`, by `performance.now()`. */
async function writeRegularly(base: string, { token }: Person, path: string, end: number) {
  const times: Timed[] = [];
  while (performance.now() < end) {
    const body = { title: `Title ${times.length}` };
    times.push(await timed(() => send(base, "PUT", path, { token, body })));
    await setTimeout(WRITE_INTERVAL_MS);
  }
  return times;
}

async function timed(request: () => Promise<Received>): Promise<Timed> {
  const start = performance.now();
  const { status } = await request();
  return { ms: performance.now() - start, status };
}

/**
 * Logs the victim in from the network of its first login. Guesses and floods from other networks
 * must not make these logins fail.
 */
async function logInRegularly(base: string, { email, password }: Person, end: number) {
  let [succeeded, attempted] = [0, 0];
  while (performance.now() < end) {
    const { status } = await send(base, "POST", "/api/user/login", { body: { email, password } });
    attempted += 1;
    if (status === 200) succeeded += 1;
    await setTimeout(LOGIN_INTERVAL_MS);
  }
  return [succeeded, attempted] as const;
}

/** Peak resident memory of a process in bytes; undefined after its exit. Linux only (`/proc`). */
function peakMemoryOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
