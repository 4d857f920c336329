import type { FastifyRequest } from "fastify";
import type { FairSlots } from "../../fair-slots.ts";
import { isRecord } from "../record.ts";
import { inSlot } from "../request/caller.ts";

/** An operation with long responses. */
export interface LongList {
  /** A request holds one while its response is built. */
  readonly slots: FairSlots;
  /** Whether a request holds its slot until the response is sent, because it is built while it is sent. */
  readonly isStream?: boolean;
  /** Requests in which this query parameter is not empty hold one of these slots instead. */
  readonly search?: { readonly parameter: string; readonly slots: FairSlots };
}

/** Calls `work` while a request holds a slot. Rejects like `FairSlots.run`. */
export type InSlot<Request> = <T>(request: Request, work: () => T | Promise<T>) => Promise<T>;

/** Returns the function that builds the long responses of an operation while their requests hold a slot. */
export function limitBuilding({ slots, search }: LongList): InSlot<FastifyRequest> {
  if (search === undefined) return (request, work) => inSlot(slots, request, work);
  return (request, work) => inSlot(hasText(request, search.parameter) ? search.slots : slots, request, work);
}

/** Whether a query parameter, of which the default may be an empty text, is given. */
function hasText({ query }: FastifyRequest, name: string): boolean {
  return isRecord(query) && query[name] !== undefined && query[name] !== "";
}
