import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A request and the expected status of its response. */
export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  readonly status: number;
  /** Discards the body of the response as it arrives: it may be too large for a string. */
  readonly discardsBody?: true;
}

export interface Response {
  readonly body: string;
  readonly etag: string | undefined;
  /** From sending the request to the end of the response, in milliseconds. */
  readonly ms: number;
}

/** One connection to a server, kept alive. */
export interface HttpClient {
  /** Sends a request and reads the response. Throws for an unexpected status. */
  readonly send: (request: Request) => Promise<Response>;
  readonly close: () => void;
}

/**
 * Creates a client with one connection, which its first request opens. Does not use `fetch`, because
 * that adds `Cache-Control: no-cache` to requests with `If-None-Match`.
 */
export function connect(base: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send(request) {
      const started = performance.now();
      const response = await sendWith(agent, base, request);
      const body = request.discardsBody ? await discard(response) : await text(response);
      const ms = performance.now() - started;
      const { method, path, status } = request;
      if (response.statusCode !== status)
        throw new Error(`${method} ${path} returned ${response.statusCode}, not ${status}: ${body}`);
      return { body, etag: response.headers.etag, ms };
    },
    close: () => agent.destroy(),
  };
}

/** The header fields of every request with a body. */
export function contentHeaders(content: string) {
  return { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(content)) };
}

/** The same request made conditional: expects 304. */
export function conditional<R extends Request>(request: R, etag: string): R {
  return { ...request, headers: { ...request.headers, "If-None-Match": etag }, status: 304 };
}

async function discard(response: IncomingMessage): Promise<string> {
  for await (const _chunk of response);
  return "";
}

function sendWith(agent: Agent, base: string, request: Request): Promise<IncomingMessage> {
  const { method, path, headers, body } = request;
  const content = body === undefined ? undefined : JSON.stringify(body);
  const fields = { "User-Agent": "bench", ...headers, ...(content !== undefined && contentHeaders(content)) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = httpRequest(base + path, { method, headers: fields, agent }, resolve);
  sent.on("error", (error) => {
    // The server closed the idle connection just when it was used again: repeats the request.
    if (sent.reusedSocket && "code" in error && error.code === "ECONNRESET") resolve(sendWith(agent, base, request));
    else reject(error);
  });
  sent.end(content);
  return promise;
}
