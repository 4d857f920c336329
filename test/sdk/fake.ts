import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Test } from "tap";
import { listen } from "#contract/test/raw";

/** A request that a fake server received. */
interface FakeRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** The header `Idempotency-Key`. */
  readonly key: string | undefined;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
}

interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Starts a server that sends the responses that `respond` returns, which Triptych itself might never
 * send. `disconnect` closes the connection without a response. `count` is 1 for the first request.
 */
export async function openFake(t: Test, respond: (count: number, request: FakeRequest) => FakeResponse | "disconnect") {
  const requests: FakeRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers: sent } = request;
    const { authorization } = sent;
    const key = sent["idempotency-key"]?.toString();
    const received = { method, url, key, authorization, body: (await buffer(request)).toString("latin1") };
    requests.push(received);
    const outcome = respond(requests.length, received);
    if (outcome === "disconnect") {
      request.socket.destroy();
      return;
    }
    const { status, headers, body = "{}" } = outcome;
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.teardown(close);
  return { base: `http://127.0.0.1:${await listen(server)}`, requests, close };
}
