const COUNT_ONE_MORE = `insert into facets (account_id, kind, name, shelf_id, count)
  values (new.account_id, 'flag', 'file', new.shelf_id, 1) on conflict do update set count = count + 1;`;

const COUNT_ONE_LESS = `update facets set count = count - 1
    where account_id = old.account_id and kind = 'flag' and name = 'file' and shelf_id = old.shelf_id;
  delete from facets where account_id = old.account_id and count = 0;`;

/** Triggers that count the items with a file in `facets`, and release the file and the picture of a deleted item. */
export const ITEM_FILES: readonly string[] = [
  `create trigger item_files_insert after insert on items when new.file_id is not null begin ${COUNT_ONE_MORE} end`,
  `create trigger item_files_update after update of shelf_id on items
    when old.file_id is not null and old.shelf_id <> new.shelf_id begin ${COUNT_ONE_LESS} ${COUNT_ONE_MORE} end`,
  `create trigger item_files_delete after delete on items when old.file_id is not null begin
    update files set expires_at = 0 where id = old.file_id; ${COUNT_ONE_LESS} end`,
  `create trigger item_pictures_delete after delete on items when old.picture_id is not null begin
    insert or ignore into loose_pictures (picture_id) values (old.picture_id); end`,
];
