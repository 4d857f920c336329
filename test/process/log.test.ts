import { once } from "node:events";
import t, { type Test } from "tap";
import { formOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import * as serverProcess from "../../harness/server-process.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { registerAndLogIn } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/process.ts";

for (const requests of [20, 0]) {
  t.test(`a server whose log pipe is closed serves ${requests} requests and stops on SIGTERM`, async (t) => {
    const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t) });
    server.child.stdout?.destroy();
    for (let time = 0; time < requests; time++)
      t.equal((await fetch(`${server.base}/api/products?limit=1`)).status, 200);
    t.equal(await server.stop("SIGTERM"), 0);
  });
}

t.test("a server whose log disk is full serves requests and stops on SIGTERM", async (t) => {
  const server = await serverProcess.startServer({
    settings: { DATABASE_URL: await migratedDatabaseUrl(t) },
    logFile: "/dev/full",
  });
  t.teardown(() => server.stop("SIGKILL"));
  await logMegabytes(t, server, 3);
  t.equal((await fetch(`${server.base}/health/live`)).status, 200);
  t.equal(await server.stop("SIGTERM"), 0);
});

t.test("a server whose log nobody reads drops lines, reports how many, and keeps the others", async (t) => {
  const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t) });
  const { stdout } = server.child;
  let log = "";
  stdout?.removeAllListeners("data").on("data", (text) => {
    log += text;
  });
  stdout?.pause();
  const sent = await logMegabytes(t, server, 4);
  stdout?.resume();
  // Before it stops: then the server does not wait long for a reader.
  let counts = countLines(log);
  for (; counts.received + counts.dropped < sent; counts = countLines(log)) await fetch(`${server.base}/health/live`);
  t.equal(await server.stop("SIGTERM"), 0);
  t.ok(counts.dropped > 0, `${counts.dropped} lines were dropped`);
  t.equal(counts.received + counts.dropped, sent);
});

/** How many requests of `logMegabytes` the complete lines of a log show, and how many lines were dropped before them. */
function countLines(log: string) {
  const lines = log
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const dropped = lines.reduce<number>((sum, line) => sum + (line.dropped ?? 0), 0);
  return { dropped, received: lines.filter(({ path }) => path?.startsWith("/x")).length };
}

t.test("a server whose log nobody reads stops on SIGTERM, even after it has started a decoder process", async (t) => {
  const server = await startServer(t, { DATABASE_URL: await migratedDatabaseUrl(t) });
  await uploadCover(t, server);
  server.child.stdout?.removeAllListeners("data").pause();
  await logMegabytes(t, server, 4);
  const exited = once(server.child, "exit");
  server.child.kill("SIGTERM");
  t.same(await exited, [0, null]);
  server.child.stdout?.resume();
});

/** Sends requests whose log lines have this total size. Returns the number of requests. */
async function logMegabytes(t: Test, { base }: ServerProcess, megabytes: number): Promise<number> {
  const requests = megabytes * 100;
  const path = `/x${"x".repeat(10_000)}`;
  for (let time = 0; time < requests; time += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(base + path)));
    if (responses.some(({ status }) => status !== 404)) t.fail("an unknown path did not return 404");
  }
  return requests;
}

/** Uploads a cover, which starts a decoder process. If that inherited stdout, logging would block the server. */
async function uploadCover(t: Test, { base }: ServerProcess): Promise<void> {
  const send = sender(base);
  const { token } = await registerAndLogIn(send, "Ann");
  const authorization = `Bearer ${token}`;
  await send("POST", "/rest/v1/collection", { headers: { authorization }, body: {} });
  const { headers, body } = await formOf({ bytes: await pngOf(4, 4, "#ff0000") });
  const upload = { headers: { ...headers, authorization }, body };
  t.equal((await send("PUT", "/rest/v1/collection/1/cover", upload)).status, 200);
}
