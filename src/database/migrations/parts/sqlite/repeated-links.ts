/** SQL: whether another item of the account has the link of the row `new`. */
const IS_REPEATED = `exists (select 1 from items
  where account_id = new.account_id and link_key = new.link_key and id <> new.id)`;

const ADD = "insert or ignore into repeated_links (account_id, link_key) values (new.account_id, new.link_key);";

/** Removes the link of a deleted or changed row unless at least two items still have it. */
const REMOVE = `delete from repeated_links where account_id = old.account_id and link_key = old.link_key
  and (select count(*) from (select 1 from items
    where account_id = old.account_id and link_key = old.link_key limit 2)) < 2;`;

/** The table of links that several items of an account have. Triggers keep it current. */
export const REPEATED_LINKS: readonly string[] = [
  `create table repeated_links (
    account_id bigint not null,
    link_key text not null,
    primary key (account_id, link_key)) without rowid`,
  `insert into repeated_links select account_id, link_key from items
    group by account_id, link_key having count(*) > 1`,
  `create trigger repeated_links_insert after insert on items when ${IS_REPEATED} begin ${ADD} end`,
  `create trigger repeated_links_delete after delete on items begin ${REMOVE} end`,
  `create trigger repeated_links_update after update of link_key on items when old.link_key <> new.link_key begin
    ${REMOVE}
    insert or ignore into repeated_links (account_id, link_key)
      select new.account_id, new.link_key where ${IS_REPEATED};
  end`,
];
