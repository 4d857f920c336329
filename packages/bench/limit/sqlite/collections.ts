import type Sqlite from "better-sqlite3";
import { type Facet, type ItemRow, type NewItem, toFilters, toItem, toItemColumns, toMatch } from "../../shapes.ts";
import { type CollectionRow, ITEM_COLUMNS, NEW_ITEM_COLUMNS, type Shelf, toCollection } from "../rows.ts";

/** Operations on collections and items. Each returns the response body as JSON text. */
export function collectionsIn(writer: Sqlite.Database, reader: Sqlite.Database) {
  const ownerName = reader.prepare<[number], string>("select name from accounts where id = +?").pluck();
  const nameOf = (accountId: number) => ownerName.get(accountId) ?? "";
  const roots = reader
    .prepare<[number], CollectionRow>(
      `select id, title, description, view, public, expanded, sort, color, cover, created_at, updated_at,
        (select coalesce(sum(count), 0) from shelves where collection_id = collections.id)
      from collections where account_id = +? and parent_id is null order by sort desc, id`,
    )
    .raw();
  const shelfOf = reader.prepare<[number], Shelf>("select id, account_id, count from shelves where collection_id = +?");
  const itemsOf = reader.prepare<[number, number, number], ItemRow>(
    `select ${ITEM_COLUMNS} from items where id in
      (select id from items where shelf_id = +? order by created_at desc, id desc limit +? offset +?)
    order by created_at desc, id desc`,
  );
  const found = reader.prepare<[number, string, number, number], ItemRow & { total: number }>(
    `select ${ITEM_COLUMNS}, count(*) over () as total from items
    where shelf_id = +? and id in (select rowid from item_index where item_index match ?)
    order by created_at desc, id desc limit +? offset +?`,
  );
  const tagsOf = reader.prepare<[number], { _id: string; count: number }>(
    "select name as _id, count from facets where shelf_id = +? and kind = 'tag' order by count desc, name",
  );
  const facetsOf = reader.prepare<[number], Facet>(
    "select kind, name, count from facets where shelf_id = +? order by count desc, name",
  );
  const updateLibrary = writer.prepare(
    "update libraries set version = version + 1, items_changed_at = +? where account_id = +?",
  );
  const maxSort = writer
    .prepare<[number], number>("select sort from items where account_id = +? order by sort desc limit 1")
    .pluck();
  const insert = writer.prepare(
    `insert into items (${NEW_ITEM_COLUMNS}) values (${NEW_ITEM_COLUMNS.map((column) => `:${column}`)})`,
  );
  const create = writer.transaction((accountId: number, item: NewItem): ItemRow => {
    const columns = toItemColumns(item);
    updateLibrary.run(columns.created_at, accountId);
    const shelfId = shelfOf.get(item.collection.$id)?.id ?? 0;
    const row = { ...columns, account_id: accountId, shelf_id: shelfId, sort: (maxSort.get(accountId) ?? 0) + 1 };
    return { ...row, id: Number(insert.run(row).lastInsertRowid) };
  });
  const setCover = writer.prepare<[string, number, number, string]>(
    `update items set cover = ?, updated_at = +?
    where shelf_id = +? and id in (select rowid from item_index where item_index match ?)`,
  );
  const setCovers = writer.transaction((accountId: number, shelfId: number, cover: string, match: string): number => {
    const now = Date.now();
    updateLibrary.run(now, accountId);
    return setCover.run(cover, now, shelfId, match).changes;
  });
  return {
    list(accountId: number): string {
      const name = nameOf(accountId);
      return JSON.stringify({
        result: true,
        items: roots.all(accountId).map((row) => toCollection(row, accountId, name)),
      });
    },

    /** `page` counts from 0. */
    listItems(collectionId: number, page: number, perPage: number): string {
      const { id = 0, account_id: accountId = 0, count = 0 } = shelfOf.get(collectionId) ?? {};
      const name = nameOf(accountId);
      const rows = itemsOf.all(id, perPage, page * perPage);
      const items = rows.map((row) => toItem(row, collectionId, accountId, name));
      return JSON.stringify({ result: true, items, count, collectionId });
    },

    /** Finds items that have words, or longer words that begin with these. */
    searchItems(collectionId: number, search: string, page: number, perPage: number): string {
      const { id = 0, account_id: accountId = 0 } = shelfOf.get(collectionId) ?? {};
      const name = nameOf(accountId);
      const rows = found.all(id, toMatch(search, accountId), perPage, page * perPage);
      const items = rows.map((row) => toItem(row, collectionId, accountId, name));
      return JSON.stringify({ result: true, items, count: rows[0]?.total ?? 0, collectionId });
    },

    listTags(collectionId: number): string {
      return JSON.stringify({ result: true, items: tagsOf.all(shelfOf.get(collectionId)?.id ?? 0) });
    },

    getFilters(collectionId: number): string {
      const { id = 0, count = 0 } = shelfOf.get(collectionId) ?? {};
      return JSON.stringify(toFilters(facetsOf.all(id), count, collectionId));
    },

    /** Sets the cover of the items that a search finds. */
    updateItems(collectionId: number, search: string, body: string): string {
      const { id = 0, account_id: accountId = 0 } = shelfOf.get(collectionId) ?? {};
      const { cover }: { readonly cover: string } = JSON.parse(body);
      const modified = setCovers.immediate(accountId, id, cover, toMatch(search, accountId));
      return JSON.stringify({ result: true, matched: modified, modified });
    },

    createItem(accountId: number, body: string): string {
      const item: NewItem = JSON.parse(body);
      const row = create.immediate(accountId, item);
      return JSON.stringify({ result: true, item: toItem(row, item.collection.$id, accountId, nameOf(accountId)) });
    },
  };
}
