import { channel } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import t, { type Test } from "tap";
import { post } from "../../src/network/post.ts";
import { type RequestOptions, request } from "../../src/network/request.ts";
import { drip, ENDLESS_BODIES, ENDLESS_HEADS, gzipBomb, openSocketServer } from "../support/hostile-receiver.ts";

const OPTIONS: RequestOptions = { method: "POST", headers: {}, body: "{}", timeout: 60_000, maxBytes: 10_000 };

const POST = { headers: {}, body: "{}", timeout: 60_000, signal: new AbortController().signal, isAllowed: () => true };

/** Counts the informational responses that Node parses until the test ends. */
function countInformational(t: Test): () => number {
  let count = 0;
  const created = channel("http.client.request.created");
  const listener = (message: unknown) => {
    const { request } = message as { readonly request: ClientRequest };
    request.on("information", () => {
      count += 1;
    });
  };
  created.subscribe(listener);
  t.teardown(() => created.unsubscribe(listener));
  return () => count;
}

for (const [name, respond] of Object.entries(ENDLESS_HEADS)) {
  t.test(`a receiver that sends ${name} fails long before the deadline, and is disconnected`, async (t) => {
    const server = await openSocketServer(t, respond);
    const parsed = countInformational(t);
    t.match(await post(server.url, POST), { failure: "response" });
    await server.closed(1);
    // A packet may contain 4,096 of them, and Node parses what it was given even after the end of a request.
    t.ok(parsed() <= 16, `${parsed()} informational responses were parsed`);
    await t.rejects(request(server.url, OPTIONS));
    await server.closed(2);
  });
}

t.test("five informational responses are accepted", async (t) => {
  const hint = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const server = await openSocketServer(t, (socket) =>
    socket.end(`${hint.repeat(5)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
  );
  t.same(await post(server.url, POST), { status: 200 });
});

for (const [name, respond] of Object.entries(ENDLESS_BODIES)) {
  t.test(`a receiver that sends ${name} is disconnected`, async (t) => {
    const server = await openSocketServer(t, respond);
    t.same(await post(server.url, POST), { status: 200 });
    await server.closed(1);
    const { body } = await request(server.url, OPTIONS);
    const read = await buffer(body).catch(() => Buffer.alloc(0));
    t.ok(read.length <= OPTIONS.maxBytes);
    await server.closed(2);
  });
}

t.test("a body of more than the maximum is an error, and never decoded", async (t) => {
  const server = await openSocketServer(t, gzipBomb());
  const { body, headers } = await request(server.url, OPTIONS);
  t.equal(headers["content-encoding"], "gzip");
  await t.rejects(buffer(body), /more than 10000 bytes/);
  const complete = await request(server.url, { ...OPTIONS, maxBytes: 200_000 });
  const { length } = await buffer(complete.body);
  t.ok(length < 200_000, `${length} bytes`);
});

t.test("a body that drips ends at the deadline, and one that stops after the idle timeout", async (t) => {
  const head = "HTTP/1.1 200 OK\r\n\r\n";
  const dripping = await openSocketServer(t, (socket) => {
    socket.write(head);
    drip(socket, "y");
  });
  const { body } = await request(dripping.url, { ...OPTIONS, timeout: 200 });
  await t.rejects(buffer(body), /not complete after 200 ms/);
  await dripping.closed(1);
  const stopping = await openSocketServer(t, (socket) => void socket.write(head));
  const { body: silent } = await request(stopping.url, { ...OPTIONS, idleTimeout: 100 });
  await t.rejects(buffer(silent), /100 ms/);
});

t.test("a reader that pauses for longer than the idle timeout gets the whole body", async (t) => {
  const content = "y".repeat(5_000_000);
  const server = await openSocketServer(t, (socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${content}`));
  const { body } = await request(server.url, { ...OPTIONS, idleTimeout: 300, maxBytes: 10_000_000 });
  await setTimeout(900);
  t.equal((await buffer(body)).length, content.length);
});

t.test("a response before the request is read, and a receiver that never reads it", async (t) => {
  const body = "x".repeat(10_000_000);
  const early = await openSocketServer(t, (socket) => {
    socket.pause();
    socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n");
  });
  t.match(await request(early.url, { ...OPTIONS, body }), { status: 413 });
  const deaf = await openSocketServer(t, (socket) => void socket.pause());
  await t.rejects(request(deaf.url, { ...OPTIONS, body, timeout: 200 }), /not complete after 200 ms/);
});

t.test("a connection without a TLS handshake ends at the deadline", async (t) => {
  const server = await openSocketServer(t, (socket) => drip(socket, "\u0016"));
  await t.rejects(request(new URL(server.url.href.replace("http:", "https:")), { ...OPTIONS, timeout: 200 }));
  await server.closed(1);
});

t.test("an abort ends a request at any time", async (t) => {
  const server = await openSocketServer(t, () => {});
  const aborted = new AbortController();
  const pending = request(server.url, { ...OPTIONS, signal: aborted.signal });
  aborted.abort();
  await t.rejects(pending, { name: "AbortError" });
});
