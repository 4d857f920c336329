import { runIsolated } from "../isolated/processes.ts";
import type { GetFailure, GetResult } from "../network/get.ts";
import type { RobotsQuestion } from "./robots-rules.ts";

const RULES = new URL("./robots-rules.ts", import.meta.url);

/** Maximum bytes of a `robots.txt`; RFC 9309 wants at least this. */
export const MAX_ROBOTS = 500 * 1024;

/** How long a `robots.txt` is cached, in milliseconds, as RFC 9309 recommends. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Maximum characters of all cached files, and maximum hosts. */
const MAX_CACHED_CHARACTERS = 4 * 1024 * 1024;
const MAX_CACHED_HOSTS = 10_000;

/** Milliseconds in which a file must be matched. */
const TIMEOUT_MS = 2_000;

/** The name by which a `robots.txt` addresses this server. */
const AGENT = "Triptych";

/** The content of a `robots.txt`; undefined if nothing may be requested, because the host does not say. */
type Rules = string | undefined;

interface Cached {
  readonly rules: Rules;
  readonly expiresAt: number;
}

/** What the host's rules say about an address; `failure`: the host can't be reached. */
export type Permission = "allowed" | "disallowed" | { readonly failure: GetFailure };

/** Says what the `robots.txt` of hosts allow, by RFC 9309. Caches the files in memory for a day. */
export class Robots {
  readonly #clock: () => number;
  readonly #cache = new Map<string, Cached>();
  #characters = 0;
  /** Ends when no rules are being matched: one process at a time is enough. */
  #matching: Promise<unknown> = Promise.resolve();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Whether the server may request an address. `fetchRules` requests a `robots.txt` of at most `MAX_ROBOTS` bytes. */
  async permissionFor(address: URL, fetchRules: (source: URL) => Promise<GetResult>): Promise<Permission> {
    const source = new URL("/robots.txt", address);
    const cached = this.#find(source.origin);
    if (cached !== undefined) return this.#match(cached.rules, source, address);
    const got = await fetchRules(source);
    if ("failure" in got && UNREACHABLE.has(got.failure)) return { failure: got.failure };
    const rules = rulesOf(got);
    this.#add(source.origin, rules);
    return this.#match(rules, source, address);
  }

  #match(rules: Rules, source: URL, address: URL): Promise<"allowed" | "disallowed"> {
    const matched = this.#matching.then(() => isAllowed(rules, source, address));
    this.#matching = matched;
    return matched;
  }

  #find(origin: string): Cached | undefined {
    const cached = this.#cache.get(origin);
    if (cached === undefined || this.#clock() < cached.expiresAt) return cached;
    this.#delete(origin);
    return undefined;
  }

  #add(origin: string, rules: Rules): void {
    this.#delete(origin);
    this.#cache.set(origin, { rules, expiresAt: this.#clock() + LIFETIME_MS });
    this.#characters += rules?.length ?? 0;
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MAX_CACHED_HOSTS && this.#characters <= MAX_CACHED_CHARACTERS) return;
      this.#delete(oldest);
    }
  }

  #delete(origin: string): void {
    this.#characters -= this.#cache.get(origin)?.rules?.length ?? 0;
    this.#cache.delete(origin);
  }
}

/** Failures that are those of every address of the host. */
const UNREACHABLE: ReadonlySet<GetFailure> = new Set(["dns", "connection", "certificate", "timeout", "address"]);

/** Without a file everything is allowed; nothing is while the host can't say, or says too much. */
function rulesOf(got: GetResult): Rules {
  if ("failure" in got) return got.failure === "redirects" ? "" : undefined;
  if (got.status >= 200 && got.status < 300) return got.body.toString();
  return got.status === 429 || got.status >= 500 ? undefined : "";
}

async function isAllowed(rules: Rules, source: URL, address: URL): Promise<"allowed" | "disallowed"> {
  if (rules === undefined) return "disallowed";
  if (rules === "") return "allowed";
  const question: RobotsQuestion = { text: rules, source: source.href, address: address.href, agent: AGENT };
  // Rules that take too long to match allow nothing.
  const allows = await runIsolated<boolean>(RULES, question, { timeout: TIMEOUT_MS }).catch(() => false);
  return allows ? "allowed" : "disallowed";
}
