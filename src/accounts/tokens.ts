import { randomUUID } from "node:crypto";
import { Failure } from "#contract/failure";
import { CLOCK_TOLERANCE_MS } from "../base/clock-tolerance.ts";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import * as logins from "./login/login-service.ts";
import type { Principal } from "./principal.ts";

/** Claims of a login token (RFC 7519, section 4.1); `ver` is private to this server. */
interface Claims {
  /** Id of the account. */
  readonly sub: string;
  /** When the token was issued, in seconds since 1970. */
  readonly iat: number;
  /** When the token expires, in seconds since 1970. */
  readonly exp: number;
  /** A random id, different for each token. */
  readonly jti: string;
  /** Version of the account's credentials when the token was issued. */
  readonly ver: number;
}

/** Signs and verifies JSON Web Tokens; implemented by @fastify/jwt with `jwtOptions`. */
export interface Signer {
  sign(claims: Claims): string;
  verify(token: string, options?: { readonly key: string; readonly cache: false }): unknown;
}

/** Dependencies of the functions that issue and check tokens. */
export interface TokenService {
  readonly signer: Signer;
  /** The key of tokens from before the server had one for tokens alone; undefined when these are no longer valid. */
  readonly formerKey: () => Promise<string | undefined>;
  readonly clock: () => number;
  /** How long tokens are valid, in seconds. */
  readonly lifetime: number;
}

/** Dependencies of `logIn`. */
export interface TokenLoginServices {
  readonly logins: logins.LoginService;
  readonly tokens: TokenService;
}

const ISSUER = "triptych";

/** Verified tokens that are cached, because verifying one takes longer than many requests: at most 10 MB. */
const MAX_CACHED_TOKENS = 10_000;

/**
 * Options that restrict @fastify/jwt to one algorithm, one issuer and one audience. By default it
 * accepts several algorithms, and any issuer and audience.
 */
export function jwtOptions(secret: string) {
  return {
    secret,
    sign: { algorithm: "HS256" as const, iss: ISSUER, aud: ISSUER },
    verify: {
      algorithms: ["HS256" as const],
      allowedIss: ISSUER,
      allowedAud: ISSUER,
      requiredClaims: ["iss", "aud", "sub", "iat", "exp", "jti"],
      // `authenticate` checks the expiry, with the clock of the `TokenService`.
      ignoreExpiration: true,
      cache: MAX_CACHED_TOKENS,
    },
  };
}

/** Verifies a password and issues a token. Throws like `logIn` of the login service. */
export async function logIn(database: Database, services: TokenLoginServices, login: logins.Login): Promise<string> {
  return issue(services.tokens, await logins.logIn(database, services.logins, login));
}

/** Issues a token to an account, valid from now. */
export function issue(
  { signer, clock, lifetime }: TokenService,
  { id, credential_version }: logins.AuthenticatedAccount,
): string {
  const iat = Math.floor(clock() / 1000);
  return signer.sign({ sub: String(id), iat, exp: iat + lifetime, jti: randomUUID(), ver: credential_version });
}

/**
 * The account that a token was issued to. Throws `unauthenticated` for tokens that are malformed,
 * expired or not signed by this server, and when the account is inactive, deleted, or has changed
 * its credentials since. A token issued more than a minute in the future is not valid: it would
 * expire too late.
 */
export async function authenticate(database: Database, service: TokenService, token: string): Promise<Principal> {
  const claims = await verify(service, token);
  const now = service.clock();
  if (claims === undefined || now >= claims.exp * 1000) throw invalidToken();
  if (claims.iat * 1000 > now + CLOCK_TOLERANCE_MS) throw invalidToken();
  const [account] = await findHolder(database, { id: Number(claims.sub), credentialVersion: claims.ver });
  if (account === undefined) throw invalidToken();
  return { accountId: account.id, level: account.user_level, credentialVersion: claims.ver, scopes: null };
}

const findHolder = prepare((database, value: ValueOf<{ id: number; credentialVersion: number }>) =>
  database
    .selectFrom("accounts")
    .select(["id", "user_level"])
    .where("id", "=", value("id"))
    .where("credential_version", "=", value("credentialVersion"))
    .where("active", "=", 1)
    .where("deleted_at", "is", null),
);

async function verify({ signer, formerKey }: TokenService, token: string): Promise<Claims | undefined> {
  const claims = claimsOf(() => signer.verify(token));
  if (claims !== undefined) return claims;
  const key = await formerKey();
  return key === undefined ? undefined : claimsOf(() => signer.verify(token, { key, cache: false }));
}

/** The claims that a function returns; undefined if it throws, or if they are not those of this server. */
function claimsOf(verifyToken: () => unknown): Claims | undefined {
  try {
    const claims = verifyToken();
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the claims that this file reads; @fastify/jwt checks that the others are present. */
function isClaims(claims: unknown): claims is Claims {
  if (typeof claims !== "object" || claims === null) return false;
  if (!("sub" in claims && "iat" in claims && "exp" in claims && "ver" in claims)) return false;
  const { sub, ...numbers } = claims;
  return (
    typeof sub === "string" && /^\d{1,15}$/.test(sub) && [numbers.iat, numbers.exp, numbers.ver].every(Number.isInteger)
  );
}

function invalidToken(): Failure {
  return new Failure("unauthenticated", "Token is not valid", { reason: "token-invalid" });
}
