import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Failure } from "../failure.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Undefined for servers that `createServer` has not created. */
    unreadResponses?: UnreadResponses;
  }
}

/** Bytes of responses that clients may leave unread, unless a server says otherwise. */
export const DEFAULT_MAX_UNREAD = 256 * 1024 * 1024;

/**
 * Responses up to this length, in bytes, are not counted if the connection has no unread bytes: the
 * kernel buffers that much per connection. So clients that read their responses get short ones even
 * when the maximum is reached.
 */
const SMALL_LENGTH = 16 * 1024;

/** Seconds after which a client that got 503 may retry: by then other clients have read a part. */
const RETRY_AFTER = 5;

/**
 * Counts the bytes of responses that clients have not read, over all connections. A response is
 * counted until the kernel has taken all of it, because it is in memory until then.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  readonly #counted = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** The counted bytes of all connections. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Throws `unavailable` if a response would exceed the maximum, and closes the connection, so that
   * its pipelined requests do not fail one by one.
   */
  assertRoom(reply: FastifyReply, bytes: number): void {
    if (this.hasRoom(reply.raw, bytes)) return;
    reply.header("connection", "close");
    throw new Failure("unavailable", "Too many responses are waiting for their clients. Try again in a moment.", {
      reason: "responses-waiting",
      retryAfter: RETRY_AFTER,
      limit: "unread",
    });
  }

  /** Whether a response may be sent without exceeding the maximum. */
  hasRoom(response: ServerResponse, bytes: number): boolean {
    return isTakenAtOnce(response, bytes) || this.#bytes + bytes <= this.#maxBytes;
  }

  /** Counts a response that is about to be sent, or that the kernel has not taken whole. */
  count(response: ServerResponse, bytes: number): void {
    if (isTakenAtOnce(response, bytes) || response.req.socket.destroyed) return;
    this.#bytes += bytes;
    this.#counted.set(response, bytes);
    response.once("close", () => {
      this.#bytes -= this.#counted.get(response) ?? 0;
      this.#counted.delete(response);
    });
  }

  /** Changes the bytes counted for a streamed response. Does nothing if it is not or no longer counted. */
  update(response: ServerResponse, bytes: number): void {
    const before = this.#counted.get(response);
    if (before === undefined) return;
    this.#bytes += bytes - before;
    this.#counted.set(response, bytes);
  }
}

/** Whether the kernel will probably take a response as soon as it is sent. */
function isTakenAtOnce(response: ServerResponse, bytes: number): boolean {
  return bytes <= SMALL_LENGTH && response.socket?.writableLength === 0;
}

/** Header fields of a response that do not apply to the 503 that replaces it. */
const REPLACED_HEADERS = ["etag", "last-modified", "cache-control", "content-encoding"];

/** Counts the responses of a scope outside the contracts, except errors, which are small. */
export function countResponses(scope: FastifyInstance): void {
  scope.addHook<unknown>("onSend", (_request, reply, payload, done) => {
    const { unreadResponses } = scope;
    const isCounted = reply.statusCode < 400 && (typeof payload === "string" || Buffer.isBuffer(payload));
    try {
      if (isCounted && unreadResponses) assertRoomAndCount(unreadResponses, reply, Buffer.byteLength(payload));
    } catch (error) {
      for (const name of REPLACED_HEADERS) reply.removeHeader(name);
      throw error;
    }
    done();
  });
}

function assertRoomAndCount(unreadResponses: UnreadResponses, reply: FastifyReply, bytes: number): void {
  unreadResponses.assertRoom(reply, bytes);
  unreadResponses.count(reply.raw, bytes);
}
