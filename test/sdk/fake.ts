import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Test } from "tap";

/** A request that a fake server received. */
interface FakeRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a server with responses of the test's choice, which Triptych itself would not send. */
export async function openFake(t: Test, respond: (count: number, request: FakeRequest) => FakeResponse) {
  const requests: FakeRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const received = { method, url, body: (await buffer(request)).toString("latin1") };
    requests.push(received);
    const { status, headers, body = "{}" } = respond(requests.length, received);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.teardown(close);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, requests, close };
}
