import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../../errors.ts";
import type { Operation } from "../contract/types.ts";

const PARAMETER = "[^\\/]+";

const malformed = new WeakSet<IncomingMessage>();

/**
 * Lets a path that can't be decoded find its way to the scope of its base path, where `refuseUnreachable` answers it. By itself
 * the framework would answer before any hook runs: uncounted, and in no contract's envelope.
 */
export function rewriteMalformedUrl(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (!url.includes("%") || isDecodable(pathOf(url))) return url;
  malformed.add(request);
  return url.replaceAll("%", "%25");
}

/** Refuses, before its body is read, what reaches no operation of the scope: unknown paths, other methods, malformed requests. */
export function rejectUnmatched(scope: FastifyInstance, basePath = "", operations: readonly Operation[] = []): void {
  const methodsOf = methodLookup(basePath, operations);

  scope.addHook("onRequest", (request, reply, done) => {
    refuseMalformed(request);
    // An OPTIONS that gets here is no browser's question: of those CORS has answered all that it may.
    if (!request.is404 && request.method !== "OPTIONS") {
      done();
      return;
    }
    const methods = methodsOf(pathOf(request.url));
    if (methods.length === 0) throw new Failure("notFound", "There is nothing at this path.");
    reply.header("allow", methods.join(", "));
    throw new Failure("wrongMethod", `This path has no ${request.method}. It has: ${methods.join(", ")}.`);
  });
  // Never reached; that it is there makes the hooks above, and the envelope, this scope's for unknown paths too.
  scope.setNotFoundHandler(() => {
    throw new Failure("notFound", "There is nothing at this path.");
  });
}

function refuseMalformed({ raw }: FastifyRequest): void {
  if (malformed.has(raw)) throw new Failure("invalid", "The path is not percent-encoded UTF-8.");
  if (raw.httpVersion === "1.1" && raw.headers.host === undefined) {
    throw new Failure("invalid", "The header Host is missing (RFC 9112, section 3.2).");
  }
}

/** The methods that the contract has for a path, if any. A path without a template comes before one with (OpenAPI 3.1, Paths Object). */
function methodLookup(basePath: string, operations: readonly Operation[]): (path: string) => string[] {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => ({
    pattern: toPattern(basePath + path),
    methods: methodsOf(ofPath),
    templates: path.split("{").length - 1,
  }));
  paths.sort((one, other) => one.templates - other.templates);
  return (path) => paths.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

function methodsOf(operations: readonly Operation[]): string[] {
  const methods = operations.map(({ method }) => method);
  return methods.includes("GET") ? [...methods, "HEAD"].sort() : methods.sort();
}

/** `/products/{id}` as a pattern of the paths that it stands for. */
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

/** The path of a request's address, without query and fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
