import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { argv, stdout } from "node:process";
import { promisify } from "node:util";
import { startServer, temporaryDatabase } from "../scripts/server.ts";
import { openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { fillCatalogue } from "../test/support/products.ts";
import { median, progress } from "./reporting.ts";

const HELP = `What a long list and many logins cost the neighbours: reads 100,000 products whole, then logs 50 people in at once, while one client asks
for one product again and again. Prints the neighbour's waits and the server's memory.

Usage: npm run bench:streaming [-- --products <number>]
`;

if (argv.includes("--help")) stdout.write(HELP);
else await bench(Number(argv[argv.indexOf("--products") + 1]) || 100_000);

async function bench(products: number): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  progress(`Making ${products} products …`);
  const database = openDatabase(url);
  await migrate(database, url);
  await database.destroy();
  await fillCatalogue(url, products);

  const { base, pid, stop } = await startServer(url);
  try {
    const neighbour = () => fetch(`${base}/api/products?limit=1`).then((response) => response.text());
    for (let warmUp = 0; warmUp < 500; warmUp++) await neighbour();

    progress("Measuring …");
    const rows = [
      await measure("nothing else", pid, neighbour, () => new Promise((resolve) => setTimeout(resolve, 1_000))),
      await measure(`the whole list, ${products} products`, pid, neighbour, () => readWhole(`${base}/api/products`)),
      await measure("50 logins at once", pid, neighbour, () => logIn50(base)),
    ];
    progress("");
    stdout.write(
      "| Meanwhile | takes ms | neighbour's requests | median ms | longest ms | memory before, most MB |\n|---|---|---|---|---|---|\n",
    );
    for (const row of rows) stdout.write(`| ${row.join(" | ")} |\n`);
  } finally {
    await stop();
    await remove();
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
  const took = performance.now() - started;
  return [
    name,
    took.toFixed(0),
    String(waits.length),
    median(waits).toFixed(1),
    Math.max(...waits).toFixed(1),
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
