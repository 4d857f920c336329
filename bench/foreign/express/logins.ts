import argon2 from "@node-rs/argon2";
import { Router } from "express";
import type { Knex } from "knex";
import { sign } from "./security.ts";

/** The route of logging in. */
export function logins(knex: Knex, secret: string): Router {
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
