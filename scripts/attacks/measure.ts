import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { startServer, temporaryDatabase } from "../../test/support/server-process.ts";
import { fieldOf, type Person, registerAndLogIn, send, sendOrThrow } from "./account.ts";
import { type Statuses, statusesIn } from "./attacks.ts";
import { peakMemoryOf } from "./peak-memory.ts";

/** Pause between a response to the measuring client and its next request. */
const INTERVAL_MS = 20;

/** Pause of the victim between two logins. */
const LOGIN_INTERVAL_MS = 1_000;

/** How the server coped with an attack. */
export interface Measurement {
  readonly statuses: Statuses;
  /** 99th percentile of the times of another client's `GET`, in milliseconds; failed ones included. */
  readonly p99: number;
  /** Number of the other client's `GET` requests that did not get a 200. */
  readonly failed: number;
  /** Peak resident memory of the server in MiB; infinite if the server has exited. */
  readonly memory: number;
  /** Numbers of the victim's logins with the correct password. */
  readonly logins: readonly [succeeded: number, attempted: number];
}

/** Starts a server, runs the attack `name` for some time, and measures what another client notices. */
export async function measure(name: string, milliseconds: number): Promise<Measurement> {
  const { url, remove } = await temporaryDatabase();
  // With `onLine`, `startServer` does not collect the log, which would grow with every request.
  const server = await startServer({ settings: { DATABASE_URL: url, TRUST_PROXY: "127.0.0.1" }, onLine: () => {} });
  try {
    const [attacker, victim] = [
      await registerAndLogIn(server.base, "mallory"),
      await registerAndLogIn(server.base, "vera"),
    ];
    const target = JSON.stringify({ base: server.base, attacker, victim });
    const attack = fork(new URL("attacker.ts", import.meta.url), [name, target, String(milliseconds)]);
    const ended = new AbortController();
    attack.once("exit", (code) => ended.abort(new Error(`The attacking process exited with ${code}.`)));
    await once(attack, "message", { signal: ended.signal });
    const report = once(attack, "message", { signal: ended.signal });
    const product = await createProduct(server.base, victim);
    const [times, logins] = await Promise.all([
      requestRegularly(server.base, product, milliseconds),
      logInRegularly(server.base, victim, milliseconds),
    ]);
    const [statuses] = await report;
    const sorted = times.map(({ ms }) => ms).sort((one, other) => one - other);
    return {
      statuses: statusesIn(statuses),
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      failed: times.filter(({ status }) => status !== 200).length,
      memory: Math.round((peakMemoryOf(server.pid) ?? Number.POSITIVE_INFINITY) / 2 ** 20),
      logins,
    };
  } finally {
    await server.stop("SIGKILL");
    await remove();
  }
}

/** Creates a product and returns its path. */
async function createProduct(base: string, { token }: Person): Promise<string> {
  const created = await sendOrThrow(base, "POST", "/api/products", { token, body: { name: "Lamp", price: 1 } });
  return `/api/products/${fieldOf(created, "id")}`;
}

async function requestRegularly(base: string, path: string, milliseconds: number) {
  const times: { readonly ms: number; readonly status: number }[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const start = performance.now();
    const { status } = await send(base, "GET", path);
    times.push({ ms: performance.now() - start, status });
    await setTimeout(INTERVAL_MS);
  }
  return times;
}

/**
 * Logs the victim in from the network of its first login. Guesses and floods from other networks
 * must not make these logins fail.
 */
async function logInRegularly(base: string, { email, password }: Person, milliseconds: number) {
  let [succeeded, attempted] = [0, 0];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const { status } = await send(base, "POST", "/api/user/login", { body: { email, password } });
    attempted += 1;
    if (status === 200) succeeded += 1;
    await setTimeout(LOGIN_INTERVAL_MS);
  }
  return [succeeded, attempted] as const;
}
