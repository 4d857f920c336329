import { Router } from "express";
import type { Knex } from "knex";
import { toTimestamp } from "../shapes.ts";

interface AccountRow {
  id: number;
  email: string;
  name: string;
  locale: string;
  created_at: number;
  updated_at: number;
}

interface LoginRow {
  id: number;
  account_id: number;
  ip_address: string;
  user_agent: string;
  referer: string;
  via_remember: number;
  created_at: number;
}

export function users(knex: Knex): Router {
  const router = Router();

  router.get("/users.json", async (request, response) => {
    const { limit, page } = request.query;
    const [size, number] = [Number(limit), Number(page)];
    const { count } = await knex("row_counts").where({ name: "accounts" }).first();
    const accounts: AccountRow[] = await knex("accounts")
      .where({ deleted_at: null })
      .orderBy("id")
      .limit(size)
      .offset((number - 1) * size);
    const logins: LoginRow[] = await knex("logins")
      .whereIn(
        "account_id",
        accounts.map(({ id }) => id),
      )
      .orderBy("id", "desc");
    const first = (number - 1) * size;
    response.json({
      users: {
        total: count,
        per_page: size,
        current_page: number,
        last_page: Math.ceil(count / size),
        from: first + 1,
        to: first + accounts.length,
        data: accounts.map((account) => toUser(account, logins)),
      },
    });
  });

  return router;
}

function toUser({ id, email, name, locale, created_at, updated_at }: AccountRow, logins: readonly LoginRow[]) {
  return {
    id,
    email_address: email,
    name,
    locale,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    deleted_at: null,
    logins: logins.filter(({ account_id }) => account_id === id).map(toLogin),
  };
}

function toLogin({ id, account_id, ip_address, user_agent, referer, via_remember, created_at }: LoginRow) {
  const time = toTimestamp(created_at);
  return {
    id,
    user_id: account_id,
    ip_address,
    user_agent,
    referer,
    via_remember,
    created_at: time,
    updated_at: time,
    deleted_at: null,
  };
}
