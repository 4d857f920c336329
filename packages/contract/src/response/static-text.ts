import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { etagOf, etagOfText, matchesEtag } from "./etag.ts";

/** A text, or a file, that does not change while the server runs. */
export interface StaticText {
  readonly path: string;
  readonly type: string;
  /** The text, or a function that returns it, which the first request calls. */
  readonly text: string | (() => Promise<string | Buffer>);
  /** The value of `Content-Security-Policy`. */
  readonly policy: string;
}

/** A text with its entity tag. */
interface TaggedText {
  readonly text: string | Buffer;
  readonly etag: string;
}

/** Serves a text with a strong entity tag; 304 if `If-None-Match` lists the tag. */
export function serveStaticText(scope: FastifyInstance, { path, type, text, policy }: StaticText): void {
  // Computed at the first request: most texts are never requested.
  let tagged: Promise<TaggedText> | undefined;
  scope.get(path, async (request, reply) => {
    tagged ??= tag(text).catch((error) => {
      // The next request tries again.
      tagged = undefined;
      throw error;
    });
    const loaded = await tagged;
    reply.header("content-security-policy", policy).type(type);
    return sendTagged(request, reply, loaded);
  });
}

async function tag(text: StaticText["text"]): Promise<TaggedText> {
  const loaded = typeof text === "string" ? text : await text();
  return { text: loaded, etag: await etagOf(loaded) };
}

/** Sends a text with a strong entity tag; 304 if `If-None-Match` lists the tag. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  return sendTagged(request, reply, { text, etag: etagOfText(text) });
}

function sendTagged(request: FastifyRequest, reply: FastifyReply, { text, etag }: TaggedText): FastifyReply {
  reply.header("etag", etag);
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.removeHeader("content-type").code(304).send();
  return reply.send(text);
}
