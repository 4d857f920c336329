import type { FastifyRequest } from "fastify";
import { Failure } from "../../errors.ts";
import type { Operation, SecurityScheme } from "../contract/types.ts";

/** Tells whose credential this is; throws `unauthenticated` when it is nobody's. */
export type Verifier<Principal> = (credential: string) => Promise<Principal>;

/** How the callers of a contract are known. */
export interface Security<Principal> {
  /** By the name of the contract's security scheme. */
  readonly verifiers: Readonly<Record<string, Verifier<Principal>>>;
  /** The sentence for a caller that shows no credential where one is needed. */
  readonly missing: string;
  /** The sentence for a credential that has not the form which the scheme asks for. */
  readonly malformed: string;
}

/**
 * Who asks: the principal of the first scheme whose credential is there; for an anonymous caller, at once, undefined. A credential that is there and
 * wrong is refused even where anonymous callers are let in.
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
    const value = request.headers[headerOf(scheme)];
    if (value === undefined) continue;
    return verify(credentialIn(scheme, String(value), security.malformed));
  }
  if (operation.anonymous) return undefined;
  throw new Failure("unauthenticated", security.missing);
}

function headerOf(scheme: SecurityScheme): string {
  return scheme.type === "apiKey" ? scheme.name.toLowerCase() : "authorization";
}

/** The bearer token of RFC 6750, section 2.1, or the whole header of an API key. */
function credentialIn(scheme: SecurityScheme, value: string, malformed: string): string {
  if (scheme.type === "apiKey") return value;
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value)?.[1];
  if (token === undefined) throw new Failure("unauthenticated", malformed);
  return token;
}
