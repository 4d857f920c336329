import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Operation } from "../contract.ts";
import { Failure, type Problem } from "../failure.ts";
import { lazy } from "../lazy.ts";
import { pathOf } from "./path.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Sets Fastify's own handler, which a scope with the same prefix may replace. Its types lack this call. */
    setNotFoundHandler(): void;
  }
}

const PARAMETER = "[^\\/]+";

/** The scheme and the authority of a request target in absolute-form (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Why a request's target is malformed. */
const malformedTargets = new WeakMap<IncomingMessage, Problem>();

/**
 * Returns the URL of a request in origin-form. Escapes a path that can't be decoded, so that a
 * malformed request reaches the scope of its base path, where `rejectUnmatched` rejects it. Fastify
 * itself would respond before any hook runs: without counting the request for the rate limit, and
 * in its own error format.
 */
export function toOriginForm(request: IncomingMessage): string {
  const { url: target = "/" } = request;
  const url = target.startsWith("/") ? target : withoutOrigin(request, target);
  if (!url.includes("%") || isDecodable(pathOf(url))) return url;
  malformedTargets.set(request, { message: "The path is not percent-encoded UTF-8.", reason: "path-not-utf-8" });
  return url.replaceAll("%", "%25");
}

function withoutOrigin(request: IncomingMessage, target: string): string {
  const origin = ORIGIN.exec(target)?.[0];
  if (origin === undefined) return target;
  if (!URL.canParse(origin))
    malformedTargets.set(request, { message: "The request target is not a valid URL.", reason: "target-invalid" });
  const url = target.slice(origin.length);
  return url.startsWith("/") ? url : `/${url}`;
}

/** Rejects malformed requests, unknown paths and unsupported methods before reading the body. */
export function rejectUnmatched(scope: FastifyInstance, basePath = "", operations: readonly Operation[] = []): void {
  const lookup = lazy(() => methodLookup(basePath, operations));

  scope.addHook("onRequest", (request, reply, done) => {
    const malformation = malformationOf(request.raw);
    if (malformation !== undefined) throw new Failure("invalid", malformation.message, malformation);
    // CORS has already responded to allowed preflights, so any OPTIONS here is rejected.
    if (!request.is404 && request.method !== "OPTIONS") {
      done();
      return;
    }
    const methods = lookup()(pathOf(request.url));
    if (methods.length === 0) throw unknownPath();
    // Fastify's router matches no line break in a parameter that ends before the end of its path segment.
    if (methods.includes(request.method))
      throw new Failure("invalid", "The path has a line break.", { reason: "path-line-break" });
    reply.header("allow", methods.join(", "));
    throw new Failure(
      "wrongMethod",
      `This path does not support ${request.method}. Supported methods: ${methods.join(", ")}.`,
      { reason: "method-not-supported", values: { method: request.method, methods: methods.join(", ") } },
    );
  });
}

/** Lets unknown paths below the base path run the hooks and the error handler of a scope with `rejectUnmatched`. */
export function handleUnknownPaths(scope: FastifyInstance): void {
  // Never called, because the hook of `rejectUnmatched` throws.
  scope.setNotFoundHandler(() => {
    throw unknownPath();
  });
}

/** The failure for a path that does not exist. */
export function unknownPath(): Failure {
  return new Failure("notFound", "This path does not exist.", { reason: "path-not-found" });
}

/** Like `handleUnknownPaths` for the whole server, unless a contract whose base path is `/` does the same. */
export function handleUnclaimedPaths(scope: FastifyInstance): void {
  scope.setNotFoundHandler();
}

/** Why a request is malformed, so that it matches no operation; undefined for other requests. */
export function malformationOf(request: IncomingMessage): Problem | undefined {
  const target = malformedTargets.get(request);
  if (target !== undefined) return target;
  const hosts = hostsOf(request);
  if (hosts > 1) {
    return { message: "The header Host is sent more than once (RFC 9112, section 3.2).", reason: "host-repeated" };
  }
  const isMissing = hosts === 0 && request.httpVersion === "1.1";
  if (!isMissing) return undefined;
  return { message: "The header Host is missing (RFC 9112, section 3.2).", reason: "host-missing" };
}

/** How many `Host` header fields a request has. `headers` has only the first. */
export function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
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
  return (requested) => {
    // Fastify serves an operation with the path / at the base path too, without a slash at its end.
    const path = requested === basePath ? `${requested}/` : requested;
    return paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
  };
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
