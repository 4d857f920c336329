import type { Pool } from "pg";
import type { Operations } from "../http.ts";
import { type Account, type Login, toUserPage } from "../rows.ts";
import { prepareRaw } from "./statement.ts";

const count = prepareRaw<[], [number]>("select count from row_counts where name = 'accounts'");
const accounts = prepareRaw<[number, number], Account>(
  `select id, email, name, locale, created_at, updated_at from accounts where id in
    (select id from accounts where deleted_at is null order by id limit $1 offset $2)
  order by id`,
);
/** The 20 newest logins of each account, in one statement: each would be a round trip. */
const logins = prepareRaw<[readonly number[]], [accountId: number, ...Login]>(
  `select listed.id, newest.* from unnest($1::bigint[]) as listed (id) cross join lateral
    (select id, ip_address, user_agent, referer, via_remember, created_at from logins where account_id = listed.id
    order by id desc limit 20) as newest`,
);

/** Operations on users. */
export function usersIn(pool: Pool): Operations["users"] {
  return {
    async list(limit, page) {
      const [[[total] = [0]], rows] = await Promise.all([count(pool), accounts(pool, limit, (page - 1) * limit)]);
      const byAccount = Map.groupBy(
        await logins(
          pool,
          rows.map(([id]) => id),
        ),
        ([id]) => id,
      );
      const loginsOf = (id: number) => (byAccount.get(id) ?? []).map(([, ...login]): Login => login);
      return toUserPage(rows, loginsOf, { total, limit, page });
    },
  };
}
