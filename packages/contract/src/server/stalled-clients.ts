import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

/** Time after which a client that reads nothing is disconnected, in milliseconds. */
const MAX_STALL_MS = 30_000;

/** Interval between two checks of all connections: less than 2 ms of work at 10,000 connections. */
const CHECK_INTERVAL_MS = 5_000;

/** How far a client with unread bytes has read. */
interface Progress {
  /** See `bytesTaken`. */
  readonly taken: number;
  /** The time of the first check with this `taken`, in milliseconds. */
  readonly since: number;
}

/** Disconnects clients that do not read. Clients that read slowly stay connected. */
export class StalledClients {
  readonly #sockets = new Set<Socket>();
  readonly #progress = new WeakMap<Socket, Progress>();

  /** Watches a connection until it is closed. */
  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** Disconnects clients that have unread bytes and read nothing for 30 s. Returns their number. */
  disconnect(now: number): number {
    let count = 0;
    for (const socket of this.#sockets) {
      if (!this.#isStalled(socket, now)) continue;
      // `end()` would wait for the client to read the rest.
      socket.destroy();
      count += 1;
    }
    return count;
  }

  #isStalled(socket: Socket, now: number): boolean {
    const taken = socket.writableLength === 0 ? undefined : bytesTaken(socket);
    if (taken === undefined) {
      this.#progress.delete(socket);
      return false;
    }
    const last = this.#progress.get(socket);
    if (last?.taken === taken) return now - last.since >= MAX_STALL_MS;
    this.#progress.set(socket, { taken, since: now });
    return false;
  }
}

/** Disconnects stalled clients of a server, until it is closed. */
export function disconnectStalledClients(server: FastifyInstance, logger: FastifyBaseLogger): void {
  const clients = new StalledClients();
  server.server.on("connection", (socket: Socket) => clients.watch(socket));
  const timer = setInterval(() => {
    const count = clients.disconnect(performance.now());
    if (count > 0) logger.info({ count }, "disconnected clients that did not read their responses");
  }, CHECK_INTERVAL_MS).unref();
  server.addHook("onClose", async () => clearInterval(timer));
}

/** The native handle of a socket. Its fields are optional, because Node does not document them. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/** The bytes that the kernel has taken; undefined if none are waiting or the socket is closed. */
function bytesTaken(socket: Socket): number | undefined {
  // A cast, because the handle is not in Node's types. Node's own socket timeout compares
  // `writeQueueSize` too (lib/net.js, `_onTimeout`): `bytesWritten` alone shows no progress until a
  // long write ends.
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket as { readonly _handle?: Handle | null })._handle ?? {};
  return writeQueueSize === 0 ? undefined : bytesWritten - writeQueueSize;
}
