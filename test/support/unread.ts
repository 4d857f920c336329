import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { DEFAULT_MAX_UNREAD } from "#contract/server/unread-responses";
import { connectTo } from "#contract/test/raw";
import { openApp, type TestApp } from "./app.ts";

/**
 * Starts a server that is at its limit of unread response bytes: it has counted a response of that
 * many bytes, which it never sends.
 */
export async function openAppAtUnreadLimit(t: Test): Promise<TestApp> {
  const counted = Promise.withResolvers<void>();
  const extend = (server: FastifyInstance) =>
    server.get("/unread", (_request, reply) => {
      server.unreadResponses?.count(reply.raw, DEFAULT_MAX_UNREAD);
      reply.hijack();
      counted.resolve();
    });
  const app = await openApp(t, {}, { extend });
  connectTo(t, app.base).write("GET /unread HTTP/1.1\r\nHost: x\r\n\r\n");
  await counted.promise;
  return app;
}
