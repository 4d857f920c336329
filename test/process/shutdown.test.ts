import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { fillCatalogue } from "../../harness/products.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { runCommand, startServer } from "../support/process.ts";

/** Waits until a server has stopped accepting connections. */
async function untilClosed(base: string): Promise<void> {
  for (;;) {
    const isOpen = await fetch(`${base}/health/live`, { headers: { connection: "close" } }).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    if (!isOpen) return;
    await setTimeout(5);
  }
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(sent, "response");
  return response;
}

t.test(
  "start: serves for DRAIN_SECONDS after SIGTERM, but is not ready; a second signal ends it at once",
  async (t) => {
    const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t), DRAIN_SECONDS: "3600" });
    const send = sender(server.base);
    t.equal((await send("GET", "/health/ready")).status, 200);
    const stopped = server.stop("SIGTERM");
    while ((await send("GET", "/health/ready")).status !== 503) await setTimeout(5);
    const response = await send("GET", "/api/products?limit=1");
    t.equal(response.status, 200);
    t.equal(response.headers.get("connection"), "close");
    server.child.kill("SIGTERM");
    t.equal(await stopped, 1);
  },
);

t.test("start: stops DRAIN_SECONDS after SIGTERM and exits with 0", async (t) => {
  const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t), DRAIN_SECONDS: "1" });
  t.equal(await server.stop("SIGTERM"), 0);
  t.match(server.output(), /"msg":"SIGTERM: serving requests for 1 more seconds"[\s\S]*"msg":"stopped"/);
});

t.test("start: finishes streamed responses when it stops", async (t) => {
  const products = 60_000;
  const DATABASE_URL = await migratedDatabaseUrl(t);
  await runCommand(["migrate"], { DATABASE_URL });
  await fillCatalogue(DATABASE_URL, products);
  const server = await startServer(t, { DATABASE_URL });
  const response = await responseTo(get(`${server.base}/api/products`));
  const stopped = server.stop("SIGTERM");
  await untilClosed(server.base);
  t.equal(JSON.parse(await text(response)).length, products);
  t.equal(await stopped, 0);
});

t.test(
  "start: 10 seconds after it stopped listening, destroys connections whose request is not complete",
  async (t) => {
    const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t) });
    const headers = { "content-type": "application/json", "content-length": "100", expect: "100-continue" };
    const upload = request(`${server.base}/api/user/register`, { method: "POST", headers });
    upload.flushHeaders();
    await once(upload, "continue");
    upload.write("{");
    const failed = once(upload, "error");
    t.equal(await server.stop("SIGTERM"), 0);
    t.match(await failed, [{ code: "ECONNRESET" }]);
  },
);
