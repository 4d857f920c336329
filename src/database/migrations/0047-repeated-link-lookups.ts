import type { Kysely } from "kysely";
import { execute } from "./builders.ts";

/**
 * How many of the first two items from a row's link on have that link. `link_key` and `account_id` are compared after the
 * rows were read in the order of one index, because PostgreSQL keeps the plan that it made while the table was small, when
 * any index of the account seemed as good: then each row of a first import read all rows before it.
 */
function copiesOf(row: "old" | "new"): string {
  return `(select count(*) from (select account_id, link_key from items
    where (account_id, link_key) >= (${row}.account_id, ${row}.link_key)
    order by account_id, link_key limit 2) as first_items
    where account_id = ${row}.account_id and link_key = ${row}.link_key)`;
}

const ADD = `if ${copiesOf("new")} = 2 then
    insert into repeated_links (account_id, link_key) values (new.account_id, new.link_key) on conflict do nothing;
  end if;`;

const REMOVE = `if ${copiesOf("old")} < 2 then
    delete from repeated_links where account_id = old.account_id and link_key = old.link_key;
  end if;`;

function replace(event: string, work: string): string {
  return `create or replace function repeated_links_${event}() returns trigger language plpgsql as $$ begin
    ${work} return null; end $$`;
}

/** Looks up the copies of a link on PostgreSQL by its index, whatever the size of the table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await execute(database, {
    postgres: [replace("insert", ADD), replace("delete", REMOVE), replace("update", `${REMOVE} ${ADD}`)],
  });
}
