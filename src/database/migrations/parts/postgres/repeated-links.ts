const ADD = `if exists (select 1 from items
    where account_id = new.account_id and link_key = new.link_key and id <> new.id) then
    insert into repeated_links (account_id, link_key) values (new.account_id, new.link_key) on conflict do nothing;
  end if;`;

/** Removes the link of a deleted or changed row unless at least two items still have it. */
const REMOVE = `delete from repeated_links where account_id = old.account_id and link_key = old.link_key
  and (select count(*) from (select 1 from items
    where account_id = old.account_id and link_key = old.link_key limit 2) as copies) < 2;`;

function trigger(event: string, work: string, condition = ""): string[] {
  return [
    `create function repeated_links_${event}() returns trigger language plpgsql as $$ begin
      ${work} return null; end $$`,
    `create trigger repeated_links_${event} after ${event} on items for each row ${condition}
      execute function repeated_links_${event}()`,
  ];
}

/** The table of links that several items of an account have. Triggers keep it current. */
export const REPEATED_LINKS: readonly string[] = [
  `create table repeated_links (
    account_id bigint not null,
    link_key text collate "C" not null,
    primary key (account_id, link_key))`,
  `insert into repeated_links select account_id, link_key from items
    group by account_id, link_key having count(*) > 1`,
  ...trigger("insert", ADD),
  ...trigger("delete", REMOVE),
  ...trigger("update", `${REMOVE} ${ADD}`, "when (old.link_key <> new.link_key)"),
];
