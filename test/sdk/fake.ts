import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Test } from "tap";

/** What a fake server was sent. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

interface Told {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server that answers what a test wants, for what no server of ours would say. */
export async function openFake(t: Test, tell: (count: number, asked: Asked) => Told) {
  const requests: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const asked = { method, url, body: (await buffer(request)).toString("latin1") };
    requests.push(asked);
    const { status, headers, body = "{}" } = tell(requests.length, asked);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.teardown(close);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(Object(server.address()).port));
  });
  return { base: `http://127.0.0.1:${port}`, requests, close };
}
