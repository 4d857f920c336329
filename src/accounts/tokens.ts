import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import type { AuthenticatedAccount } from "./logins.ts";
import type { Principal } from "./principal.ts";

/** What a login token says (RFC 7519, section 4.1), and the version of the credentials that it was issued under. */
interface Claims {
  /** The id of the account. */
  readonly sub: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly ver: number;
}

/** Signs and verifies JSON Web Tokens: @fastify/jwt with `jwtOptions`. */
export interface Signer {
  sign(claims: Claims): string;
  verify(token: string): unknown;
}

/** What tokens are made and checked with. */
export interface TokenService {
  readonly signer: Signer;
  readonly clock: () => number;
  /** How long a token is good, in seconds. */
  readonly lifetime: number;
}

const ISSUER = "triptych";

/** The settings of @fastify/jwt: one algorithm, one issuer, one audience. By itself it takes every algorithm and any secret. */
export function jwtOptions(secret: string) {
  return {
    secret,
    sign: { algorithm: "HS256" as const, iss: ISSUER, aud: ISSUER },
    verify: {
      algorithms: ["HS256" as const],
      allowedIss: ISSUER,
      allowedAud: ISSUER,
      requiredClaims: ["iss", "aud", "sub", "iat", "exp", "jti"],
      // Checked by `authenticate`, by the server's own clock.
      ignoreExpiration: true,
    },
  };
}

/** A token of an account, good from now. */
export function issue(
  { signer, clock, lifetime }: TokenService,
  { id, credential_version }: AuthenticatedAccount,
): string {
  const iat = Math.floor(clock() / 1000);
  return signer.sign({ sub: String(id), iat, exp: iat + lifetime, jti: randomUUID(), ver: credential_version });
}

/**
 * Whose token this is. Throws `unauthenticated` for one that is malformed, not ours or expired, and for one whose account is gone,
 * inactive, or has had its credentials changed since.
 */
export async function authenticate(
  database: Database,
  { signer, clock }: TokenService,
  token: string,
): Promise<Principal> {
  const claims = verified(signer, token);
  if (claims === undefined || clock() >= claims.exp * 1000) return refuse();
  const [account] = await holderOf(database, { id: Number(claims.sub), credentialVersion: claims.ver });
  return account === undefined ? refuse() : { accountId: account.id, level: account.user_level };
}

const holderOf = prepare((database, value: ValueOf<{ id: number; credentialVersion: number }>) =>
  database
    .selectFrom("accounts")
    .select(["id", "user_level"])
    .where("id", "=", value("id"))
    .where("credential_version", "=", value("credentialVersion"))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

function verified(signer: Signer, token: string): Claims | undefined {
  try {
    const claims = signer.verify(token);
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(claims: unknown): claims is Claims {
  const { sub, exp, ver } = Object(claims);
  return typeof sub === "string" && /^\d{1,15}$/.test(sub) && Number.isInteger(exp) && Number.isInteger(ver);
}

function refuse(): never {
  throw new Failure("unauthenticated", "Token is not valid");
}
