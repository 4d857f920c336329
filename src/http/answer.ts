import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { etagOf, etagOfParts, isNamed } from "./etag.ts";
import { byteLength, toJsonText } from "./json-text.ts";

/** What a handler gives back. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, of the type that is given; everything else as JSON. */
  readonly body?: unknown;
  readonly type?: string;
  /** Of a thing that has more to it than the body shows: rises with every change, and its entity tag with it. */
  readonly version?: number;
}

/** The content type of everything that the APIs answer. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends an answer: batches as a stream, everything else with its length and, to a `GET`, with its entity tag or as 304. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers = {}, body, type = JSON_TYPE, version }: Answer,
): Promise<FastifyReply> {
  if (isAsyncIterable(body)) {
    const batches = request.method === "HEAD" ? [] : jsonArray(body);
    return reply.code(status).headers(headers).type(JSON_TYPE).send(Readable.from(batches));
  }
  if (body === undefined) return reply.code(status).headers(headers).send();

  const text = Buffer.isBuffer(body) ? body : await toJsonText(body);
  const isWhole = typeof text === "string" || Buffer.isBuffer(text);
  if (isReading(request)) {
    const besides = { ...headers, version };
    const etag = isWhole ? etagOf(text, besides) : await etagOfParts(text, besides);
    reply.header("etag", etag);
    if (isNamed(request.headers["if-none-match"], etag)) return reply.code(304).headers(caching(headers)).send();
  }
  reply.code(status).headers(headers).type(type);
  if (isWhole) return reply.send(text);
  return reply.header("content-length", byteLength(text)).send(Readable.from(text));
}

/** What a 304 repeats of the header fields (RFC 9110, section 15.4.5). */
function caching(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() === "cache-control"));
}

function isReading({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function isAsyncIterable(body: unknown): body is AsyncIterable<readonly unknown[]> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** The text of one JSON array out of the batches of its items. */
async function* jsonArray(batches: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let opening = "[";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield opening + JSON.stringify(batch).slice(1, -1);
    opening = ",";
  }
  yield opening === "[" ? "[]" : "]";
}
