import type { FastifyReply, FastifyRequest } from "fastify";
import type { FairSlots } from "../fair-slots.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Maps an address to the network that it is counted for; undefined: each address counts for itself. */
    networkOf?: (address: string) => string;
  }
}

/** The key of an account among callers. */
export function accountKey(accountId: number): string {
  return `account:${accountId}`;
}

/** The key of a network among callers. */
export function networkKey(network: string): string {
  return `network:${network}`;
}

/** The key of a request's network among callers. */
export function networkKeyOf({ ip, server }: FastifyRequest): string {
  return networkKey(server.networkOf?.(ip) ?? ip);
}

/** Who takes a slot for a request: its account, or its network if nobody is authenticated. */
export function callerOf(request: FastifyRequest): string {
  const { accountId } = request;
  return accountId > 0 ? accountKey(accountId) : networkKeyOf(request);
}

const signals = new WeakMap<FastifyRequest["raw"]["socket"], AbortSignal>();

/** A signal that is aborted when the client of a request disconnects. All requests of a connection share one. */
export function disconnectionOf({ raw }: FastifyRequest): AbortSignal {
  const { socket } = raw;
  if (socket.destroyed) return AbortSignal.abort();
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  socket.once("close", () => controller.abort());
  // A request that the server sends to itself has no socket that closes; it fails when it is aborted.
  raw.once("error", () => controller.abort());
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Calls `work` while the request's caller holds a slot. Rejects like `FairSlots.run`. */
export function inSlot<T>(slots: FairSlots, request: FastifyRequest, work: () => T | Promise<T>): Promise<T> {
  return slots.run(callerOf(request), () => disconnectionOf(request), work);
}

/**
 * Takes a slot that the request's caller holds until the response is sent whole or its client has disconnected, for
 * streams. Rejects like `FairSlots.run`.
 */
export async function holdSlot(
  slots: FairSlots,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): Promise<void> {
  const release = await slots.take(callerOf(request), () => disconnectionOf(request));
  if (response.closed) release();
  else response.once("close", release);
}
