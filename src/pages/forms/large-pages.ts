import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inSlotOf } from "#contract/response/build-slots";
import type { Context } from "../../context/context.ts";
import { gatesOf } from "../../context/large-reads.ts";

/** Lets the pages of a scope that read much wait for a slot, as `LARGE_READS` says. Call it before they are registered. */
export function limitLargePages(scope: FastifyInstance, { slots }: Context): void {
  const gates = gatesOf("pages", slots);
  scope.addHook("onRoute", (route) => {
    const [method] = [route.method].flat();
    const gate = gates[`${method} ${route.url.replace(/(?<=.)\/$/, "")}`];
    if (gate === undefined) return;
    const { handler } = route;
    route.handler = function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      return inSlotOf(gate, request, reply, () => handler.call(this, request, reply));
    };
  });
}
