import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, execPath, stderr, stdout } from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { PROGRAM } from "../../test/support/process.ts";
import { fillCatalogue } from "../../test/support/products.ts";

const HELP = `What a long list and many logins cost the neighbours: reads 100,000 products whole, then logs 50 people in at once, while one client asks
for one product again and again. Prints the neighbour's waits and the server's memory.

Usage: npm run bench [-- --products <number>]
`;

if (argv.includes("--help")) stdout.write(HELP);
else await bench(Number(argv[argv.indexOf("--products") + 1]) || 100_000);

async function bench(products: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-bench-"));
  const url = `sqlite:${join(folder, "triptych.db")}`;
  progress(`Making ${products} products …`);
  const database = openDatabase(url);
  await migrate(database, url);
  await database.destroy();
  await fillCatalogue(url, products);

  const server = spawn(execPath, [...PROGRAM, "start"], {
    env: { ...env, PORT: "0", DATABASE_URL: url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface(server.stdout);
    const base = await addressOf(lines);
    server.stdout.resume();
    const neighbour = () => fetch(`${base}/api/products?limit=1`).then((response) => response.text());
    for (let warmUp = 0; warmUp < 500; warmUp++) await neighbour();

    progress("Measuring …");
    const rows = [
      await measure("nothing else", server.pid, neighbour, () => new Promise((resolve) => setTimeout(resolve, 1_000))),
      await measure(`the whole list, ${products} products`, server.pid, neighbour, () =>
        readWhole(`${base}/api/products`),
      ),
      await measure("50 logins at once", server.pid, neighbour, () => logIn50(base)),
    ];
    progress("");
    stdout.write(
      "| Meanwhile | takes ms | neighbour's requests | median ms | longest ms | memory before, most MB |\n|---|---|---|---|---|---|\n",
    );
    for (const row of rows) stdout.write(`| ${row.join(" | ")} |\n`);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    await rm(folder, { recursive: true });
  }
}

/** Runs some work while the neighbour asks; gives back a row of the table. */
async function measure(
  name: string,
  pid: number | undefined,
  neighbour: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const before = await memoryOf(pid);
  const started = performance.now();
  let isDone = false;
  const working = work().then(() => {
    isDone = true;
  });
  const waits: number[] = [];
  let most = before;
  while (!isDone) {
    const asked = performance.now();
    await neighbour();
    waits.push(performance.now() - asked);
    if (waits.length % 20 === 0) most = Math.max(most, await memoryOf(pid));
  }
  await working;
  waits.sort((one, other) => one - other);
  const median = waits[Math.floor(waits.length / 2)] ?? 0;
  const took = performance.now() - started;
  return [
    name,
    took.toFixed(0),
    String(waits.length),
    median.toFixed(1),
    (waits.at(-1) ?? 0).toFixed(1),
    `${before.toFixed(0)}, ${most.toFixed(0)}`,
  ];
}

/** By a program of its own, so that reading costs the measuring process nothing. */
async function readWhole(address: string): Promise<void> {
  await promisify(execFile)("curl", ["-sf", "-o", devNull, address]);
}

async function logIn50(base: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const ann = { name: "Ann", email: "ann@example.com", password: "a long password" };
  await post("/api/user/register", ann);
  const logins = await Promise.all(Array.from({ length: 50 }, () => post("/api/user/login", ann)));
  if (logins.some(({ status }) => status !== 200)) throw new Error("A login failed.");
}

/** The memory that a process holds, in MB. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const { stdout: kilobytes } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(kilobytes) / 1024;
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /listens at (http:\S+),/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("The server did not start.");
}

function progress(sentence: string): void {
  if (stderr.isTTY) stderr.write(`\r\x1b[K${sentence}`);
}
