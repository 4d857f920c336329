import { transcode } from "node:buffer";
import { etagOf } from "./etag.ts";
import { JSON_TYPE, type JsonText, jsonArrayOf, toJsonText } from "./json.ts";
import { inChunks } from "./text-chunks.ts";

type Headers = Readonly<Record<string, string>>;

/** What a handler returns. */
export interface HandlerResponse {
  readonly status: number;
  readonly headers?: Headers;
  /**
   * A Buffer is sent unchanged, with the content type `type`; an async iterable of strings or Buffers with
   * that type; an async iterable of batches as one JSON array; anything else as JSON.
   */
  readonly body?: unknown;
  readonly type?: string;
  /** Included in the entity tag, so that changes which the body does not show also change the tag. */
  readonly version?: number;
}

/** A serialised response, the same for every client that may read it. */
export interface SerializedResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Headers;
  /** Long texts are encoded, very long ones in parts; an async iterable is streamed. */
  readonly content: string | Buffer | readonly Buffer[] | AsyncIterable<string | Buffer> | undefined;
}

const NO_HEADERS: Headers = {};

/** Maximum length of a text that is sent as a string: together with the header, in one write. */
const MAX_TEXT_LENGTH = 4096;

/**
 * Serialises a handler's response. With `hasEtag` it gets an entity tag unless streamed. Header
 * fields of the handler's response override `defaults`.
 */
export async function serialize(
  hasEtag: boolean,
  { status, headers: given, body, type = JSON_TYPE, version }: HandlerResponse,
  defaults: Headers = NO_HEADERS,
): Promise<SerializedResponse> {
  const headers = given === undefined ? defaults : { ...defaults, ...toLowerCase(given) };
  if (body === undefined) return { status, headers, content: undefined };
  if (isIterable(body)) {
    const content = type === JSON_TYPE ? jsonArrayOf(body) : partsOf(body, type);
    return { status, headers: { ...headers, "content-type": type }, content };
  }
  const content = Buffer.isBuffer(body) ? body : encodeIfLong(await toJsonText(body));
  if (!hasEtag) return { status, headers: { ...headers, "content-type": type }, content };
  const etag = await etagOf(content, { ...given, version });
  return { status, headers: { ...headers, "content-type": type, etag }, content };
}

/** The parts of a stream of another type than JSON: chunks of text, or Buffers as they are. */
function partsOf(body: AsyncIterable<unknown>, type: string): AsyncIterable<string | Buffer> {
  // Casts: the types of handlers allow only strings for texts, and only Buffers for other types.
  return type.startsWith("text/") ? inChunks(body as AsyncIterable<string>) : (body as AsyncIterable<Buffer>);
}

/** A character beyond Latin-1. */
const WIDE = /[\u0100-\uffff]/;

/**
 * Encodes a long text once, instead of for its tag, its length and each time that it is sent. V8 is slow to encode a
 * text with a wide character; `transcode` is not. JSON has no unpaired surrogates, which `transcode` would reject.
 */
function encodeIfLong(text: JsonText): JsonText | Buffer {
  if (typeof text !== "string" || text.length <= MAX_TEXT_LENGTH) return text;
  return WIDE.test(text) ? transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8") : Buffer.from(text);
}

function toLowerCase(headers: Headers): Headers {
  const lowerCased: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) lowerCased[name.toLowerCase()] = value;
  return lowerCased;
}

/** Whether a body is streamed. */
export function isIterable(body: unknown): body is AsyncIterable<readonly unknown[]> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Reads the first part of a streamed body, so that an error of its source is thrown now. */
export async function withStartedStream(response: HandlerResponse): Promise<HandlerResponse> {
  const { body } = response;
  if (!isIterable(body)) return response;
  const iterator: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  return { ...response, body: resumed(iterator, await iterator.next()) };
}

async function* resumed(iterator: AsyncIterator<unknown>, first: IteratorResult<unknown>) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
