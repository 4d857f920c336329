import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { etagOf, etagOfParts, matchesEtag } from "./etag.ts";
import { byteLength, type JsonText, toJsonText } from "./json.ts";

/** What a handler gives back. */
export interface HandlerResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, of the type that is given; everything else as JSON. */
  readonly body?: unknown;
  readonly type?: string;
  /** Of a thing that has more to it than the body shows: rises with every change, and its entity tag with it. */
  readonly version?: number;
}

/** An answer to a `GET`, ready to be sent to whoever may read it. */
export interface Representation {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: JsonText | Buffer;
}

/** The content type of everything that the APIs answer. */
export const JSON_TYPE = "application/json; charset=utf-8";

type Headers = Readonly<Record<string, string>>;

const NO_HEADERS: Headers = {};

/**
 * Sends an answer: batches as a stream, everything else with its length and, to a `GET`, with its entity tag or as 304. Gives back what it has sent
 * to a `GET`, unless that was a stream.
 */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers = NO_HEADERS, body, type = JSON_TYPE, version }: HandlerResponse,
): Promise<Representation | undefined> {
  if (isAsyncIterable(body)) {
    const batches = request.method === "HEAD" ? [] : jsonArray(body);
    reply.code(status).headers(headers).type(JSON_TYPE).send(Readable.from(batches));
    return undefined;
  }
  if (body === undefined) {
    reply.code(status).headers(headers).send();
    return undefined;
  }
  const text = Buffer.isBuffer(body) ? body : await toJsonText(body);
  if (!isReading(request)) {
    send(reply, status, { ...headers, "content-type": type }, text);
    return undefined;
  }
  const besides = { ...headers, version };
  const etag = isWhole(text) ? etagOf(text, besides) : await etagOfParts(text, besides);
  const representation = { status, headers: { ...headers, "content-type": type, etag }, text };
  sendRepresentation(request, reply, representation);
  return representation;
}

/** Sends what answers a `GET`, or 304 to a client that has it already. */
export function sendRepresentation(
  { headers: { "if-none-match": known } }: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
): void {
  if (isNotModified(representation, known)) reply.code(304).headers(unchanged(representation.headers)).send();
  else send(reply, representation.status, representation.headers, representation.text);
}

/** Whether a client that sends this `If-None-Match` has it already. */
export function isNotModified({ headers: { etag = "" } }: Representation, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag);
}

function send(reply: FastifyReply, status: number, headers: Headers, text: JsonText | Buffer): void {
  reply.code(status).headers(headers);
  if (isWhole(text)) reply.send(text);
  else reply.header("content-length", byteLength(text)).send(Readable.from(text));
}

/** What a 304 repeats of the header fields (RFC 9110, section 15.4.5). */
export function unchanged(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(etag|cache-control)$/i.test(name)));
}

export function isWhole(text: JsonText | Buffer): text is string | Buffer {
  return typeof text === "string" || Buffer.isBuffer(text);
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
