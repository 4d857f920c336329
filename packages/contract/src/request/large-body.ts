import type { FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../contract.ts";
import type { FairSlots } from "../fair-slots.ts";
import { BODY_LIMIT } from "./body.ts";
import { callerOf, disconnectionOf } from "./caller.ts";

/**
 * The options of a route whose body may be larger than others. A request with more than 1 MiB, or one that does not say
 * how large it is, waits for a slot before its body is read. It holds the slot until its response is ready, or its client
 * has disconnected.
 */
export function largeBodyOptions({ id, largeBody }: Operation, slots: FairSlots | undefined) {
  if (largeBody === undefined) return {};
  if (slots === undefined) throw new Error(`${id} needs the service's \`largeBodies\`.`);
  const held = new WeakMap<FastifyRequest, () => void>();
  return {
    bodyLimit: largeBody.maxBytes,
    async preParsing(request: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
      const { "content-length": length = Number.POSITIVE_INFINITY } = request.headers;
      if (Number(length) <= BODY_LIMIT) return;
      const release = await slots.take(callerOf(request), () => disconnectionOf(request));
      if (response.closed) release();
      held.set(request, release);
      response.once("close", release);
    },
    async onSend(request: FastifyRequest): Promise<void> {
      held.get(request)?.();
    },
  };
}
