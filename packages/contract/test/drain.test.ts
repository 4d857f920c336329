import { once } from "node:events";
import { connect } from "node:net";
import t from "tap";
import { PetHandlers, servePets } from "./support/pets.ts";
import { sendRaw } from "./support/raw.ts";

const REQUEST = "GET /pets/dogs HTTP/1.1\r\nHost: x\r\n\r\n";

t.test("a stopping server serves all requests, and closes each connection", async (t) => {
  const stopping = new AbortController();
  const { base, violations } = await servePets(t, { stopping: stopping.signal });
  const requests = [
    ["GET", "/pets/dogs", 200],
    ["HEAD", "/pets/dogs", 200],
    ["DELETE", "/pets/dogs/1", 201],
    ["GET", "/pets/dogs?limit=0", 400],
    ["POST", "/pets/dogs", 401],
    ["GET", "/pets/unknown", 404],
    ["PATCH", "/pets/dogs", 405],
    ["GET", "/", 404],
  ] as const;
  for (const [method, path, status] of requests) {
    const response = await fetch(base + path, { method });
    await response.text();
    t.equal(response.status, status, `${method} ${path}`);
  }
  stopping.abort();
  for (const [method, path, status] of requests) {
    const response = await fetch(base + path, { method });
    await response.text();
    t.same([response.status, response.headers.get("connection")], [status, "close"], `${method} ${path}`);
  }
  t.same(violations, []);
});

t.test("a connection that is idle when the server begins to stop gets one more response", async (t) => {
  const stopping = new AbortController();
  const { base } = await servePets(t, { stopping: stopping.signal });
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  socket.write(REQUEST);
  const [first] = await once(socket, "data");
  t.match(String(first), /\r\nConnection: keep-alive\r\n/i);
  stopping.abort();
  socket.write(REQUEST);
  const [second] = await once(socket, "data");
  t.match(String(second), /^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n/i);
  await once(socket, "close");
});

t.test("a response to a request that began before the stop closes its connection", async (t) => {
  const stopping = new AbortController();
  class StoppingHandlers extends PetHandlers {
    override async listDogs(call: Parameters<PetHandlers["listDogs"]>[0]): Promise<unknown> {
      stopping.abort();
      return super.listDogs(call);
    }
  }
  const { base } = await servePets(t, { stopping: stopping.signal, handlers: new StoppingHandlers() });
  t.match(await sendRaw(base, REQUEST), /\r\nConnection: close\r\n/i);
});
