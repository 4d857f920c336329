import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../src/base/free-port.ts";
import { isOk } from "./reachable.ts";

/** Distributes requests, without retries, among the servers whose `/health/ready` returns 200. */
export interface ReadyProxy {
  readonly base: string;
  /** Returns the number of servers that get requests now. */
  readonly countReady: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export type StartProxy = (servers: readonly string[]) => Promise<ReadyProxy>;

/** Milliseconds between two checks of a server. After one failed check, it gets no requests until one succeeds. */
const CHECK_INTERVAL_MS = 200;

/** Starts a proxy in this process, with persistent connections to the servers. */
export async function startNodeProxy(servers: readonly string[]): Promise<ReadyProxy> {
  const ready = new Set<string>();
  const closing = new AbortController();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function checkRepeatedly(server: string): Promise<void> {
    while (!closing.signal.aborted) {
      if (await isOk(`${server}/health/ready`)) ready.add(server);
      else ready.delete(server);
      await setTimeout(CHECK_INTERVAL_MS);
    }
  }

  const proxy = createServer((incoming, outgoing) => {
    turn += 1;
    const server = [...ready][turn % ready.size];
    if (server === undefined) outgoing.writeHead(503).end("No server is ready.");
    else forward(incoming, outgoing, server, agent);
  });
  const port = await freePort();
  await once(proxy.listen(port, "127.0.0.1"), "listening");
  const checks = servers.map(checkRepeatedly);
  return {
    base: `http://127.0.0.1:${port}`,
    countReady: async () => ready.size,
    async close() {
      closing.abort();
      await Promise.all(checks);
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, server: string, agent: Agent): void {
  const { connection: _, ...headers } = incoming.headers;
  const forwarded = request(server + incoming.url, { method: incoming.method ?? "GET", headers, agent });
  forwarded.on("response", (response) => {
    const { connection: _, "keep-alive": __, ...received } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, received);
    response.on("error", () => outgoing.destroy()).pipe(outgoing);
  });
  forwarded.on("error", (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(error.message);
  });
  incoming.pipe(forwarded);
}

/** Starts HAProxy, which must be in PATH. */
export async function startHaproxy(servers: readonly string[]): Promise<ReadyProxy> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-haproxy-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, haproxyConfig(port, servers));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const exit = once(child, "exit");
  return {
    base,
    async countReady() {
      const csv = await fetch(`${base}/stats;csv`).then(
        (response) => response.text(),
        () => "",
      );
      return csv.match(/^servers,server\d+,(?:[^,]*,){15}UP,/gm)?.length ?? 0;
    },
    async close() {
      child.kill("SIGKILL");
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}

function haproxyConfig(port: number, servers: readonly string[]): string {
  const lines = servers.map((server, index) => `  server server${index} ${new URL(server).host} check`);
  return `defaults
  mode http
  retries 0
  timeout connect 5s
  timeout check 5s
  timeout client 60s
  timeout server 60s
frontend clients
  bind 127.0.0.1:${port}
  stats enable
  stats uri /stats
  default_backend servers
backend servers
  balance roundrobin
  http-reuse always
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter ${CHECK_INTERVAL_MS}ms fall 1 rise 1
${lines.join("\n")}
`;
}
