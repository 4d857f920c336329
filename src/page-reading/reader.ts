import { performance } from "node:perf_hooks";
import { Failure } from "#contract/failure";
import { FairSlots } from "#contract/fair-slots";
import type { ItemType } from "../database/schema/items.ts";
import { runIsolated, StoppedFromOutside } from "../isolated/processes.ts";
import type { GetFailure, GetOptions, Got } from "../network/get.ts";
import type { Reach } from "../network/request.ts";
import { cleanAddress } from "./clean.ts";
import type { Body, Extract } from "./extract.ts";
import { type Article, merged, NO_FACTS, type Page, type PageFacts, type PageFailure } from "./page.ts";

const EXTRACT = new URL("./extract.ts", import.meta.url);
const ARTICLE = new URL("./article.ts", import.meta.url);

/** Maximum milliseconds for finding the readable text of a page. */
const ARTICLE_TIMEOUT_MS = 20_000;

/** Maximum bytes of a page, and of its description in JSON. */
const MAX_HTML = 8 * 1024 * 1024;
const MAX_OEMBED = 256 * 1024;

/** Pages that are parsed at a time: each takes milliseconds, and a process of 80 MB. */
const MAX_PARSING = 2;

const parsing = new FairSlots({
  slots: MAX_PARSING,
  perCaller: MAX_PARSING,
  waiting: 1_000,
  waitingPerCaller: 1_000,
  what: "pages",
  limit: "lists",
});

const NEVER = new AbortController().signal;

/** Maximum seconds that a server may ask to wait. */
const MAX_RETRY_AFTER = 24 * 60 * 60;

const ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.5";

export interface ReaderOptions {
  /** Names this server. */
  readonly userAgent: string;
  /** Which hosts may be read. */
  readonly reach: Reach;
  readonly proxy?: URL | undefined;
}

export interface ReadOptions {
  /** Maximum milliseconds for what the page says of itself. */
  readonly timeout: number;
  /** Ends the reading early. */
  readonly signal?: AbortSignal;
  /** Whether the readable text of the page is wanted too, which may take 20 seconds more. */
  readonly wantsArticle?: boolean;
}

/** A page as it was sent. */
export type Source = Omit<Body, "kind">;

/** `source` is undefined unless the page is HTML. */
export type Reading = { readonly page: Page; readonly source?: Source } | { readonly failure: PageFailure };

/**
 * Reads the page at an http or https address that a stranger chose. Never rejects because of the page or its server;
 * rejects with `unavailable` if the process that parses it was stopped, and with the reason of the signal.
 */
export async function readPage(address: URL, options: ReaderOptions & ReadOptions): Promise<Reading> {
  const end = performance.now() + options.timeout;
  const request = requestOf(options, { accept: ACCEPT, maxBytes: MAX_HTML, wants: isReadableHtml });
  const got = await get(address, { ...request, timeout: options.timeout });
  options.signal?.throwIfAborted();
  if ("failure" in got) return { failure: { kind: FAILURES[got.failure] } };
  const failure = failureOfStatus(got);
  if (failure !== undefined) return { failure };
  const type = typeOfContent(got.headers["content-type"]);
  const url = got.url.href;
  if (type !== "html")
    return { page: { ...NO_FACTS, type, picture: type === "image" ? cleanAddress(url, url) : "", address: url } };
  const timeLeft = () => end - performance.now();
  const extract = await extracted({ ...bodyOf(got), kind: "html" }, timeLeft(), options.signal);
  if (extract === undefined) return { failure: { kind: timeLeft() > 0 ? "not-readable" : "too-slow" } };
  const page = { ...(await withOembed(extract, options, timeLeft)), address: url };
  const source = bodyOf(got);
  if (options.wantsArticle !== true) return { page, source };
  // In a call of its own, so that a page whose text can't be found in time still has facts.
  const body = { ...source, kind: "html" } as const;
  const article = await runFor<Article>(ARTICLE, body, ARTICLE_TIMEOUT_MS, options.signal);
  return { page: { ...page, ...(article !== undefined && { article }) }, source };
}

/** Loaded when needed: many servers have long been running by then. */
async function get(url: URL, options: GetOptions) {
  return (await import("../network/get.ts")).get(url, options);
}

