import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../../errors.ts";
import type { Operation } from "../contract/types.ts";
import { pathOf } from "./path.ts";

const PARAMETER = "[^\\/]+";

/** Requests whose path can't be decoded. */
const undecodable = new WeakSet<IncomingMessage>();

/**
 * Escapes a path that can't be decoded, so that it reaches the scope of its base path, where
 * `rejectUnmatched` rejects it. Fastify itself would respond before any hook runs: outside the rate
 * limit and the contract's error format.
 */
export function rewriteMalformedUrl(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (!url.includes("%") || isDecodable(pathOf(url))) return url;
  undecodable.add(request);
  return url.replaceAll("%", "%25");
}

/** Rejects malformed requests, unknown paths and unsupported methods before reading the body. */
export function rejectUnmatched(scope: FastifyInstance, basePath = "", operations: readonly Operation[] = []): void {
  const methodsOf = methodLookup(basePath, operations);

  scope.addHook("onRequest", (request, reply, done) => {
    assertWellFormed(request);
    // CORS has already responded to allowed preflights, so any OPTIONS here is rejected.
    if (!request.is404 && request.method !== "OPTIONS") {
      done();
      return;
    }
    const methods = methodsOf(pathOf(request.url));
    if (methods.length === 0) throw new Failure("notFound", "This path does not exist.");
    reply.header("allow", methods.join(", "));
    throw new Failure(
      "wrongMethod",
      `This path does not support ${request.method}. Supported methods: ${methods.join(", ")}.`,
    );
  });
  // Never called, because the hook above throws. Without it, unknown paths would not run this
  // scope's hooks and error handler.
  scope.setNotFoundHandler(() => {
    throw new Failure("notFound", "This path does not exist.");
  });
}

function assertWellFormed({ raw }: FastifyRequest): void {
  if (undecodable.has(raw)) throw new Failure("invalid", "The path is not percent-encoded UTF-8.");
  if (raw.httpVersion === "1.1" && raw.headers.host === undefined) {
    throw new Failure("invalid", "The header Host is missing (RFC 9112, section 3.2).");
  }
}

/**
 * Returns a function that looks up the methods of a path. Paths with fewer parameters take
 * precedence (OpenAPI 3.1, Paths Object).
 */
function methodLookup(basePath: string, operations: readonly Operation[]): (path: string) => string[] {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => ({
    pattern: toPattern(basePath + path),
    methods: methodsOf(ofPath),
    parameterCount: path.split("{").length - 1,
  }));
  paths.sort((one, other) => one.parameterCount - other.parameterCount);
  return (path) => paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

function methodsOf(operations: readonly Operation[]): string[] {
  const methods = operations.map(({ method }) => method);
  return methods.includes("GET") ? [...methods, "HEAD"].sort() : methods.sort();
}

/** A pattern for the paths that match a template such as `/products/{id}`. */
function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{[^}]+\}/g, PARAMETER)}$`);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
