import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import t from "tap";
import { closeIdleSockets } from "../src/server/connections.ts";
import { servePets } from "./support/pets.ts";
import { closeOf, listen, open, sendSlowly } from "./support/raw.ts";

const HEAD = "POST /pets/dogs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n";

t.test("a body that arrives too slowly gets 408, and its connection is destroyed", async (t) => {
  const { server, base, log, calls } = await servePets(t);
  server.server.requestTimeout = server.server.headersTimeout = 100;
  const response = await sendSlowly(base, `${HEAD}pet-key: sesame\r\n\r\n{`);
  t.match(response, /^HTTP\/1.1 408 [\s\S]*\{"wrong":"The request timed out before it was complete."\}$/);
  t.match(log.join(""), /"status":408/);
  t.same(calls, []);
});

t.test("a head that arrives too slowly gets 408, and its connection is destroyed", async (t) => {
  const { server, base } = await servePets(t);
  server.server.headersTimeout = 100;
  t.match(await sendSlowly(base, "GET /pets/dogs HTTP/1.1\r\nX-Long: "), /^HTTP\/1.1 408 /);
});

t.test("a request that times out after its response was sent gets no second response", async (t) => {
  const { server, base } = await servePets(t);
  // Long enough that the response is sent before.
  server.server.requestTimeout = server.server.headersTimeout = 500;
  const response = await sendSlowly(base, `${HEAD}\r\n{`);
  t.match(response, /^HTTP\/1.1 401 /, "without a credential");
  t.equal(response.split("HTTP/1.1").length, 2);
});

t.test("a connection that still sends bytes after a malformed request is destroyed", async (t) => {
  const { base } = await servePets(t);
  t.match(await sendSlowly(base, "GET /pets/dogs HTTP/9.9\r\nHost: x\r\n\r\n"), /^HTTP\/1.1 400 /);
});

t.test("the timeouts are 10 seconds for a head and 30 seconds for a request", async (t) => {
  const { server } = await servePets(t);
  t.same([server.server.headersTimeout, server.server.requestTimeout], [10_000, 30_000]);
});

t.test("a connection without a request is closed", async (t) => {
  const { server, base } = await servePets(t);
  server.server.headersTimeout = 100;
  const socket = open(base);
  await once(socket.resume(), "end");
  const closed = closeOf(socket);
  socket.end();
  await closed;
  t.pass("closed");
});

t.test("a connection that sends only empty lines after a response is closed", async (t) => {
  const responses = new WeakMap<Socket, ServerResponse>();
  const server = createServer((request, response) => {
    responses.set(request.socket, response);
    response.end("x");
  });
  closeIdleSockets(server, responses, 50);
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${await listen(server)}`;
  const response = await sendSlowly(base, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\r\n");
  t.match(response, /^HTTP\/1.1 200 /);
});