function requestOf(
  { userAgent, reach, proxy, signal }: ReaderOptions & ReadOptions,
  wanted: Pick<GetOptions, "accept" | "maxBytes" | "wants">,
): Omit<GetOptions, "timeout"> {
  return { userAgent, signal, proxy, reach, ...wanted };
}

const FAILURES: Readonly<Record<GetFailure, Exclude<PageFailure["kind"], "gone" | "refused" | "later">>> = {
  address: "blocked",
  dns: "unreachable",
  connection: "unreachable",
  certificate: "unreachable",
  timeout: "too-slow",
  size: "too-large",
  redirects: "not-readable",
  response: "not-readable",
};

function failureOfStatus({ status, headers }: Got): PageFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 404 || status === 410) return { kind: "gone", status };
  if (status === 429 || status >= 500)
    return { kind: "later", status, retryAfter: retryAfterOf(headers["retry-after"]) };
  return status >= 400 ? { kind: "refused", status } : { kind: "not-readable" };
}

/** The seconds of a `Retry-After`, which is a number or a time; at most a day. */
export function retryAfterOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER);
}

const CONTENT_TYPES: readonly (readonly [ItemType | "html", RegExp])[] = [
  ["html", /^(?:text\/html|application\/xhtml\+xml|)$/],
  ["image", /^image\//],
  ["video", /^video\//],
  ["audio", /^(?:audio\/|application\/ogg$)/],
  [
    "document",
    /^(?:text\/(?:plain|markdown|rtf)$|application\/(?:pdf|epub\+zip|msword|rtf|vnd\.(?:openxmlformats|oasis|ms-)))/,
  ],
];

/** What a content type is: HTML, which is read, or what an item with it is. */
function typeOfContent(header = ""): ItemType | "html" {
  const [name = ""] = header.split(";");
  return CONTENT_TYPES.find(([, pattern]) => pattern.test(name.trim().toLowerCase()))?.[0] ?? "link";
}

function isReadableHtml({ status, headers }: Pick<Got, "status" | "headers">): boolean {
  return status >= 200 && status < 300 && typeOfContent(headers["content-type"]) === "html";
}

/** The body of a response, with what is known of it. */
export function bodyOf({ url, headers, body }: Got): Omit<Body, "kind"> {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers["content-type"] ?? "") ?? [];
  return { bytes: body, charset, address: url.href };
}

/** What a body says; undefined if it can't be parsed in time. */
function extracted(body: Body, timeout: number, signal?: AbortSignal): Promise<Extract | undefined> {
  return runFor<Extract>(EXTRACT, body, timeout, signal);
}

/** What a task makes of a body; undefined if it fails or takes too long. */
async function runFor<T>(task: URL, body: Body, timeout: number, signal?: AbortSignal): Promise<T | undefined> {
  try {
    const options = { timeout: Math.max(0, timeout), ...(signal && { signal }) };
    return await parsing.run(
      "",
      () => signal ?? NEVER,
      () => runIsolated<T>(task, body, options),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    if (!(cause instanceof StoppedFromOutside)) return undefined;
    const message = "The page could not be read. Try again in a moment.";
    throw new Failure("unavailable", message, { reason: "page-not-read", retryAfter: 1, cause });
  }
}

/** Adds what the description of the page in JSON says, if the page leaves out what it may say. */
async function withOembed(
  { facts, oembed }: Extract,
  options: ReaderOptions & ReadOptions,
  timeLeft: () => number,
): Promise<PageFacts> {
  const isComplete = facts.title !== "" && facts.picture !== "" && facts.author !== "" && facts.type !== "link";
  if (oembed === "" || isComplete) return facts;
  const wants = ({ status }: Pick<Got, "status">) => status === 200;
  const request = requestOf(options, { accept: "application/json", maxBytes: MAX_OEMBED, wants });
  const got = await get(new URL(oembed), { ...request, timeout: timeLeft() });
  options.signal?.throwIfAborted();
  if ("failure" in got || got.status !== 200) return facts;
  const extract = await extracted({ ...bodyOf(got), kind: "oembed" }, timeLeft(), options.signal);
  return extract === undefined ? facts : merged(facts, extract.facts);
}
