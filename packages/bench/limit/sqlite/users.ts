import type Sqlite from "better-sqlite3";
import { type Account, type Login, toUserPage } from "../rows.ts";

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
      const rows = accounts.all(limit, (page - 1) * limit);
      return toUserPage(rows, (id) => logins.all(id), { total: count.get() ?? 0, limit, page });
    },
  };
}
