import type { FastifyInstance } from "fastify";
import { etagOfText, matchesEtag } from "./etag.ts";

/** A text that does not change while the server runs. */
export interface StaticText {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** The value of `Content-Security-Policy`. */
  readonly policy: string;
}

/** Serves a text with a strong entity tag; 304 if `If-None-Match` lists the tag. */
export function serveStaticText(scope: FastifyInstance, { path, type, text, policy }: StaticText): void {
  // Computed at the first request: most texts are never requested.
  let etag: string | undefined;
  scope.get(path, async (request, reply) => {
    etag ??= etagOfText(text);
    reply.headers({ etag, "content-security-policy": policy });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.type(type).send(text);
  });
}
