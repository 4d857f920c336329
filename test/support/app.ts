import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { type Context, openContext, type Replacements } from "../../src/context.ts";
import type { Violation } from "../../src/http/response/conformance.ts";
import { createLogger } from "../../src/http/server/logging.ts";
import { assertNoSecrets, rememberBody, rememberHeaders } from "./canary.ts";
import { openTestDatabase } from "./databases.ts";
import * as proof from "./proof.ts";

/** What a test sends. */
export interface Sending {
  readonly token?: string | undefined;
  /** An API key. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
}

/** An answer, read whole. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Received>;

/** A server of its own for a test, on a database of its own, with a clock that the test may turn. */
export interface TestApp {
  readonly base: string;
  readonly server: Server;
  readonly context: Context;
  readonly send: Send;
  /** Turns the clock forward. */
  readonly pass: (milliseconds: number) => void;
  /** The answers so far that the contract does not allow; what is left of them when the test ends fails it. */
  readonly mismatches: Violation[];
  /** Everything that was logged. */
  readonly log: readonly string[];
}

/** What a test puts in the place of parts of the server, or adds to it. */
interface Changes extends Replacements {
  readonly extend?: (app: FastifyInstance) => void;
}

/**
 * Opens a server with these settings until the test ends. Every answer is held against the contract; one that it does not allow
 * fails the test, and so does a secret in the log.
 */
export async function openApp(
  t: Test,
  settings: Readonly<Record<string, string>> = {},
  { extend = () => {}, ...replacements }: Changes = {},
): Promise<TestApp> {
  let now = Date.UTC(2026, 0, 1, 12);
  const mismatches: Violation[] = [];
  const log: string[] = [];
  const config = readConfig({ CONFORMANCE_SHARE: "1", BASE_URL: "http://triptych.test", ...settings });
  const database = replacements.database ?? (await openTestDatabase(t));
  const context = await openContext(config, { clock: () => now, ...replacements, database });
  const app = await createApp(context, {
    logger: createLogger("info", { write: (line: string) => log.push(line) }),
    reportViolation: (violation) => mismatches.push(violation),
    prove: proof.count,
    extend,
  });
  t.teardown(async () => {
    await app.close();
    await context.close();
    assertNoSecrets(log.join(""));
    if (mismatches.length > 0) throw new Error(`Responses violate the contract: ${JSON.stringify(mismatches)}`);
  });
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    base,
    server: app.server,
    context,
    mismatches,
    log,
    send: sender(base),
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Sends to a server and reads the answers whole. */
export function sender(base: string): Send {
  return async (method, path, { token, key, headers, body } = {}) => {
    const sent = new Headers({
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { "auth-token": token }),
      ...(key !== undefined && { "x-auth-token": key }),
      ...headers,
    });
    rememberHeaders(sent);
    rememberBody(body);
    const response = await fetch(base + path, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body !== undefined && {
        body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    });
    rememberHeaders(response.headers);
    const received = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") && received !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(received) : received };
  };
}
