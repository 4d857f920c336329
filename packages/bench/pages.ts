import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { argv, exit, stderr, stdout } from "node:process";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand, startServer, temporaryDatabase, UNREACHED_LIMITS } from "../../harness/server-process.ts";
import { freePort } from "../../src/base/free-port.ts";
import { messageOf, parseCount } from "./output.ts";
import { percentile } from "./statistics.ts";

const HELP = `\
Imports links, whose pages a site on this machine responds with. Prints how long a server takes to read
them, what another client notices, how often its event loop was blocked, and the memory of all processes
of the server. Takes about six minutes, during which nothing else should run.

Usage: npm run bench:pages [-- <options>]

  --hosts <number>  hosts of the site, 200 by default
  --pages <number>  pages of each host, which are read one a second; 50 by default
  --help            prints this
`;

interface Options {
  readonly help: boolean;
  readonly hosts: number;
  readonly pages: number;
}

/** How long the site takes for a page, in milliseconds. */
const DELAY_MS = 50;

/** Milliseconds between two requests of the other client. */
const INTERVAL_MS = 25;

function readOptions(): Options {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      hosts: { type: "string", default: "200" },
      pages: { type: "string", default: "50" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const hosts = parseCount("hosts", values.hosts, 10_000);
  return { help: values.help, hosts, pages: parseCount("pages", values.pages, 1_000) };
}

async function measure(options: Options): Promise<void> {
  const count = options.hosts * options.pages;
  const database = await temporaryDatabase();
  const site = await openSite();
  const settings = { DATABASE_URL: database.url, FETCH_LINKS: "on", FETCH_PROXY: site.address, ...UNREACHED_LIMITS };
  const metrics = `127.0.0.1:${await freePort()}`;
  const server = await startServer({ settings: { ...settings, METRICS_ADDRESS: metrics } });
  try {
    const send = async (method: string, path: string, body?: unknown, token?: string) => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(server.base + path, { method, headers, ...sent });
      const received: Record<string, unknown> = JSON.parse(await response.text());
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}.`);
      return received;
    };
    const register = async (name: string) => {
      const account = { email: `${name}@example.com`, password: `${name}'s password`, name };
      await send("POST", "/api/user/register", account);
      const { data } = await send("POST", "/api/user/login", account);
      return String(data);
    };
    await register("ann");
    const token = await register("bob");
    const items = Array.from({ length: 100 }, (_, index) => ({ link: `http://own.example/${index}`, title: "Own" }));
    await send("POST", "/rest/v1/raindrops", { items }, token);
    const file = `${database.url.slice("sqlite:".length)}.txt`;
    await writeFile(file, linksOf(options));
    const read = () => send("GET", "/rest/v1/raindrops/0?perpage=25", undefined, token);
    // The first request compiles what checks it and its response.
    await read();
    const before = await lateTimers(metrics);
    const startedAt = performance.now();
    const { code, stderr } = await runCommand(["import", "--email", "ann@example.com", file], settings);
    if (code !== 0) throw new Error(stderr);
    const importedAfter = performance.now() - startedAt;
    const latencies: number[] = [];
    let memory = 0;
    while (site.count() < count) {
      const sentAt = performance.now();
      await read();
      latencies.push(performance.now() - sentAt);
      memory = Math.max(memory, memoryOfTree(server.pid));
      await setTimeout(INTERVAL_MS);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await lateTimers(metrics);
    const late = (bound: keyof LateTimers) => after[bound] - before[bound];
    const at = (share: number) => percentile(latencies, share).toFixed(1);
    console.log(`import: ${(importedAfter / 1000).toFixed(1)} s`);
    console.log(`${count} pages of ${options.hosts} hosts read after ${seconds.toFixed(0)} s`);
    console.log(`GET of another client: p50 ${at(50)} ms, p99 ${at(99)} ms, maximum ${at(100)} ms`);
    console.log(`late timers: ${late("20")} by more than 20 ms, ${late("50")} by more than 50 ms, of ${late("0")}`);
    console.log(`memory of all processes of the server: at most ${memory.toFixed(0)} MiB`);
  } finally {
    await server.stop("SIGKILL");
    site.close();
    await database.remove();
  }
}

/** How many timers of a server, 50 a second, fired later than a number of milliseconds. */
type LateTimers = Readonly<Record<"0" | "20" | "50", number>>;

async function lateTimers(metrics: string): Promise<LateTimers> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  const read = (sample: string) => {
    const line = text.split("\n").find((each) => each.startsWith(`triptych_event_loop_delay_seconds_${sample} `));
    if (line === undefined) throw new Error(`The server has no metric ${sample}.`);
    return Number(line.split(" ")[1]);
  };
  const all = read("count");
  return { 0: all, 20: all - read('bucket{le="0.02"}'), 50: all - read('bucket{le="0.05"}') };
}

/** A site that is the proxy of the server, so that it has every host. */
async function openSite() {
  let count = 0;
  const server = createServer(async ({ url = "" }, response) => {
    await setTimeout(DELAY_MS);
    if (url.includes("//host")) count += 1;
    const filler = "<p>Some text of the page.</p>".repeat(1_000);
    const html = `<title>Title of ${url}</title><meta name="description" content="About ${url}">${filler}`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A link per line. */
function linksOf({ hosts, pages }: Options): string {
  const links: string[] = [];
  for (let page = 0; page < pages; page++)
    for (let host = 0; host < hosts; host++) links.push(`http://host${host}.example/${page}`);
  return links.join("\n");
}

/** The resident memory of a process and its children, in MiB: of pages that several have, each counts its share. */
function memoryOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return children.reduce((sum, child) => sum + memoryOfTree(Number(child)), Number(kilobytes) / 1024);
}

try {
  const options = readOptions();
  if (options.help) stdout.write(HELP);
  else await measure(options);
} catch (error) {
  stderr.write(`bench:pages: ${messageOf(error)}\n`);
  exit(1);
}
