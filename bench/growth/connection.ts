import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request of a work. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** The status that it has to be answered with. */
  readonly status: number;
}

/** An answer, and how long it took, in milliseconds. */
export interface Answer {
  readonly ms: number;
  readonly headers: IncomingHttpHeaders;
}

/** One connection to a server, that is kept open. */
export interface Connection {
  /** Asks once and reads the answer whole. Throws when it has another status. */
  readonly ask: (request: Request) => Promise<Answer>;
  readonly close: () => void;
}

export function connect(base: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { ask: (wanted) => ask(agent, base, wanted), close: () => agent.destroy() };
}

function ask(agent: Agent, base: string, wanted: Request): Promise<Answer> {
  const { method, path, headers, body, status } = wanted;
  const text = body && JSON.stringify(body);
  const length =
    text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(base + path, { agent, method, headers: { ...headers, ...length } }, async (response) => {
      const received = await buffer(response);
      const ms = performance.now() - started;
      if (response.statusCode === status) resolve({ ms, headers: response.headers });
      else reject(new Error(`${method} ${path} was answered ${response.statusCode}, not ${status}: ${received}`));
    });
    sent.on("error", (error) => {
      // The server may close a connection that was idle just when it is used again.
      if (sent.reusedSocket && "code" in error && error.code === "ECONNRESET") resolve(ask(agent, base, wanted));
      else reject(error);
    });
    sent.end(text);
  });
}
