import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Test } from "tap";

/** A request that a receiver of webhooks got. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Responds to an event; `number` counts the requests from 1. */
export type Respond = (event: ReceivedEvent, response: ServerResponse, number: number) => void | Promise<void>;

export interface Receiver {
  readonly url: string;
  readonly events: readonly ReceivedEvent[];
  /** Resolves when this many requests arrived. Throws after a minute. */
  readonly received: (count: number) => Promise<readonly ReceivedEvent[]>;
}

const TIMEOUT_MS = 60_000;

/** Starts a receiver of webhooks, which responds 204 unless `respond` does otherwise. */
export async function openReceiver(
  t: Test,
  respond: Respond = (_event, response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = await text(request);
    const event = { headers: request.headers, text: body, ...JSON.parse(body) };
    events.push(event);
    await respond(event, response, events.length);
  };
  const server = createServer((request, response) => {
    // Clients that disconnect are part of some tests.
    Promise.resolve(listener(request, response)).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    events,
    async received(count) {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      while (events.length < count) {
        if (timeout.aborted) throw new Error(`Received ${events.length} of ${count} events.`);
        await setTimeout(5);
      }
      return events;
    },
  };
}
