import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unknownPath } from "../request/unmatched.ts";
import { type Coding, codingFor, compress, setCoding } from "./compression.ts";
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

/** A text that is sent again and again, and what it is with each content coding that a client has preferred. */
interface KeptText extends TaggedText {
  readonly text: Buffer;
  readonly compressed: { [Name in Coding]?: Promise<Buffer> };
}

/**
 * Serves a text, compressed for clients that accept it, with an entity tag; 304 if `If-None-Match` lists the tag. A
 * `type` that is a compressed format is sent as it is.
 */
export function serveStaticText(scope: FastifyInstance, text: StaticText): void {
  scope.get(text.path, senderOf(text));
}

/**
 * The same for texts whose paths begin with `folder`, which ends with a slash. They share a route, because each route
 * takes time at the start.
 */
export function serveStaticTexts(scope: FastifyInstance, folder: string, texts: readonly StaticText[]): void {
  const senders = new Map(texts.map((text) => [text.path.slice(folder.length), senderOf(text)]));
  scope.get<{ Params: { "*": string } }>(`${folder}*`, async (request, reply) => {
    const send = senders.get(request.params["*"]);
    if (send === undefined) throw unknownPath();
    return send(request, reply);
  });
}

function senderOf({ type, text, policy }: StaticText) {
  // Computed at the first request: most texts are never requested.
  let tagged: Promise<KeptText> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    tagged ??= tag(text).catch((error) => {
      // The next request tries again.
      tagged = undefined;
      throw error;
    });
    const loaded = await tagged;
    reply.header("content-security-policy", policy).type(type);
    return isCompressed(type) ? sendTagged(request, reply, loaded) : sendKept(request, reply, loaded);
  };
}

function isCompressed(type: string): boolean {
  return /^(?:application\/gzip|image\/(?:png|webp))$/.test(type);
}

async function tag(text: StaticText["text"]): Promise<KeptText> {
  const loaded = typeof text === "string" ? text : await text();
  const bytes = typeof loaded === "string" ? Buffer.from(loaded) : loaded;
  return { text: bytes, etag: await etagOf(bytes), compressed: {} };
}

async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptText): Promise<FastifyReply> {
  const { text, etag, compressed } = kept;
  const coding = codingFor(request, text.length);
  if (coding === undefined || matchesEtag(request.headers["if-none-match"], etag)) {
    setCoding(reply, undefined);
    return sendTagged(request, reply, kept);
  }
  compressed[coding] ??= compress(text, coding, true);
  setCoding(reply.header("etag", etag), coding);
  return reply.send(await compressed[coding]);
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
