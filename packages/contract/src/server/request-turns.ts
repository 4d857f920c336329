import type { IncomingMessage, ServerResponse } from "node:http";
import { nextTick } from "node:process";
import { FairQueue } from "../fair-queue.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Milliseconds in a turn of the event loop after which no further request begins. */
const TURN_MS = 5;

/** Requests of the queue that begin in one turn at most: so many wait for the check of the time that has passed. */
const BEGUN_PER_TURN = 16;

/** Headers with credentials. Requests with equal ones are those of one caller. */
const CREDENTIALS = ["authorization", "auth-token", "x-auth-token", "cookie"] as const;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Options {
  /** The network of a request's client. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Handles requests immediately while there are few. When many arrive at once, one iteration of the event loop starts
 * new ones for at most 5 ms and queues the rest, round-robin by network and, within a network, by caller. Otherwise one
 * iteration would start all of them, and requests of other clients would be delayed until it ends. Requests whose
 * clients disconnect while queued are dropped.
 */
export function handleInTurns(handle: Handle, { networkOf, now = () => performance.now() }: Options): Handle {
  const queue = new RequestQueue();
  /** When the current turn may begin no more requests; undefined until it begins the first one. */
  let endsAt: number | undefined;
  let scheduled = 0;

  return (request, response) => {
    if (queue.size === 0 && hasTime()) {
      handle(request, response);
      return;
    }
    queue.push(networkOf(request), { request, response });
    schedule();
  };

  function hasTime(): boolean {
    if (endsAt !== undefined) return now() < endsAt;
    endsAt = now() + TURN_MS;
    setImmediate(() => {
      endsAt = undefined;
    });
    return true;
  }

  /** One callback for each request, because Node runs what follows promises only after a callback. */
  function schedule(): void {
    for (; scheduled < Math.min(queue.size, BEGUN_PER_TURN); scheduled++) setImmediate(handleNext);
  }

  function handleNext(): void {
    scheduled -= 1;
    const next = hasTime() ? queue.shift() : undefined;
    schedule();
    if (next !== undefined && !next.request.socket.destroyed) handle(next.request, next.response);
  }
}

/** Requests by network, and in each network by caller. Networks take turns, and so do the callers of each. */
class RequestQueue {
  readonly #networks = new Map<string, FairQueue<Waiting>>();
  /** The queue of a network once for each of its requests. */
  readonly #turns = new FairQueue<readonly [network: string, queue: FairQueue<Waiting>]>();

  get size(): number {
    return this.#turns.size;
  }

  push(network: string, waiting: Waiting): void {
    const queue = this.#networks.get(network) ?? new FairQueue<Waiting>();
    this.#networks.set(network, queue);
    queue.push(callerOf(waiting.request), waiting);
    this.#turns.push(network, [network, queue]);
  }

  shift(): Waiting | undefined {
    const [network, queue] = this.#turns.shift() ?? [];
    const next = queue?.shift();
    if (network !== undefined && queue?.size === 0) this.#networks.delete(network);
    return next;
  }
}

function callerOf({ headers }: IncomingMessage): string {
  return CREDENTIALS.map((name) => headers[name] ?? "").join("\n");
}

/**
 * Maximum requests of a connection that wait for an earlier one. Node reads 64 KiB at a time and
 * parses all requests in them: there can be more than 2,000, and each takes several KiB of memory.
 */
const MAX_WAITING = 100;

/**
 * Handles pipelined requests one at a time (RFC 9112, section 9.3.2), so that only one response is in
 * memory for a client that does not read. Disconnects clients with too many waiting requests.
 */
export function handleInOrder(handle: Handle): Handle {
  const waiting = new WeakMap<IncomingMessage["socket"], number>();
  return (request, response) => {
    // Node assigns the connection to a response when all earlier ones are complete.
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      socket.destroy();
      return;
    }
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node emits the event before the response is ready to be ended.
      nextTick(handle, request, response);
    });
  };
}
