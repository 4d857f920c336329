import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../src/base/free-port.ts";
import type { ReadyProxy, StartProxy } from "./proxies.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface RestartOptions {
  /** The database of both servers. */
  readonly url: string;
  readonly startProxy: StartProxy;
  /** Total restarts of the two servers, which are restarted in turn. */
  readonly restarts: number;
  /** Minimum number of requests to send. */
  readonly minRequests: number;
  readonly drainSeconds: number;
  /** Called before each restart. */
  readonly onRestart?: (restart: number) => void;
}

export interface RestartResult {
  readonly requests: number;
  /** Descriptions of failed requests, and of servers that did not exit with 0. */
  readonly failures: readonly string[];
}

interface Load {
  readonly base: string;
  readonly token: string;
  readonly minRequests: number;
  /** Aborted after the last restart. */
  readonly done: AbortSignal;
  /** Descriptions of failed requests are added here. */
  readonly failures: string[];
}

const CLIENTS = 8;

/** Time in which a started server must be ready, in milliseconds. */
const READY_MS = 60_000;

/** Pause of a client after each request, in milliseconds. */
const PAUSE_MS = 10;

/** Restarts two servers in turn while clients send requests through a proxy. */
export async function restartUnderLoad(options: RestartOptions): Promise<RestartResult> {
  const { url, startProxy, restarts, minRequests, drainSeconds, onRestart } = options;
  const start = (port: number) =>
    startServer({
      settings: { DATABASE_URL: url, PORT: String(port), DRAIN_SECONDS: String(drainSeconds) },
      // Discards the log.
      onLine: () => {},
    });
  const failures: string[] = [];
  await using resources = new AsyncDisposableStack();
  const servers: ServerProcess[] = [];
  resources.defer(async () => {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  });
  // One after the other, because the first one migrates the database.
  for (let count = 0; count < 2; count++) servers.push(await start(await freePort()));
  const proxy = resources.adopt(await startProxy(servers.map(({ base }) => base)), (opened) => opened.close());
  await untilBothReady(proxy);

  const restarting = new AbortController();
  const token = await logIn(proxy.base);
  const load = sendLoad({ base: proxy.base, token, minRequests, done: restarting.signal, failures });
  for (let restart = 0; restart < restarts; restart++) {
    onRestart?.(restart + 1);
    const server = servers[restart % 2];
    if (server === undefined) throw new Error("There are two servers.");
    const code = await server.stop();
    if (code !== 0) failures.push(`a server exited with ${code}`);
    servers[restart % 2] = await start(Number(new URL(server.base).port));
    await untilBothReady(proxy);
  }
  restarting.abort();
  return { requests: await load, failures };
}

async function untilBothReady(proxy: ReadyProxy): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while ((await proxy.countReady()) < 2) {
    if (performance.now() > deadline) throw new Error("The proxy did not find both servers ready within a minute.");
    await setTimeout(20);
  }
}

/** Sends requests until there are enough and the restarts are done. Returns their number. */
async function sendLoad({ base, token, minRequests, done, failures }: Load): Promise<number> {
  let requests = 0;
  const expectStatus = async (expected: number, method: string, path: string, body?: unknown) => {
    requests += 1;
    try {
      const response = await send(base, method, path, body, token);
      const text = await response.text();
      if (response.status !== expected) failures.push(`${method} ${path}: ${response.status} ${text}`);
      return response.headers.get("location");
    } catch (error) {
      failures.push(`${method} ${path}: ${error instanceof Error ? (error.cause ?? error) : error}`);
      return null;
    } finally {
      await setTimeout(PAUSE_MS);
    }
  };
  const sendRepeatedly = async () => {
    while (!done.aborted || requests < minRequests) {
      const path = await expectStatus(201, "POST", "/api/products", { name: "Lamp", price: 1 });
      await expectStatus(200, "GET", "/api/products?limit=100");
      if (path === null) continue;
      await expectStatus(201, "PUT", path, { price: 2 });
      await expectStatus(200, "GET", path);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendRepeatedly));
  return requests;
}

/** Registers an account and returns its login token. */
async function logIn(base: string): Promise<string> {
  const account = { name: "Ann", email: `${randomUUID()}@example.com`, password: "a password of the restart script" };
  const registered = await send(base, "POST", "/api/user/register", account);
  const loggedIn = await send(base, "POST", "/api/user/login", account);
  const token = loggedIn.headers.get("auth-token");
  if (token === null) throw new Error(`The login failed: ${await registered.text()} ${await loggedIn.text()}`);
  return token;
}

function send(base: string, method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  return fetch(base + path, {
    method,
    headers: {
      ...(token !== undefined && { "auth-token": token }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
