import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./etag.ts";
import { byteLength } from "./json.ts";
import type { Representation } from "./representation.ts";

/** The header fields that a 304 repeats (RFC 9110, section 15.4.5). */
const NOT_MODIFIED_HEADERS = ["etag", "cache-control"];

/** The response to one client: 304 when its `If-None-Match` lists the entity tag. */
export function forClient(representation: Representation, ifNoneMatch: string | undefined): Representation {
  const { headers } = representation;
  if (headers.etag === undefined || !matchesEtag(ifNoneMatch, headers.etag)) return representation;
  const repeated = Object.entries(headers).filter(([name]) => NOT_MODIFIED_HEADERS.includes(name));
  return { status: 304, headers: Object.fromEntries(repeated), content: undefined };
}

/** Sends a representation, or 304. */
export function send(request: FastifyRequest, reply: FastifyReply, representation: Representation): FastifyReply {
  const { status, headers, content } = forClient(representation, request.headers["if-none-match"]);
  reply.code(status).headers(headers);
  if (content === undefined || typeof content === "string" || Buffer.isBuffer(content)) return reply.send(content);
  if ("length" in content) return reply.header("content-length", byteLength(content)).send(Readable.from(content));
  return reply.send(Readable.from(request.method === "HEAD" ? [] : content));
}
