import type { FastifyInstance } from "fastify";
import { compressTexts } from "#contract/response/compression";
import { countResponses } from "#contract/server/unread-responses";

type Directives = Readonly<Record<string, string>>;

/** Forbids all sources, framing, forms that post to other origins, and `<base>`. */
const DENY_ALL: Directives = {
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/** A Content-Security-Policy (CSP level 3) that allows only these sources. */
export function contentSecurityPolicy(allowed: Directives = {}): string {
  return Object.entries({ ...DENY_ALL, ...allowed })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}

/**
 * For all pages: scripts, styles and images come only from this server's files, inline ones are forbidden, and scripts
 * send requests only to this server.
 */
export const PAGE_POLICY = contentSecurityPolicy({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self'",
  "manifest-src": "'self'",
  "connect-src": "'self'",
});

/**
 * Headers of all pages and their files: revalidation before reuse, and no referrer for other sites. Forms need the
 * policy `same-origin`: with `no-referrer`, browsers send `Origin: null` (Fetch standard, "append a request Origin header").
 */
export const PAGE_HEADERS = {
  "referrer-policy": "same-origin",
  "cache-control": "no-cache",
} as const;

/**
 * Prepares a scope for pages or their files: `PAGE_HEADERS` on every response, texts compressed, and the bytes counted
 * that clients have not read.
 */
export function preparePageScope(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers(PAGE_HEADERS);
  });
  compressTexts(scope);
  countResponses(scope);
}
