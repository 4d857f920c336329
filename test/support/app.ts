import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import type { OnCached } from "#contract/cache/fast-path";
import { DEFAULT_PACE, type UploadPace } from "#contract/request/upload-progress";
import type { Violation } from "#contract/response/conformance";
import { assertNoSecrets, trackBodySecrets, trackHeaderSecrets } from "../../harness/canary.ts";
import type { TokenService } from "../../src/accounts/tokens.ts";
import { type Context, openContext, type Replacements } from "../../src/context/context.ts";
import { createApp } from "../../src/server/app.ts";
import { createLogger } from "../../src/server/logger.ts";
import { readConfig } from "../../src/settings/config.ts";
import { nameCachedLoad, takeUndeclaredReads } from "./cached-reads.ts";
import { openTestDatabase } from "./databases.ts";
import { recorder } from "./proof.ts";

/** Parts of a request. */
export interface SendOptions {
  /** A login token, sent as `auth-token`. */
  readonly token?: string | undefined;
  /** An API key, sent as `X-Auth-Token`. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings and bytes are sent unchanged, anything else as JSON. The default `Content-Type` is always JSON. */
  readonly body?: unknown;
}

/** A complete response. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** JSON is parsed; other content is text. */
  readonly body: unknown;
}

export type Send = (method: string, path: string, options?: SendOptions) => Promise<Received>;

/** A server for one test, with its own database and a clock that the test controls. */
export interface TestApp {
  /** The URL of the server, without a trailing slash. */
  readonly base: string;
  readonly server: Server;
  readonly context: Context;
  readonly send: Send;
  /** Issues login tokens to accounts. */
  readonly tokens: TokenService;
  readonly advanceClock: (milliseconds: number) => void;
  /** The responses that violate the contract. If any are left when the test ends, it fails; remove those it expects. */
  readonly violations: Violation[];
  /** The log, one entry per line. */
  readonly log: readonly string[];
}

/** Replacements for parts of the server, and additions to it. */
export interface Changes extends Replacements {
  readonly extend?: (app: FastifyInstance) => void;
  readonly stopping?: AbortSignal;
  readonly uploadPace?: UploadPace;
  readonly metricsInterval?: number;
  readonly onCached?: OnCached;
}

/**
 * Defaults for tests. The limits are too high to be reached: in most tests the clock stands still, so
 * that counts of requests would never be reset. No page of the internet is read.
 */
const DEFAULTS = {
  CONFORMANCE_SHARE: "1",
  BASE_URL: "http://triptych.test",
  COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
  REGISTRATIONS_PER_HOUR: "1000000000",
  FETCH_LINKS: "off",
};

/**
 * Starts a server with these settings, and stops it when the test ends. Every response is checked
 * against the contract: violations fail the test, and so do secrets in the log.
 */
export async function openApp(
  t: Test,
  settings: Readonly<Record<string, string>> = {},
  {
    extend = () => {},
    stopping = new AbortController().signal,
    uploadPace = DEFAULT_PACE,
    metricsInterval,
    onCached,
    ...replacements
  }: Changes = {},
): Promise<TestApp> {
  let now = Date.UTC(2026, 0, 1, 12);
  const violations: Violation[] = [];
  const log: string[] = [];
  const config = readConfig({ ...DEFAULTS, ...settings });
  const database = replacements.database ?? (await openTestDatabase(t));
  const context = await openContext(config, { clock: () => now, ...replacements, database });
  const app = await createApp(context, {
    logger: createLogger("info", { write: (line: string) => log.push(line) }),
    reportViolation: (violation) => violations.push(violation),
    prove: recorder.prove,
    observe(handled) {
      nameCachedLoad(handled.contract, handled.operation);
      return recorder.observe(handled);
    },
    uploadPace,
    extend,
    stopping,
    metricsInterval,
    onCached,
  });
  t.teardown(async () => {
    await app.close();
    await context.close();
    try {
      assertNoSecrets(log.join(""));
      if (violations.length > 0) throw new Error(`Responses violate the contract: ${JSON.stringify(violations)}`);
      const undeclared = takeUndeclaredReads();
      if (undeclared.length > 0) throw new Error(undeclared.join("\n"));
    } catch (error) {
      // Rejecting would make tap skip the other teardowns: another server of the test would keep the process alive.
      t.threw(error);
    }
  });
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    base,
    server: app.server,
    context,
    violations,
    log,
    send: sender(base),
    tokens: {
      signer: app.jwt,
      formerKey: context.subkeys.tokens.formerKey,
      clock: context.clock,
      lifetime: config.tokenLifetime,
    },
    advanceClock: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Ends the background work of a server, which would change data at any time. */
export async function stopWorkers({ context }: Pick<TestApp, "context">): Promise<void> {
  const { cleanup, backups, imports, pages, webhooks, reminders, retention, idempotencyKeyExpiry } = context;
  for (const worker of [cleanup, backups, imports, pages, webhooks, reminders, retention, idempotencyKeyExpiry])
    await worker?.close();
}

/** Starts a server whose clock breaks afterwards, so that a request that reads it fails unexpectedly. */
export async function openAppWithBrokenClock(t: Test): Promise<TestApp> {
  let isBroken = false;
  const clock = () => {
    if (isBroken) throw new Error("The clock is broken.");
    return Date.now();
  };
  const app = await openApp(t, {}, { clock });
  isBroken = true;
  return app;
}

/** Returns a function that sends requests to a server. */
export function sender(base: string): Send {
  return async (method, path, { token, key, headers, body } = {}) => {
    const requestHeaders = new Headers({
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { "auth-token": token }),
      ...(key !== undefined && { "x-auth-token": key }),
      ...headers,
    });
    trackHeaderSecrets(requestHeaders);
    trackBodySecrets(body);
    const response = await fetch(base + path, {
      method,
      headers: requestHeaders,
      redirect: "manual",
      ...(body !== undefined && {
        body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    });
    trackHeaderSecrets(response.headers);
    const text = await response.text();
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "") && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}
