import type { SecurityScheme } from "../contract.ts";
import { headerNameOf } from "../request/authentication.ts";
import type { Origins } from "../server/cors.ts";

type Headers = Readonly<Record<string, string>>;

/** The `Cache-Control` and `Vary` of responses, by name in lower case. */
export interface CachingHeaders {
  readonly anonymous: Headers;
  readonly authenticated: Headers;
}

/**
 * Caches must revalidate every response by its entity tag. Shared caches must not store responses to
 * authenticated callers (RFC 9111, section 5.2.2). Responses vary by the headers with credentials,
 * because a wrong credential is rejected even where none is needed, and with CORS also by `Origin`. `negotiated`: more
 * header fields by which they vary.
 */
export function cachingHeaders(
  schemes: readonly SecurityScheme[],
  origins: Origins = [],
  negotiated: readonly string[] = [],
): CachingHeaders {
  const names = [...(origins.length > 0 ? ["Origin"] : []), ...new Set(schemes.map(headerNameOf)), ...negotiated];
  const vary: Headers = names.length > 0 ? { vary: names.join(", ") } : {};
  return {
    anonymous: { "cache-control": "no-cache", ...vary },
    authenticated: { "cache-control": "private, no-cache", ...vary },
  };
}

/** Picks the header fields for a request. They are built once, not per request. */
export function cachingHeadersFor({ principal }: { readonly principal?: unknown }, headers: CachingHeaders): Headers {
  return principal === undefined ? headers.anonymous : headers.authenticated;
}
