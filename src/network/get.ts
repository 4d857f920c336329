import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { failureOf, type RequestFailure } from "./failures.ts";
import { OutgoingError, type Reach, type Response, request } from "./request.ts";

/** Why there is no response: `size`: its body is too large; `redirects`: they are too many, or lead to no web page. */
export type GetFailure = RequestFailure | "size" | "redirects";

/** A response that is no redirect, unless the caller follows redirects itself. */
export interface Got {
  /** The URL that sent it, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed; empty if it was not wanted. */
  readonly body: Buffer;
  /** Where a redirect leads that was not followed. */
  readonly redirect?: URL;
}

/** `cause` is for a log. */
export type GetResult = Got | { readonly failure: GetFailure; readonly cause?: unknown };

export interface GetOptions {
  /** `HEAD` asks for the headers alone; by default `GET`. */
  readonly method?: "GET" | "HEAD";
  readonly accept: string;
  readonly userAgent: string;
  /** Maximum milliseconds in all, redirects included. */
  readonly timeout: number;
  /** Whether redirects are followed; by default they are. */
  readonly follows?: boolean;
  /** Ends the request early; the result is then a `connection` failure. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum bytes of the body, as it is sent and decompressed. */
  readonly maxBytes: number;
  /** Whether the body of a response is read. */
  readonly wants: (response: Pick<Response, "status" | "headers">) => boolean;
  readonly reach: Reach;
  readonly proxy?: URL | undefined;
}

const MAX_REDIRECTS = 5;

/** Bytes of chunk framing and trailers beside a body. */
const FRAMING_BYTES = 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

class GetError extends Error {
  readonly failure: "size" | "redirects";

  constructor(failure: GetError["failure"]) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Gets a URL that a stranger chose: follows up to 5 redirects, each within `reach`, and decompresses the body within
 * its limit. Sends no cookies and no credentials. Never rejects.
 */
export async function get(url: URL, options: GetOptions): Promise<GetResult> {
  try {
    return await follow(url, options);
  } catch (error) {
    return error instanceof GetError ? { failure: error.failure } : failureOf(error);
  }
}

async function follow(start: URL, options: GetOptions): Promise<Got> {
  assertWeb(start);
  const end = performance.now() + options.timeout;
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(url, options, end - performance.now());
    const { status, headers } = response;
    if (!REDIRECTS.has(status)) return { url, status, headers, body: await bodyOf(response, options) };
    response.body.destroy();
    const target = targetOf(headers.location, url);
    if (options.follows === false) return { url, status, headers, body: Buffer.alloc(0), redirect: target };
    url = target;
  }
  throw new GetError("redirects");
}

async function send(url: URL, options: GetOptions, timeLeft: number): Promise<Response> {
  const { method = "GET", accept, userAgent, signal, maxBytes, reach, proxy } = options;
  if (timeLeft <= 0) throw new OutgoingError("timeout", "The redirects took too long.");
  return request(withoutCredentials(url), {
    method,
    headers: { "user-agent": userAgent, accept, "accept-encoding": "gzip, br" },
    timeout: timeLeft,
    maxBytes: maxBytes + FRAMING_BYTES,
    signal,
    reach,
    proxy,
  });
}

function assertWeb({ protocol }: URL): void {
  if (!/^https?:$/.test(protocol)) throw new GetError("redirects");
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

/** Where a redirect leads. Node reads header fields as Latin-1; servers send UTF-8. */
function targetOf(location: string | undefined, base: URL): URL {
  const target = location === undefined ? null : URL.parse(Buffer.from(location, "latin1").toString(), base.href);
  if (target === null) throw new GetError("redirects");
  assertWeb(target);
  if (target.hash === "") target.hash = base.hash;
  return target;
}

async function bodyOf(response: Response, { wants, maxBytes }: GetOptions): Promise<Buffer> {
  const { body, headers } = response;
  try {
    if (!wants(response)) return Buffer.alloc(0);
    if (Number(headers["content-length"]) > maxBytes) throw new GetError("size");
    return await decompressed(body, headers["content-encoding"]?.trim().toLowerCase() ?? "identity", maxBytes);
  } finally {
    body.destroy();
  }
}

async function decompressed(body: IncomingMessage, encoding: string, maxBytes: number): Promise<Buffer> {
  if (body.errored !== null) throw body.errored;
  const decoder = decoderOf(encoding);
  // `pipeline` would wait for the end of a response of which too much has arrived.
  body.on("error", (error) => decoder.destroy(error)).pipe(decoder);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoder) {
    size += chunk.length;
    if (size > maxBytes) throw new GetError("size");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoderOf(encoding: string) {
  if (encoding === "identity" || encoding === "") return new PassThrough();
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  throw new OutgoingError("response", "The body has an encoding that was not asked for.");
}
