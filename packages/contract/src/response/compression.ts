import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** The content codings (RFC 9110, section 8.4.1) that texts are sent with, the better one first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** Shorter texts are sent as they are, because they fit into one packet. */
const MIN_BYTES = 1024;

/** Qualities of brotli: its best one takes seconds for a text of some megabytes. */
const FAST = 4;
const BEST = 11;
const MAX_BYTES_OF_BEST = 64 * 1024;

/** The best content coding that a client accepts; undefined if a text of this length is sent as it is. */
export function codingFor({ raw }: FastifyRequest, bytes: number): Coding | undefined {
  if (bytes < MIN_BYTES) return undefined;
  const accepted = new Negotiator(raw).encodings(CODINGS);
  return CODINGS.find((coding) => accepted.includes(coding));
}

/** Compresses a text on a thread of its own, with more effort if it is `kept`. */
export function compress(text: string | Buffer, coding: Coding, kept: boolean): Promise<Buffer> {
  if (coding === "gzip") return promisify(gzip)(text);
  const quality = kept && Buffer.byteLength(text) <= MAX_BYTES_OF_BEST ? BEST : FAST;
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Sets the header fields of a response to say that its content depends on `Accept-Encoding`, and has this coding. */
export function setCoding(reply: FastifyReply, coding: Coding | undefined): void {
  const vary = String(reply.getHeader("vary") ?? "");
  if (!vary.includes("Accept-Encoding"))
    reply.header("vary", vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
  if (coding === undefined) return;
  reply.header("content-encoding", coding);
  const etag = reply.getHeader("etag");
  // A strong entity tag names the bytes that are sent (RFC 9110, section 8.8.1).
  if (typeof etag === "string" && etag.startsWith('"')) reply.header("etag", `W/${etag}`);
}

/**
 * Compresses the texts that a scope outside the contracts sends as strings, for clients that accept it. Pages may have a
 * secret beside text of a stranger: their tokens have another salt in each response, and their cookies are not sent
 * with requests of other sites, so that the length of a response tells nothing.
 */
export function compressTexts(scope: FastifyInstance): void {
  scope.addHook<unknown>("onSend", async (request, reply, payload) => {
    if (reply.statusCode === 304) setCoding(reply, undefined);
    if (typeof payload !== "string" || payload === "") return payload;
    const coding = codingFor(request, Buffer.byteLength(payload));
    setCoding(reply, coding);
    return coding === undefined ? payload : compress(payload, coding, false);
  });
}
