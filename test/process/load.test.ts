import { execFileSync } from "node:child_process";
import t from "tap";
import { openApp, sender } from "../support/app.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { join, registrationOf } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";
import { fillCatalogue } from "../support/products.ts";

const MANY = 100_000;

/** The memory that a process holds, in MB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

t.test(`listProducts: ${MANY} products cost the server no memory, and others are answered meanwhile`, async (t) => {
  const DATABASE_URL = await temporaryDatabaseUrl(t);
  await runCommand(["migrate"], { DATABASE_URL });
  await fillCatalogue(DATABASE_URL, MANY);
  const server = await startServer(t, { DATABASE_URL });
  const send = sender(server.base);
  for (let warmUp = 0; warmUp < 20; warmUp++) await send("GET", "/api/products?limit=1000");

  const before = memoryOf(server.pid);
  let most = before;
  let neighbours = 0;
  let bytes = 0;
  const response = await fetch(`${server.base}/api/products`);
  let tail = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    tail = (tail + Buffer.from(chunk).toString("latin1")).slice(-10);
    if (bytes / 2_000_000 > neighbours) {
      t.equal((await send("GET", "/api/products?limit=1")).status, 200);
      neighbours += 1;
      most = Math.max(most, memoryOf(server.pid));
    }
  }
  t.ok(bytes > MANY * 100);
  t.match(tail, /\}\]$/, "the array ends");
  t.ok(neighbours >= 5, "others were answered meanwhile");
  t.ok(most - before < 50, `memory rose by ${Math.round(most - before)} MB`);
});

t.test("listProducts: a client that goes away in the middle stops the reading", async (t) => {
  const app = await openApp(t);
  const rows = Array.from({ length: 5_000 }, (_, number) => ({
    id: number.toString(16).padStart(24, "0"),
    name: "Lamp",
    description: "x".repeat(2_000),
    price: 1,
    in_stock: 1 as const,
    search_text: "lamp",
  }));
  for (let first = 0; first < rows.length; first += 1_000) {
    await app.context.database
      .insertInto("products")
      .values(rows.slice(first, first + 1_000))
      .execute();
  }
  const goingAway = new AbortController();
  const response = await fetch(`${app.base}/api/products`, { signal: goingAway.signal });
  goingAway.abort();
  await t.rejects(response.text());
  while (!app.log.some((line) => line.includes("the client disconnected")))
    await new Promise((resolve) => setTimeout(resolve, 5));
  t.equal((await app.send("GET", "/api/products?limit=1")).status, 200);
});

t.test("loginUser: while 50 log in at once, others are answered", async (t) => {
  const app = await openApp(t);
  await join(app, "Ann");
  let finished = 0;
  const logins = Array.from({ length: 50 }, async () => {
    const { status } = await app.send("POST", "/api/user/login", { body: registrationOf("Ann") });
    finished += 1;
    return status;
  });
  for (let reading = 0; reading < 10; reading++) {
    t.equal((await app.send("GET", "/api/products")).status, 200);
    t.ok(finished < 50, "before the logins were done");
  }
  t.same(new Set(await Promise.all(logins)), new Set([200]));
});
