import { once } from "node:events";
import { readFileSync } from "node:fs";
import { platform } from "node:process";
import t from "tap";
import { connectTo } from "#contract/test/raw";
import { startServer } from "../support/process.ts";

const CONNECTIONS = 1_000;

/** Whether the kernel lets so many connections wait for a server. */
function mayWait(): boolean {
  return platform === "linux" && Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")) >= CONNECTIONS;
}

t.test("1,000 connections at once are established while the server is busy", { skip: !mayWait() }, async (t) => {
  const server = await startServer(t, {});
  // A server that executes nothing at all is as busy as it can be.
  server.child.kill("SIGSTOP");
  const sockets = Array.from({ length: CONNECTIONS }, () => connectTo(t, server.base));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  server.child.kill("SIGCONT");
  t.equal((await fetch(`${server.base}/health/live`)).status, 200);
});
