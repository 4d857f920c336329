import type { GetFailure, GetOptions, GetResult } from "../network/get.ts";
import type { ReaderOptions } from "./reader.ts";
import { MAX_ROBOTS, type Robots } from "./robots.ts";

/** Maximum milliseconds of a request. */
const TIMEOUT_MS = 10_000;

/** Why a link could not be checked, or why there was no response, or the HTTP status of the response. */
export type Seen = number | GetFailure;

/**
 * What a check of a link found. `works`: something is there; `gone`: the server says that nothing is; `failed`: there may
 * be nothing, or the server has a problem; `unknown`: the host, or the network of this server, does not allow checks.
 */
export type Finding =
  | { readonly kind: "works" | "gone"; readonly seen: number }
  | { readonly kind: "failed"; readonly seen: Seen }
  | { readonly kind: "unknown" };

export interface CheckOptions extends ReaderOptions {
  readonly robots: Robots;
  /** Sends a request to a host when it is its turn. */
  readonly inTurn: InTurn;
  readonly signal?: AbortSignal;
}

export type InTurn = (address: URL, request: () => Promise<GetResult>) => Promise<GetResult>;

/**
 * Checks whether something is at an http or https address that a stranger chose, or where it redirects to: by HEAD, and
 * by GET where the response to that is no proof. Each address is requested only if the `robots.txt` of its host allows
 * it. Rejects only with the reason of the signal, and as `inTurn` does.
 */
export async function checkLink(address: URL, options: CheckOptions): Promise<Finding> {
  const send = async (target: URL, wanted: Wanted) => {
    const got = await options.inTurn(target, () => request(target, wanted, options));
    options.signal?.throwIfAborted();
    return got;
  };
  let target = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const permission = await options.robots.permissionFor(target, (source) => send(source, ROBOTS));
    if (permission === "disallowed") return { kind: "unknown" };
    if (permission !== "allowed") return toFinding(permission);
    const head = await send(target, HEAD);
    const got = isProof(head) ? head : await send(target, GET);
    if ("failure" in got || got.redirect === undefined) return toFinding(got);
    target = got.redirect;
  }
  return { kind: "failed", seen: "redirects" };
}

/** Redirects of a link, as `get` follows them. */
const MAX_REDIRECTS = 5;

type Wanted = Pick<GetOptions, "method" | "follows" | "maxBytes" | "wants">;

/** A body is not read, but some servers send one with a response to HEAD. */
const HEAD: Wanted = { method: "HEAD", follows: false, maxBytes: 64 * 1024, wants: () => false };
const GET: Wanted = { ...HEAD, method: "GET" };

const ROBOTS: Wanted = { maxBytes: MAX_ROBOTS, wants: ({ status }) => status >= 200 && status < 300 };

/** Loaded when needed, as in `readPage`. */
async function request(target: URL, wanted: Wanted, options: CheckOptions) {
  const { userAgent, reach, proxy, signal } = options;
  const { get } = await import("../network/get.ts");
  return get(target, { accept: "*/*", userAgent, timeout: TIMEOUT_MS, reach, proxy, signal, ...wanted });
}

/** Whether the response to HEAD says what that to GET would say, as far as is known. */
function isProof(head: GetResult): boolean {
  if ("failure" in head) return /^(?:dns|address|timeout|certificate)$/.test(head.failure);
  return head.status < 400 || head.status === 404 || head.status === 410 || head.status === 429;
}

function toFinding(got: { readonly status: number } | { readonly failure: GetFailure }): Finding {
  if ("failure" in got) return got.failure === "address" ? { kind: "unknown" } : { kind: "failed", seen: got.failure };
  const { status: seen } = got;
  if (seen === 404 || seen === 410) return { kind: "gone", seen };
  // Behind a login there is something.
  return { kind: seen < 400 || seen === 401 || seen === 403 ? "works" : "failed", seen };
}
