import type { Pool, PoolClient } from "pg";
import { type Facet, type ItemRow, type NewItem, toFilters, toItem, toItemColumns } from "../../shapes.ts";
import type { Operations } from "../http.ts";
import { type CollectionRow, ITEM_COLUMNS, NEW_ITEM_COLUMNS, type Shelf, toCollection } from "../rows.ts";
import { inTransaction, prepare, prepareRaw } from "./statement.ts";

const ownerName = prepareRaw<[number], [string]>("select name from accounts where id = $1");
const roots = prepareRaw<[number], CollectionRow>(
  `select id, title, description, view, public, expanded, sort, color, cover, created_at, updated_at,
    (select coalesce(sum(count), 0)::bigint from shelves where collection_id = collections.id)
  from collections where account_id = $1 and parent_id is null order by sort desc, id`,
);
const shelves = prepare<[number], Shelf>("select id, account_id, count from shelves where collection_id = $1");
const itemsOf = prepare<[number, number, number], ItemRow>(
  `select ${ITEM_COLUMNS} from items where id in
    (select id from items where shelf_id = $1 order by created_at desc, id desc limit $2 offset $3)
  order by created_at desc, id desc`,
);
/** Not inlined, so that the items are read through the index of words, whatever PostgreSQL estimates. */
const FOUND =
  "(with found as materialized (select item_id from item_index where terms @@ cast($2 as tsquery))\n  select item_id from found)";
const found = prepare<[number, string, number, number], ItemRow & { total: number }>(
  `select ${ITEM_COLUMNS}, count(*) over () as total from items where shelf_id = $1 and id in ${FOUND}
  order by created_at desc, id desc limit $3 offset $4`,
);
const tagsOf = prepare<[number], { _id: string; count: number }>(
  "select name as _id, count from facets where shelf_id = $1 and kind = 'tag' order by count desc, name",
);
const facetsOf = prepare<[number], Facet>(
  "select kind, name, count from facets where shelf_id = $1 order by count desc, name",
);
const updateLibrary = prepare<[number, number], never>(
  "update libraries set version = version + 1, items_changed_at = $1 where account_id = $2",
);
const maxSort = prepareRaw<[number], [number]>(
  "select sort from items where account_id = $1 order by sort desc limit 1",
);
const insert = prepareRaw<unknown[], [number]>(
  `insert into items (${NEW_ITEM_COLUMNS}) values (${NEW_ITEM_COLUMNS.map((_, index) => `$${index + 1}`)}) returning id`,
);
const setCover = prepareRaw<[number, string, string, number], [number]>(
  `update items set cover = $3, updated_at = $4 where shelf_id = $1 and id in ${FOUND} returning id`,
);

/** Operations on collections and items. */
export function collectionsIn(pool: Pool): Operations["collections"] {
  const nameOf = async (accountId: number) => (await ownerName(pool, accountId))[0]?.[0] ?? "";
  const shelfOf = async (collectionId: number, handle: Pool | PoolClient = pool): Promise<Shelf> =>
    (await shelves(handle, collectionId))[0] ?? { id: 0, account_id: 0, count: 0 };
  return {
    async list(accountId) {
      const [name, rows] = await Promise.all([nameOf(accountId), roots(pool, accountId)]);
      return JSON.stringify({ result: true, items: rows.map((row) => toCollection(row, accountId, name)) });
    },

    async listItems(collectionId, page, perPage) {
      const { id, account_id: accountId, count } = await shelfOf(collectionId);
      const [name, rows] = await Promise.all([nameOf(accountId), itemsOf(pool, id, perPage, page * perPage)]);
      const items = rows.map((row) => toItem(row, collectionId, accountId, name));
      return JSON.stringify({ result: true, items, count, collectionId });
    },

    async searchItems(collectionId, search, page, perPage) {
      const { id, account_id: accountId } = await shelfOf(collectionId);
      const [name, rows] = await Promise.all([
        nameOf(accountId),
        found(pool, id, toQuery(search, accountId), perPage, page * perPage),
      ]);
      const items = rows.map((row) => toItem(row, collectionId, accountId, name));
      return JSON.stringify({ result: true, items, count: rows[0]?.total ?? 0, collectionId });
    },

    async listTags(collectionId) {
      return JSON.stringify({ result: true, items: await tagsOf(pool, (await shelfOf(collectionId)).id) });
    },

    async getFilters(collectionId) {
      const { id, count } = await shelfOf(collectionId);
      return JSON.stringify(toFilters(await facetsOf(pool, id), count, collectionId));
    },

    async updateItems(collectionId, search, body) {
      const { id, account_id: accountId } = await shelfOf(collectionId);
      const { cover }: { readonly cover: string } = JSON.parse(body);
      const modified = await inTransaction(pool, async (client) => {
        const now = Date.now();
        await updateLibrary(client, now, accountId);
        return (await setCover(client, id, toQuery(search, accountId), cover, now)).length;
      });
      return JSON.stringify({ result: true, matched: modified, modified });
    },

    async createItem(accountId, body) {
      const item: NewItem = JSON.parse(body);
      const row = await inTransaction(pool, (client) => create(client, accountId, item));
      return JSON.stringify({
        result: true,
        item: toItem(row, item.collection.$id, accountId, await nameOf(accountId)),
      });
    },
  };

  async function create(client: PoolClient, accountId: number, item: NewItem): Promise<ItemRow> {
    const columns = toItemColumns(item);
    await updateLibrary(client, columns.created_at, accountId);
    const { id: shelfId } = await shelfOf(item.collection.$id, client);
    const [[sort] = [0]] = await maxSort(client, accountId);
    const row = { ...columns, account_id: accountId, shelf_id: shelfId, sort: sort + 1 };
    const values = new Map<string, unknown>(Object.entries(row));
    const [[id] = [0]] = await insert(client, ...NEW_ITEM_COLUMNS.map((column) => values.get(column)));
    return { ...row, id };
  }
}

/** The full-text query for items that have all words of a search, or longer words that begin with these. */
function toQuery(search: string, accountId: number): string {
  return search
    .split(" ")
    .map((word) => `'${accountId}x${word}':*`)
    .join(" & ");
}
