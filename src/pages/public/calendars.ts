import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";
import { sendText } from "#contract/response/static-text";
import * as calendar from "../../reminders/calendar.ts";
import { findOwner } from "../../reminders/settings.ts";
import { FEEDS } from "../design/paths.ts";
import { serverNameIn } from "../design/rendering.ts";
import { contentSecurityPolicy, preparePageScope } from "../design/security.ts";
import type { Dependencies } from "./plugin.ts";

/** Registers the calendars of reminders. Their addresses have a secret, so they need no other credential. */
export async function registerCalendars(server: FastifyInstance, { context, limit }: Dependencies): Promise<void> {
  const { database, clock, config } = context;
  const policy = contentSecurityPolicy();
  await server.register(
    async (scope) => {
      preparePageScope(scope);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
      });
      limit.register(scope);
      scope.get<{ Params: { secret: string } }>("/:secret/reminders.ics", async (request, reply) => {
        const accountId = await findOwner(database, request.params.secret);
        if (accountId === undefined)
          throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
        const text = await calendar.read(database, clock, accountId, {
          baseUrl: config.baseUrl,
          name: serverNameIn(scope),
        });
        reply.headers({ "content-security-policy": policy, "content-type": calendar.CALENDAR_TYPE });
        return sendText(request, reply, text);
      });
    },
    { prefix: FEEDS },
  );
}
