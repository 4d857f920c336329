import { createHash, timingSafeEqual } from "node:crypto";
import type { Request } from "express";
import jwt from "jsonwebtoken";
import type { Knex } from "knex";

declare global {
  namespace Express {
    interface Request {
      /** Who asks; undefined for an anonymous caller. */
      accountId?: number;
    }
  }
}

const ISSUER = "triptych";

/** A login token of an account. */
export function sign(secret: string, account: { id: number; credential_version: number }): string {
  return jwt.sign({ ver: account.credential_version }, secret, {
    algorithm: "HS256",
    issuer: ISSUER,
    audience: ISSUER,
    subject: String(account.id),
    jwtid: crypto.randomUUID(),
    expiresIn: "1d",
  });
}

/** Who asks: by a login token, in `auth-token` or as a bearer, or by an API key. */
export function securityOf(knex: Knex, secret: string) {
  return {
    async token(request: Request): Promise<boolean> {
      const text = request.get("auth-token") ?? request.get("authorization")?.slice("Bearer ".length) ?? "";
      const claims = verified(text, secret);
      if (claims === undefined) return false;
      const account = await knex("accounts")
        .select("id")
        .where({ id: Number(claims.sub), credential_version: claims.ver, active: 1, deleted_at: null })
        .first();
      if (account === undefined) return false;
      request.accountId = account.id;
      return true;
    },

    async apiKey(request: Request): Promise<boolean> {
      const key = request.get("x-auth-token") ?? "";
      const candidates = await knex("api_keys")
        .join("accounts", "accounts.id", "api_keys.account_id")
        .select("api_keys.key_hash", "accounts.id", "accounts.user_level")
        .where({ prefix: key.slice(0, 13), revoked_at: null, active: 1, deleted_at: null })
        .where((either) => either.whereNull("expires_at").orWhere("expires_at", ">", Date.now()));
      const hash = createHash("sha256").update(key).digest();
      const found = candidates.find(({ key_hash }) => timingSafeEqual(Buffer.from(key_hash, "hex"), hash));
      if (found === undefined || found.user_level < 4) return false;
      request.accountId = found.id;
      return true;
    },
  };
}

function verified(token: string, secret: string): jwt.JwtPayload | undefined {
  try {
    const claims = jwt.verify(token, secret, { algorithms: ["HS256"], issuer: ISSUER, audience: ISSUER });
    return typeof claims === "string" ? undefined : claims;
  } catch {
    return undefined;
  }
}
