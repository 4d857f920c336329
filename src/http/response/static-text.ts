import type { FastifyInstance } from "fastify";
import { etagOfText, matchesEtag } from "./etag.ts";

/** A text that stays as it is while the server runs. */
export interface StaticText {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  readonly policy: string;
}

/** Answers `GET` and `HEAD` of one path with its text, a strong entity tag and a Content-Security-Policy; 304 to who has it already. */
export function serveStaticText(scope: FastifyInstance, { path, type, text, policy }: StaticText): void {
  // Made when it is first asked for: there are many texts, and few are.
  let etag: string | undefined;
  scope.get(path, async (request, reply) => {
    etag ??= etagOfText(text);
    reply.headers({ etag, "content-security-policy": policy });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.type(type).send(text);
  });
}
