import type Sqlite from "better-sqlite3";
import { toTimestamp } from "../shapes.ts";

type Account = [id: number, email: string, name: string, locale: string, created: number, updated: number];

type Login = [id: number, address: string, userAgent: string, referer: string, viaRemember: number, created: number];

/** Prepares the statements for users. `list` returns a response body. server.ts explains `+?`. */
export function usersIn(reader: Sqlite.Database) {
  const count = reader.prepare<[], number>("select count from row_counts where name = 'accounts'").pluck();
  const accounts = reader
    .prepare<[number, number], Account>(
      `select id, email, name, locale, created_at, updated_at from accounts where id in
        (select id from accounts where deleted_at is null order by id limit +? offset +?)
      order by id`,
    )
    .raw();
  const logins = reader
    .prepare<[number], Login>(
      `select id, ip_address, user_agent, referer, via_remember, created_at from logins where account_id = +?
      order by id desc limit 20`,
    )
    .raw();
  return {
    /** `page` counts from 1. */
    list(limit: number, page: number): string {
      const total = count.get() ?? 0;
      const first = (page - 1) * limit;
      const rows = accounts.all(limit, first);
      const data = rows.map((row) => toUser(row, logins.all(row[0])));
      return JSON.stringify({
        users: {
          total,
          per_page: limit,
          current_page: page,
          last_page: Math.ceil(total / limit),
          from: first + 1,
          to: first + rows.length,
          data,
        },
      });
    },
  };
}

function toUser(row: Account, logins: readonly Login[]) {
  return {
    id: row[0],
    email_address: row[1],
    name: row[2],
    locale: row[3],
    created_at: toTimestamp(row[4]),
    updated_at: toTimestamp(row[5]),
    deleted_at: null,
    logins: logins.map((login) => toLogin(login, row[0])),
  };
}

function toLogin(row: Login, accountId: number) {
  const time = toTimestamp(row[5]);
  return {
    id: row[0],
    user_id: accountId,
    ip_address: row[1],
    user_agent: row[2],
    referer: row[3],
    via_remember: row[4],
    created_at: time,
    updated_at: time,
    deleted_at: null,
  };
}
