import { execFileSync } from "node:child_process";
import t from "tap";
import { fillCatalogue } from "../../harness/products.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { runCommand, startServer } from "../support/process.ts";

const PRODUCTS = 100_000;

/** The resident memory of a process, in MiB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

t.test(`listProducts: streams ${PRODUCTS} products in constant memory while other requests are served`, async (t) => {
  const DATABASE_URL = await migratedDatabaseUrl(t);
  await runCommand(["migrate"], { DATABASE_URL });
  await fillCatalogue(DATABASE_URL, PRODUCTS);
  const server = await startServer(t, { DATABASE_URL });
  const send = sender(server.base);
  for (let warmUp = 0; warmUp < 20; warmUp++) await send("GET", "/api/products?limit=1000");

  const before = memoryOf(server.pid);
  let maxMemory = before;
  let otherResponses = 0;
  let bytes = 0;
  const response = await fetch(`${server.base}/api/products`);
  let tail = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    tail = (tail + Buffer.from(chunk).toString("latin1")).slice(-10);
    // Sends another request for every 2 MB received.
    if (bytes / 2_000_000 > otherResponses) {
      t.equal((await send("GET", "/api/products?limit=1")).status, 200);
      otherResponses += 1;
      maxMemory = Math.max(maxMemory, memoryOf(server.pid));
    }
  }
  t.ok(bytes > PRODUCTS * 100);
  t.match(tail, /\}\]$/, "the array is complete");
  t.ok(otherResponses >= 5, "other requests were served meanwhile");
  t.ok(maxMemory - before < 50, `memory rose by ${Math.round(maxMemory - before)} MiB`);
});
