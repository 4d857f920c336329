import t from "tap";
import { type PostOptions, post } from "../../src/network/post.ts";
import { openSocketServer } from "../support/hostile-receiver.ts";
import { openReceiver } from "../support/webhook-receiver.ts";

const OPTIONS: PostOptions = {
  headers: { "content-type": "application/json" },
  body: '{"type":"a"}',
  timeout: 10_000,
  signal: new AbortController().signal,
  isAllowed: () => true,
};

t.test("a receiver gets the body and the headers once, and its status is the result", async (t) => {
  const receiver = await openReceiver(t, (_event, response) => void response.writeHead(202).end("accepted"));
  t.same(await post(new URL(receiver.url), OPTIONS), { status: 202 });
  t.match(receiver.events, [{ text: OPTIONS.body, headers: { "content-type": "application/json" } }]);
  t.equal(receiver.events.length, 1);
});

t.test("without permission, no private address is connected to", async (t) => {
  const receiver = await openReceiver(t);
  const { isAllowed, ...options } = OPTIONS;
  const { port } = new URL(receiver.url);
  const hosts = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "localhost",
    "a.localhost",
    "[::1]",
    "[::ffff:7f00:1]",
  ];
  for (const host of hosts)
    t.same(await post(new URL(`http://${host}:${port}/`), options), { failure: "address" }, host);
  const resolve = async () => ["93.184.216.34", "10.0.0.1"];
  t.same(
    await post(new URL(`http://example.com:${port}/`), { ...options, resolve }),
    { failure: "address" },
    "one private address among others",
  );
  t.equal(receiver.events.length, 0);
});

t.test("a host name is resolved once: a later answer with another address has no effect", async (t) => {
  const receiver = await openReceiver(t);
  const { port } = new URL(receiver.url);
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  let queries = 0;
  const resolve = async () => answers[queries++] ?? [];
  const isAllowed = (address: string) => address === "127.0.0.1";
  const url = new URL(`http://rebinding.example:${port}/`);
  t.same(await post(url, { ...OPTIONS, resolve, isAllowed }), { status: 204 });
  t.equal(queries, 1);
  t.equal(receiver.events[0]?.headers.host, `rebinding.example:${port}`);
  t.same(await post(url, { ...OPTIONS, resolve, isAllowed }), { failure: "address" }, "the next request asks again");
});

t.test("redirects are results, and not followed", async (t) => {
  const target = await openReceiver(t);
  const receiver = await openReceiver(
    t,
    (_event, response) => void response.writeHead(307, { location: target.url }).end(),
  );
  t.same(await post(new URL(receiver.url), OPTIONS), { status: 307 });
  t.equal(target.events.length, 0);
});

t.test("a huge or endless body is not read, and the connection is closed", async (t) => {
  const closed = Promise.withResolvers<void>();
  const receiver = await openReceiver(t, (_event, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
    response.on("close", () => {
      clearInterval(timer);
      closed.resolve();
    });
  });
  t.same(await post(new URL(receiver.url), OPTIONS), { status: 200 });
  await closed.promise;
});

t.test("a receiver that sends nothing, or its headers too slowly, is a timeout", async (t) => {
  const silent = await openSocketServer(t, () => {});
  const dripping = await openSocketServer(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x: y\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  for (const { url } of [silent, dripping])
    t.match(await post(url, { ...OPTIONS, timeout: 200 }), { failure: "timeout" });
});

t.test("a DNS query that takes too long is a timeout, one without an answer a failure of its own", async (t) => {
  const url = new URL("http://slow.example/");
  const hang: PostOptions["resolve"] = (_name, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("cancelled"))));
  t.match(await post(url, { ...OPTIONS, timeout: 50, resolve: hang }), { failure: "timeout" });
  t.same(await post(url, { ...OPTIONS, resolve: async () => [] }), { failure: "dns" });
  const fail = async () => Promise.reject(new Error("ENOTFOUND"));
  t.match(await post(url, { ...OPTIONS, resolve: fail }), { failure: "dns" });
});

t.test("a closed port and a connection that ends early are failures of the connection", async (t) => {
  const closing = await openSocketServer(t, (socket) => socket.destroy());
  t.match(await post(closing.url, OPTIONS), { failure: "connection" });
  t.match(await post(new URL("http://127.0.0.1:1/"), OPTIONS), { failure: "connection" });
});

t.test("what is not HTTP, huge headers and a change of the protocol are failures of the response", async (t) => {
  const responses = [
    "220 mail.example ESMTP\r\n",
    `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
  ];
  for (const text of responses) {
    const { url } = await openSocketServer(t, (socket) => void socket.write(text));
    t.match(await post(url, OPTIONS), { failure: "response" }, text.slice(0, 30));
  }
});

t.test("TLS is required where the URL says so", async (t) => {
  const receiver = await openReceiver(t);
  const url = new URL(receiver.url.replace("http:", "https:"));
  t.match(await post(url, OPTIONS), { failure: "connection" });
  t.equal(receiver.events.length, 0);
});
