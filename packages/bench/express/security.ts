import { createHash, timingSafeEqual } from "node:crypto";
import argon2 from "@node-rs/argon2";
import { type Request, Router } from "express";
import jwt from "jsonwebtoken";
import type { Knex } from "knex";

declare global {
  namespace Express {
    interface Request {
      /** The authenticated account. */
      accountId?: number;
    }
  }
}

const ISSUER = "triptych";

/** Issues a login token that Triptych accepts too. */
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

/** Authenticates requests by a login token (`auth-token` or `Authorization: Bearer`) or an administrator's API key. */
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

export function loginRoute(knex: Knex, secret: string): Router {
  const router = Router();
  router.post("/user/login", async (request, response) => {
    const { email, password } = request.body;
    const account = await knex("accounts")
      .select("id", "password_hash", "credential_version")
      .where({ email_key: email.toLowerCase(), active: 1, deleted_at: null })
      .first();
    if (account === undefined || !(await argon2.verify(account.password_hash, password))) {
      response.status(401).json({ error: "Invalid Email or Password." });
      return;
    }
    await knex("logins").insert({
      account_id: account.id,
      ip_address: request.ip,
      user_agent: request.get("user-agent") ?? "",
      referer: request.get("referer") ?? "",
      via_remember: 0,
      created_at: Date.now(),
    });
    const data = sign(secret, account);
    response.set({ "auth-token": data, "Cache-Control": "no-store" }).json({ error: "", data });
  });
  return router;
}
