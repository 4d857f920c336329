import { Agent, type IncomingMessage, request as open } from "node:http";
import { text } from "node:stream/consumers";
import { type Request, withValue } from "../works/work.ts";

/** One answer of a server. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag: string | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Asks a server once, with the first of the values. Not with `fetch`, which adds `Cache-Control: no-cache` where there is `If-None-Match`. */
export async function ask(base: string, request: Request): Promise<Answer> {
  const response = await send(base, request);
  return { status: response.statusCode ?? 0, body: await text(response), etag: response.headers.etag };
}

async function send(base: string, request: Request): Promise<IncomingMessage> {
  const { method, path, headers, body, values } = request;
  const content = body === undefined ? undefined : Buffer.from(withValue(body, values?.[0]));
  const fields = {
    "user-agent": "bench",
    ...headers,
    ...(content && { "content-type": "application/json", "content-length": content.length }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = open(base + withValue(path, values?.[0]), { method, headers: fields, agent }, resolve);
  sent.on("error", (error) => {
    // The server has closed a connection that nobody used, just when it was taken up again.
    if (sent.reusedSocket && "code" in error && error.code === "ECONNRESET") resolve(send(base, request));
    else reject(error);
  });
  sent.end(content);
  return promise;
}
