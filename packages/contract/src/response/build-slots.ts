import type { FastifyReply, FastifyRequest } from "fastify";
import type { FairSlots } from "../fair-slots.ts";
import { isRecord } from "../record.ts";
import { holdSlot, inSlot } from "../request/caller.ts";
import { ownTurn } from "../scheduling.ts";

/** A request that reads much. */
export interface LongList {
  /** A request holds one while its response is built. */
  readonly slots: FairSlots;
  /** Whether a request holds its slot until the response is sent, because it is built while it is sent. */
  readonly isStream?: boolean;
  /**
   * Requests with a parameter of this name in the path or the query, and this value if it is given, hold one of these
   * slots instead.
   */
  readonly instead?: { readonly parameter: string; readonly value?: string; readonly slots: FairSlots };
}

/** Calls `work` while a request holds a slot. Rejects like `FairSlots.run`. */
export type InSlot<Request> = <T>(request: Request, work: () => T | Promise<T>) => Promise<T>;

/** Returns the function that builds the long responses of an operation while their requests hold a slot. */
export function limitBuilding(list: LongList): InSlot<FastifyRequest> {
  return (request, work) => inSlot(slotsFor(list, request), request, work);
}

/**
 * Calls `work` while the request holds a slot, or, for a stream, once it holds one; in a turn of the event loop of its
 * own, because reading the database may wait for nothing. Rejects like `FairSlots.run`.
 */
export async function inSlotOf<T>(
  list: LongList,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => T | Promise<T>,
): Promise<T> {
  const inOwnTurn = () => ownTurn().then(work);
  if (list.isStream !== true) return inSlot(slotsFor(list, request), request, inOwnTurn);
  await holdSlot(slotsFor(list, request), request, reply);
  return inOwnTurn();
}

function slotsFor({ slots, instead }: LongList, { params, query }: FastifyRequest): FairSlots {
  if (instead === undefined) return slots;
  const { parameter, value } = instead;
  const isMeant = (from: unknown) =>
    isRecord(from) && (value === undefined ? (from[parameter] ?? "") !== "" : from[parameter] === value);
  return isMeant(params) || isMeant(query) ? instead.slots : slots;
}
