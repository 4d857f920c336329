import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { CallerLimit } from "#contract/request/caller-limit";
import { send } from "#contract/response/send";
import type { Context } from "../context/context.ts";
import * as copies from "../library/items/copies.ts";
import { COPIES_PATH, copyNamed } from "../library/items/copy-address.ts";
import { COPY_POLICY } from "../page-reading/copy/policy.ts";

/** For pages that others wrote: no scripts, no requests, an origin of their own, and no frames around them. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `sandbox; ${COPY_POLICY}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** Serves the copies of pages to those who have their addresses, from `COPIES_ORIGIN` if that is set. */
export async function registerCopies(
  server: FastifyInstance,
  { config, database, clock, subkeys }: Context,
  limit: CallerLimit,
): Promise<void> {
  const { copiesOrigin } = config;
  await server.register(
    async (scope) => {
      limit.register(scope);
      scope.get<{ Params: { name: string } }>("/:name", async (request, reply) => {
        if (copiesOrigin !== undefined && !isAt(request.raw, copiesOrigin))
          return reply.header("cache-control", "no-store").redirect(copiesOrigin + request.url, 307);
        const { size, content } = await copies.read(
          database,
          copyNamed(subkeys.copies.key, clock, request.params.name),
        );
        const headers = { ...HEADERS, "content-length": String(size) };
        return send(request, reply, { status: 200, headers, content });
      });
    },
    { prefix: COPIES_PATH.slice(0, -1) },
  );
}

/**
 * Responds to requests to `COPIES_ORIGIN` for anything but copies, so that what a copy might do there reaches no session.
 * Returns whether it has responded.
 */
export function respondElsewhere(copiesOrigin: string, request: IncomingMessage, reply: ServerResponse): boolean {
  if (!isAt(request, copiesOrigin) || request.url?.startsWith(COPIES_PATH)) return false;
  reply.writeHead(404, { "content-type": "text/plain", "cache-control": "no-store" });
  reply.end("There are only copies of pages here.\n");
  return true;
}

function isAt({ headers }: IncomingMessage, origin: string): boolean {
  return headers.host?.toLowerCase() === new URL(origin).host;
}
