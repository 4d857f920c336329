import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { DEFAULT_MAX_UNREAD } from "../../src/http/server/unread-responses.ts";
import { openApp, type TestApp } from "./app.ts";
import { connectTo } from "./raw.ts";

/** Starts a server whose limit of unread responses is reached by a client that reads nothing. */
export async function openAppAtUnreadLimit(t: Test): Promise<TestApp> {
  const full = Promise.withResolvers<void>();
  const extend = (server: FastifyInstance) =>
    server.get("/full", (_request, reply) => {
      server.unreadResponses.count(reply.raw, DEFAULT_MAX_UNREAD);
      reply.hijack();
      full.resolve();
    });
  const app = await openApp(t, {}, { extend });
  connectTo(t, app.base).write("GET /full HTTP/1.1\r\nHost: x\r\n\r\n");
  await full.promise;
  return app;
}
