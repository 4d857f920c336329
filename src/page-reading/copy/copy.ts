import { performance } from "node:perf_hooks";
import { Failure } from "#contract/failure";
import { runIsolated, StoppedFromOutside } from "../../isolated/processes.ts";
import type { Got } from "../../network/get.ts";
import { bodyOf, type ReaderOptions } from "../reader.ts";
import type { Kind } from "./css.ts";
import type { CopyInput, CopyOutput, Part, Resource } from "./work.ts";

const WORK = new URL("./work.ts", import.meta.url);

/** Maximum bytes of a copy. */
export const MAX_COPY = 20 * 1024 * 1024;

/** Maximum bytes of what a page shows: each, and all together, which base64 makes a third longer. */
const MAX_RESOURCE = 10 * 1024 * 1024;
const MAX_RESOURCES = 15 * 1024 * 1024;

/** Maximum pictures, fonts and style sheets. */
const MAX_COUNT = 200;

/** Milliseconds for all of them, for one of them, and for parsing the page each time. */
const MAX_GETTING = 45_000;
const MAX_GET = 10_000;
const MAX_PARSING = 10_000;

/** Bytes up to which a page and what it shows leave the heap of a process small, so that the process is used again. */
const SMALL = 1024 * 1024;

/** Requests at a time. They are as many as a browser would send for the page. */
const AT_A_TIME = 6;

/** How often style sheets may import others. */
const MAX_ROUNDS = 5;

/** `title` is that of the page; empty without one. */
export type CopyResult =
  | { readonly html: Uint8Array; readonly title: string }
  | { readonly failure: "failed" | "too-large" };

/** How the parts of a page are read. */
export interface CopyOptions extends ReaderOptions {
  /** Ends the work early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a copy of a page that was read: one file without scripts, with its pictures, styles and fonts. What can't be read
 * is left out. Rejects only with the reason of the signal, or with `unavailable` if the process that parses was stopped.
 */
export async function makeCopy(page: Part, options: CopyOptions): Promise<CopyResult> {
  const parts = new PageParts(options);
  let output = await run({ page, resources: [], maxBytes: MAX_COPY }, options.signal);
  for (let round = 0; round < MAX_ROUNDS && output !== undefined; round++) {
    const styles = output.missing.filter(([address, kind]) => kind === "style" && !parts.knows(address));
    if (styles.length === 0) break;
    await parts.add(styles);
    output = await run({ page, resources: parts.styles, maxBytes: MAX_COPY }, options.signal);
  }
  if (output === undefined) return { failure: "failed" };
  await parts.add(output.missing.filter(([address, kind]) => kind !== "style" && !parts.knows(address)));
  if (parts.all.length > 0) output = await run({ page, resources: parts.all, maxBytes: MAX_COPY }, options.signal);
  return resultOf(output);
}

/** Cleans a copy that a client has made of a page. Reads nothing else. */
export async function cleanCopy(page: Part, signal?: AbortSignal): Promise<CopyResult> {
  return resultOf(await run({ page, resources: [], maxBytes: MAX_COPY }, signal));
}

function resultOf(output: CopyOutput | undefined): CopyResult {
  if (output === undefined) return { failure: "failed" };
  const { html, title } = output;
  return html === undefined ? { failure: "too-large" } : { html, title };
}

/** Undefined if the page can't be parsed, or not in time. */
async function run(input: CopyInput, signal: AbortSignal | undefined): Promise<CopyOutput | undefined> {
  try {
    const bytes = [input.page, ...input.resources].reduce((sum, part) => sum + part.bytes.length, 0);
    const options = { timeout: MAX_PARSING, endsProcess: bytes > SMALL, ...(signal && { signal }) };
    return await runIsolated<CopyOutput>(WORK, input, options);
  } catch (cause) {
    signal?.throwIfAborted();
    if (!(cause instanceof StoppedFromOutside)) return undefined;
    const message = "The copy could not be made. Try again in a moment.";
    throw new Failure("unavailable", message, { reason: "copy-not-made", retryAfter: 1, cause });
  }
}

/** What a page shows, read within the limits of all of it. */
class PageParts {
  readonly #options: CopyOptions;
  readonly #end = performance.now() + MAX_GETTING;
  readonly #asked = new Set<string>();
  readonly #found: Resource[] = [];
  #bytesLeft = MAX_RESOURCES;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get all(): readonly Resource[] {
    return this.#found;
  }

  get styles(): readonly Resource[] {
    return this.#found.filter(({ type }) => type === "text/css");
  }

  knows(address: string): boolean {
    return this.#asked.has(address);
  }

  /** Reads what is at these addresses, as far as the limits allow. */
  async add(wanted: CopyOutput["missing"]): Promise<void> {
    const left = wanted.slice(0, MAX_COUNT - this.#asked.size);
    for (const [address] of left) this.#asked.add(address);
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await this.#get(...next);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    this.#options.signal?.throwIfAborted();
  }

  async #get(asked: string, kind: Kind): Promise<void> {
    const { userAgent, reach, proxy, signal } = this.#options;
    const timeout = Math.min(MAX_GET, this.#end - performance.now());
    if (timeout <= 0 || this.#bytesLeft <= 0) return;
    const { get } = await import("../../network/get.ts");
    const maxBytes = Math.min(MAX_RESOURCE, this.#bytesLeft);
    const wants = (response: Pick<Got, "status" | "headers">) => typeOf(response, kind) !== undefined;
    const options = { accept: ACCEPTED[kind], userAgent, reach, proxy, signal, timeout, maxBytes, wants };
    const got = await get(new URL(asked), options);
    const type = "failure" in got ? undefined : typeOf(got, kind);
    if ("failure" in got || type === undefined || got.body.length > this.#bytesLeft) return;
    this.#bytesLeft -= got.body.length;
    this.#found.push({ asked, type, ...bodyOf(got) });
  }
}

const ACCEPTED: Readonly<Record<Kind, string>> = {
  style: "text/css",
  picture: "image/*",
  font: "font/*,application/font-woff2,application/font-woff",
};

const TYPES: Readonly<Record<Kind, RegExp>> = {
  style: /^text\/css$/,
  picture: /^image\/[a-z0-9.+-]+$/,
  font: /^(?:font\/[a-z0-9.+-]+|application\/(?:x-)?font-[a-z0-9.+-]+|application\/(?:octet-stream|vnd\.ms-fontobject))$/,
};

/** The media type of a response; undefined if it is not what the page wants there. */
function typeOf({ status, headers }: Pick<Got, "status" | "headers">, kind: Kind): string | undefined {
  const [name = ""] = (headers["content-type"] ?? "").split(";");
  const type = name.trim().toLowerCase();
  return status === 200 && TYPES[kind].test(type) ? type : undefined;
}
