import {
  ACCOUNTS_PER_SEGMENT,
  keyOf,
  MAX_SEGMENT_ITEMS,
  SORT_COLUMNS,
  type SortColumn,
  TEXT_COLUMNS,
} from "../segments.ts";

const COLUMNS = Object.keys(SORT_COLUMNS) as readonly SortColumn[];

/** SQL: how many of `rows` are in each segment of accounts. */
const countAccounts = (rows: string, change: 1 | -1) =>
  `select id - id % ${ACCOUNTS_PER_SEGMENT} as first_id, ${change} as accounts from ${rows} where deleted_at is null`;

function accountTrigger(event: string, tables: string, changes: string): string[] {
  return [
    `create function accounts_segment_${event}() returns trigger language plpgsql as $$ begin
      insert into account_segments (first_id, count)
      select first_id, sum(accounts) from (${changes}) as change group by first_id having sum(accounts) <> 0
      order by first_id
      on conflict (first_id) do update set count = account_segments.count + excluded.count;
      return null;
    end $$`,
    `create trigger accounts_segment_${event} after ${event} on accounts referencing ${tables}
      for each statement execute function accounts_segment_${event}()`,
  ];
}

/**
 * The table `account_segments` counts the accounts that are not deleted, by thousands of ids. Its triggers run after
 * those of `row_counts`, by their names: each transaction locks the row there first, so that none waits in a circle.
 */
const ACCOUNT_SEGMENTS: readonly string[] = [
  "create table account_segments (first_id bigint not null primary key, count bigint not null)",
  `insert into account_segments (first_id, count)
    select first_id, count(*) from (${countAccounts("accounts", 1)}) as counted group by first_id`,
  ...accountTrigger("insert", "new table as arrived", countAccounts("arrived", 1)),
  ...accountTrigger("delete", "old table as gone", countAccounts("gone", -1)),
  ...accountTrigger(
    "update",
    "old table as gone new table as arrived",
    `${countAccounts("gone", -1)} union all ${countAccounts("arrived", 1)}`,
  ),
];

/** SQL: the keys of `rows` in each order. */
function keysOf(rows: string, change: 1 | -1): string {
  const keys = COLUMNS.map((column) => `('${column}', ${keyOf(column, column).join(", ")})`);
  return `select account_id, shelf_id, id, sorting, key.number, key.text, ${change} as items
    from ${rows} cross join lateral (values ${keys.join(", ")}) as key (sorting, number, text)`;
}

/**
 * Gives segments that begin with a text which their item no longer has the key of their next item: what a user deletes
 * must not stay as a key.
 */
function renew(column: (typeof TEXT_COLUMNS)[number]): string {
  const isOld = (segment: string) => `${segment}.account_id = gone.account_id and ${segment}.sorting = '${column}'
    and ${segment}.number = 0 and ${segment}.text = gone.${column} and ${segment}.item_id = gone.id`;
  return `update item_segments as segment set text = next.${column}, item_id = next.id
    from gone inner join item_segments as first on ${isOld("first")} and first.shelf_id = 0
      cross join lateral (
        select ${column}, id from items
        where account_id = gone.account_id and (${column}, id) > (gone.${column}, gone.id)
        order by ${column}, id limit 1) as next
    where ${isOld("segment")}
      and not exists (select 1 from items where items.id = gone.id and items.${column} = gone.${column});`;
}

/** A trigger that runs once per statement, so that a statement updates each counter once. */
function itemTrigger(event: string, tables: string, rows: string, changes: string): string[] {
  const renewed = rows === "gone" || event === "update" ? TEXT_COLUMNS.map(renew).join(" ") : "";
  return [
    `create function items_segment_${event}() returns trigger language plpgsql as $$ begin
      if exists (select 1 from item_segments where account_id in (select account_id from ${rows})) then
        insert into item_segments (account_id, sorting, shelf_id, number, text, item_id, count)
        select change.account_id, change.sorting, shelf.id, segment.number, segment.text, segment.item_id,
          sum(change.items)
        from (${changes}) as change
          cross join lateral (
            select number, text, item_id from item_segments
            where account_id = change.account_id and sorting = change.sorting and shelf_id = 0
              and (number, text, item_id) <= (change.number, change.text, change.id)
            order by number desc, text desc, item_id desc limit 1) as segment
          cross join lateral (values (0), (change.shelf_id)) as shelf (id)
        group by 1, 2, 3, 4, 5, 6 having sum(change.items) <> 0 order by 1, 2, 3, 4, 5, 6
        on conflict (account_id, sorting, shelf_id, number, text, item_id)
          do update set count = item_segments.count + excluded.count;
        ${renewed}
      end if;
      return null;
    end $$`,
    `create trigger items_segment_${event} after ${event} on items referencing ${tables}
      for each statement execute function items_segment_${event}()`,
  ];
}

/** A trigger that runs once per row, and only for rows that satisfy `condition`. */
function rowTrigger(name: string, when: string, condition: string, work: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${work} end $$`,
    `create trigger ${name} ${when} for each row when (${condition}) execute function ${name}()`,
  ];
}

/**
 * The table `item_segments` divides the lists of items of an account, one for each order, into segments: an item is in
 * the last one whose first key is not greater. Triggers count the items of each segment and shelf; `shelf_id` 0 is
 * all shelves. They ask for segments to be made or divided by setting `libraries.segments_due`.
 */
const ITEM_SEGMENTS: readonly string[] = [
  `create table item_segments (
    account_id bigint not null,
    sorting text collate "C" not null,
    shelf_id bigint not null,
    number double precision not null,
    text text collate "C" not null,
    item_id bigint not null,
    count bigint not null,
    primary key (account_id, sorting, shelf_id, number, text, item_id))`,
  ...itemTrigger("insert", "new table as arrived", "arrived", keysOf("arrived", 1)),
  ...itemTrigger("delete", "old table as gone", "gone", keysOf("gone", -1)),
  ...itemTrigger(
    "update",
    "old table as gone new table as arrived",
    "arrived",
    `${keysOf("gone", -1)} union all ${keysOf("arrived", 1)}`,
  ),
  // The first segment of a list, whose `item_id` is 0, stays when it is empty.
  ...rowTrigger(
    "item_segments_empty",
    "after update of count on item_segments",
    "new.count = 0 and (new.shelf_id <> 0 or new.item_id <> 0)",
    `delete from item_segments where account_id = new.account_id and sorting = new.sorting
      and shelf_id = new.shelf_id and number = new.number and text = new.text and item_id = new.item_id;
    return null;`,
  ),
  ...rowTrigger(
    "item_segments_long",
    "after update of count on item_segments",
    `new.shelf_id = 0 and new.count > ${MAX_SEGMENT_ITEMS} and old.count <= ${MAX_SEGMENT_ITEMS}`,
    "update libraries set segments_due = 1 where account_id = new.account_id; return null;",
  ),
  ...rowTrigger(
    "libraries_long",
    "before update of item_count on libraries",
    `new.item_count > ${MAX_SEGMENT_ITEMS} and old.item_count <= ${MAX_SEGMENT_ITEMS}`,
    "new.segments_due := 1; return new;",
  ),
];

/** Creates the tables and triggers that count accounts and items by segments. */
export const SEGMENTS: readonly string[] = [...ACCOUNT_SEGMENTS, ...ITEM_SEGMENTS];
