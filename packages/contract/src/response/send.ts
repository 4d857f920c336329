import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./etag.ts";
import { byteLength } from "./json.ts";
import type { SerializedResponse } from "./serialized-response.ts";

/** The header fields that a 304 repeats (RFC 9110, section 15.4.5). */
const NOT_MODIFIED_HEADERS = ["etag", "cache-control", "vary"];

/** Bytes that are counted for a stream until its first chunk is known. */
const STREAM_START = 128 * 1024;

/** Chunks of a stream in memory at a time: one in the socket, one in the stream, and the next. */
const CHUNKS_IN_MEMORY = 3;

/** The response to one client: 304 when its `If-None-Match` lists the entity tag. */
export function forClient(response: SerializedResponse, ifNoneMatch: string | undefined): SerializedResponse {
  const { headers } = response;
  if (headers.etag === undefined || !matchesEtag(ifNoneMatch, headers.etag)) return response;
  const repeated = Object.entries(headers).filter(([name]) => NOT_MODIFIED_HEADERS.includes(name));
  return { status: 304, headers: Object.fromEntries(repeated), content: undefined };
}

/** Sends a response, or 304 to a `GET`. Throws `unavailable` if too many response bytes are unread. */
export function send(request: FastifyRequest, reply: FastifyReply, response: SerializedResponse): FastifyReply {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { status, headers, content } = isRead ? forClient(response, request.headers["if-none-match"]) : response;
  const { unreadResponses } = request.server;
  // Responses to changes are sent even beyond the maximum: they are short, and the change is committed.
  if (request.method === "GET" && unreadResponses?.hasRoom(reply.raw, maxLengthOf(content)) === false)
    unreadResponses.assertRoom(reply, lengthOf(content));
  reply.code(status).headers(headers);
  sendContent(request, reply, content);
  // The kernel has usually taken the response by now.
  if (request.method !== "HEAD" && !reply.raw.writableFinished) unreadResponses?.count(reply.raw, lengthOf(content));
  return reply;
}

function sendContent(request: FastifyRequest, reply: FastifyReply, content: SerializedResponse["content"]): void {
  const { unreadResponses } = request.server;
  if (content === undefined || typeof content === "string" || Buffer.isBuffer(content)) reply.send(content);
  else if ("length" in content) reply.header("content-length", byteLength(content)).send(Readable.from(content));
  else if (request.method === "HEAD") reply.send(Readable.from([]));
  else reply.send(Readable.from(counted(content, (bytes) => unreadResponses?.update(reply.raw, bytes))));
}

/** The bytes to count for content. */
function lengthOf(content: SerializedResponse["content"]): number {
  if (content === undefined) return 0;
  if (typeof content === "string") return Buffer.byteLength(content);
  if (Buffer.isBuffer(content)) return content.length;
  return "length" in content ? byteLength(content) : STREAM_START;
}

/** An upper bound of `lengthOf`, without reading a string: UTF-8 has at most 3 bytes per UTF-16 code unit. */
function maxLengthOf(content: SerializedResponse["content"]): number {
  return typeof content === "string" ? content.length * 3 : lengthOf(content);
}

/** Passes chunks through, and reports how many bytes of them are in memory. */
async function* counted<Chunk extends string | Buffer>(
  chunks: AsyncIterable<Chunk>,
  report: (bytes: number) => void,
): AsyncIterable<Chunk> {
  const lengths: number[] = [];
  for await (const chunk of chunks) {
    lengths.push(Buffer.byteLength(chunk));
    if (lengths.length > CHUNKS_IN_MEMORY) lengths.shift();
    report(lengths.reduce((sum, length) => sum + length, 0));
    yield chunk;
  }
}
