/** A trigger that runs once per row, and only for rows that satisfy `condition`. */
function rowTrigger(name: string, event: "insert" | "delete" | "update", condition: string, work: string): string[] {
  return [
    `create function ${name}_${event}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    `create trigger ${name}_${event} after ${event} on items for each row when (${condition})
      execute function ${name}_${event}()`,
  ];
}

const COUNT_ONE_MORE = `insert into facets (account_id, kind, name, shelf_id, count)
  values (new.account_id, 'flag', 'file', new.shelf_id, 1)
  on conflict (account_id, kind, name, shelf_id) do update set count = facets.count + 1;`;

const COUNT_ONE_LESS = `update facets set count = count - 1
    where account_id = old.account_id and kind = 'flag' and name = 'file' and shelf_id = old.shelf_id;
  delete from facets where account_id = old.account_id and count = 0;`;

/** Triggers that count the items with a file in `facets`, and release the file and the picture of a deleted item. */
export const ITEM_FILES: readonly string[] = [
  ...rowTrigger("item_files", "insert", "new.file_id is not null", COUNT_ONE_MORE),
  ...rowTrigger(
    "item_files",
    "update",
    "old.file_id is not null and old.shelf_id <> new.shelf_id",
    `${COUNT_ONE_LESS} ${COUNT_ONE_MORE}`,
  ),
  ...rowTrigger(
    "item_files",
    "delete",
    "old.file_id is not null",
    `update files set expires_at = 0 where id = old.file_id; ${COUNT_ONE_LESS}`,
  ),
  ...rowTrigger(
    "item_pictures",
    "delete",
    "old.picture_id is not null",
    "insert into loose_pictures (picture_id) values (old.picture_id) on conflict do nothing;",
  ),
];
