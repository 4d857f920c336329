import type { FastifyRequest } from "fastify";
import type { Operation, SecurityScheme } from "../contract.ts";
import { Failure } from "../failure.ts";

/**
 * Returns the principal of a credential; rejects with `unauthenticated` when it is not valid. The credential is a
 * bearer token, the value of an API key's header, or `name:password`.
 */
export type Verifier<Principal> = (credential: string) => Promise<Principal>;

/** How requests to a contract are authenticated. */
export interface Security<Principal> {
  /** By the name of the security scheme in the contract. */
  readonly verifiers: Readonly<Record<string, Verifier<Principal>>>;
  /** The scopes that credentials can be limited to; undefined if the contract requires none. */
  readonly scopes?: {
    readonly names: readonly string[];
    /** Throws `forbidden` unless the principal has all of the required scopes. */
    readonly assert: (principal: Principal, required: readonly string[]) => void;
  };
  /** The error messages for a missing and a malformed credential. */
  readonly missing?: string;
  readonly malformed?: string;
}

/**
 * Authenticates a request by the first security scheme whose credential it carries; undefined for
 * an anonymous request. Rejects an invalid credential even where anonymous requests are allowed.
 */
export function authenticate<Principal>(
  request: FastifyRequest,
  operation: Operation,
  schemes: Readonly<Record<string, SecurityScheme>>,
  security: Security<Principal>,
): Promise<Principal> | undefined {
  for (const name of operation.schemes) {
    const scheme = schemes[name];
    const verify = security.verifiers[name];
    if (scheme === undefined || verify === undefined) continue;
    const value = request.headers[headerNameOf(scheme).toLowerCase()];
    if (value === undefined || isForAnother(scheme, String(value), operation.schemes, schemes)) continue;
    return verify(credentialIn(scheme, String(value), security.malformed ?? "The credential is malformed."));
  }
  if (operation.anonymous) return undefined;
  throw new Failure("unauthenticated", security.missing ?? "A credential is required.", {
    reason: "credential-missing",
  });
}

/** The header that carries a credential, spelled as in the contract. */
export function headerNameOf(scheme: SecurityScheme): string {
  return scheme.type === "apiKey" ? scheme.name : "Authorization";
}

/** How a scheme's credential begins in `Authorization`, in lower case; undefined for API keys. */
export function authorizationOf(scheme: SecurityScheme): "basic" | "bearer" | undefined {
  if (scheme.type === "apiKey") return undefined;
  // Tokens of OAuth 2 and OpenID Connect are bearer tokens, and have no such field.
  return String(scheme.scheme).toLowerCase() === "basic" ? "basic" : "bearer";
}

/** Whether the value of `Authorization` begins like a credential of another scheme of the operation. */
function isForAnother(
  scheme: SecurityScheme,
  value: string,
  names: readonly string[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): boolean {
  const own = authorizationOf(scheme);
  const sent = value.split(" ", 1)[0]?.toLowerCase();
  if (own === undefined || own === sent) return false;
  return names.flatMap((name) => schemes[name] ?? []).some((other) => authorizationOf(other) === sent);
}

/** The bearer token (RFC 6750, section 2.1), `name:password` (RFC 7617), or the whole header of an API key. */
function credentialIn(scheme: SecurityScheme, value: string, malformed: string): string {
  const kind = authorizationOf(scheme);
  if (kind === undefined) return value;
  const [, name = "", sent = ""] = /^(Bearer|Basic) +([A-Za-z0-9._~+/-]+=*)$/i.exec(value) ?? [];
  const credential = kind === "basic" ? Buffer.from(sent, "base64").toString() : sent;
  const isWellFormed = name.toLowerCase() === kind && (kind === "bearer" || credential.includes(":"));
  if (!isWellFormed) throw new Failure("unauthenticated", malformed, { reason: "credential-malformed" });
  return credential;
}
