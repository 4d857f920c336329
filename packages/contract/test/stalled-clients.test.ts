import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { StalledClients } from "../src/server/stalled-clients.ts";
import { connectTo, listen } from "./support/raw.ts";

const MIB = 1024 * 1024;

/** The length of a response: more than the kernel buffers. */
const LENGTH = 64 * MIB;

/** Opens a server that responds with one long write, and connects a client that reads nothing. */
async function openConnection(t: Test) {
  const clients = new StalledClients();
  const server = createServer((_request, response) => response.end(Buffer.alloc(LENGTH)));
  server.on("connection", (socket) => clients.watch(socket));
  t.teardown(() => server.close());
  const client = connectTo(t, `http://127.0.0.1:${await listen(server)}`);
  const [, [connection]] = await Promise.all([once(client, "connect"), once(server, "connection")]);
  return { clients, client, connection: connection as Socket };
}

/** Sends a request, and waits until a part of its response is unread. */
async function request(client: Socket, connection: Socket): Promise<void> {
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  while (connection.writableLength === 0) await setTimeout(1);
}

/** Reads at least `count` bytes, then nothing more. */
async function read(client: Socket, count: number): Promise<void> {
  let length = 0;
  client.on("data", (data) => {
    length += data.length;
    if (length >= count) client.pause();
  });
  client.resume();
  while (length < count) await setTimeout(1);
  client.removeAllListeners("data");
}

t.test("a client that reads nothing for 30 s is disconnected", async (t) => {
  const { clients, client, connection } = await openConnection(t);
  await request(client, connection);
  for (const _ of [1, 2, 3]) t.equal(clients.disconnect(29_999), 0, "0 s after the first check");
  // The kernel may still take bytes into its buffer, which restarts the 30 s.
  let now = 29_999;
  while (!connection.destroyed) {
    now += 30_000;
    clients.disconnect(now);
    await setTimeout(1);
  }
  t.equal(clients.disconnect(now), 0, "it is disconnected once");
});

t.test("a client that reads slowly stays connected, even during a single long write", async (t) => {
  const { clients, client, connection } = await openConnection(t);
  await request(client, connection);
  t.equal(clients.disconnect(0), 0);
  // Each read is longer than the kernel's buffers, so the server writes more between the checks.
  await read(client, 24 * MIB);
  t.equal(clients.disconnect(30_000), 0);
  await read(client, 24 * MIB);
  t.equal(clients.disconnect(60_000), 0);
  t.notOk(connection.destroyed);
});

t.test("a client without unread bytes stays connected", async (t) => {
  const { clients, connection } = await openConnection(t);
  for (const now of [0, 30_000, 60_000]) t.equal(clients.disconnect(now), 0);
  t.notOk(connection.destroyed);
});
