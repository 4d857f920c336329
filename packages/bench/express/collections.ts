import { Router } from "express";
import type { Knex } from "knex";
import { colorOf, type ItemRow, slugOf, toFilters, toItem, toItemColumns, toMatch } from "../shapes.ts";

interface CollectionRow {
  id: number;
  account_id: number;
  title: string;
  description: string;
  view: string;
  public: number;
  expanded: number;
  sort: number;
  color: string | null;
  cover: string;
  created_at: number;
  updated_at: number;
  count: number;
  owner_name: string;
}

/** Collections and their items. */
export function collections(knex: Knex): Router {
  const router = Router();
  const nameOf = async (id: number) => (await knex("accounts").select("name").where({ id }).first()).name;

  router.get("/collections", async (request, response) => {
    const rows = await knex("collections")
      .join("accounts", "accounts.id", "collections.account_id")
      .select(
        "collections.*",
        "accounts.name as owner_name",
        knex("shelves").sum("count").where("collection_id", knex.ref("collections.id")).as("count"),
      )
      .where({ account_id: request.accountId, parent_id: null })
      .orderBy([{ column: "sort", order: "desc" }, "collections.id"]);
    response.json({ result: true, items: rows.map(toCollection) });
  });

  router.get("/raindrops/:collectionId", async (request, response) => {
    const { page, perpage, search } = request.query;
    const collectionId = Number(request.params.collectionId);
    const shelf = await knex("shelves").where({ collection_id: collectionId, account_id: request.accountId }).first();
    if (shelf === undefined) {
      response.status(404).json({ result: false, error: "not_found" });
      return;
    }
    const query = knex("items").where({ shelf_id: shelf.id });
    if (search !== undefined) {
      const found = knex("item_index")
        .select("rowid")
        .whereRaw("item_index match ?", [toMatch(String(search), shelf.account_id)]);
      query.whereIn("id", found);
    }
    const [{ count }] = search === undefined ? [shelf] : await query.clone().count({ count: "*" });
    const rows: ItemRow[] = await query
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(Number(perpage))
      .offset(Number(page) * Number(perpage));
    const name = await nameOf(shelf.account_id);
    const items = rows.map((row) => toItem(row, collectionId, shelf.account_id, name));
    response.json({ result: true, items, count, collectionId });
  });

  router.get("/tags/:collectionId", async (request, response) => {
    const collectionId = Number(request.params.collectionId);
    const items = await knex("facets")
      .join("shelves", "shelves.id", "facets.shelf_id")
      .select("name as _id", "facets.count")
      .where({ collection_id: collectionId, "shelves.account_id": request.accountId, kind: "tag" })
      .orderBy([{ column: "facets.count", order: "desc" }, "name"]);
    response.json({ result: true, items });
  });

  router.get("/filters/:collectionId", async (request, response) => {
    const collectionId = Number(request.params.collectionId);
    const shelf = await knex("shelves").where({ collection_id: collectionId, account_id: request.accountId }).first();
    const facets = await knex("facets")
      .select("kind", "name", "count")
      .where({ shelf_id: shelf.id })
      .orderBy([{ column: "count", order: "desc" }, "name"]);
    response.json(toFilters(facets, shelf.count, collectionId));
  });

  router.put("/raindrops/:collectionId", async (request, response) => {
    const { accountId = 0, body } = request;
    const match = toMatch(String(request.query.search), accountId);
    const modified = await knex.transaction(async (transaction) => {
      const now = Date.now();
      await transaction("libraries")
        .where({ account_id: accountId })
        .update({ version: transaction.raw("version + 1"), items_changed_at: now });
      const shelf = await transaction("shelves")
        .where({ collection_id: Number(request.params.collectionId), account_id: accountId })
        .first();
      return transaction("items")
        .where({ shelf_id: shelf.id })
        .whereIn("id", transaction("item_index").select("rowid").whereRaw("item_index match ?", [match]))
        .update({ cover: body.cover, updated_at: now });
    });
    response.json({ result: true, matched: modified, modified });
  });

  router.post("/raindrop", async (request, response) => {
    const { accountId = 0, body } = request;
    const collectionId = body.collection.$id;
    const row = await knex.transaction(async (transaction) => {
      const columns = toItemColumns(body);
      await transaction("libraries")
        .where({ account_id: accountId })
        .update({ version: transaction.raw("version + 1"), items_changed_at: columns.created_at });
      const shelf = await transaction("shelves").where({ collection_id: collectionId, account_id: accountId }).first();
      const last = await transaction("items").max("sort as sort").where({ account_id: accountId }).first();
      const [created] = await transaction("items")
        .insert({ ...columns, account_id: accountId, shelf_id: shelf.id, sort: (last?.sort ?? 0) + 1 })
        .returning("*");
      return created;
    });
    response.json({ result: true, item: toItem(row, collectionId, accountId, await nameOf(accountId)) });
  });

  return router;
}

function toCollection(row: CollectionRow) {
  const updated = new Date(row.updated_at).toISOString();
  return {
    _id: row.id,
    color: row.color ?? colorOf(row.id),
    count: row.count,
    cover: JSON.parse(row.cover),
    created: new Date(row.created_at).toISOString(),
    creatorRef: { _id: row.account_id, name: row.owner_name, email: "" },
    description: row.description,
    expanded: row.expanded === 1,
    lastAction: updated,
    lastUpdate: updated,
    public: row.public === 1,
    slug: slugOf(row.title),
    sort: row.sort,
    title: row.title,
    user: { $ref: "users", $id: row.account_id },
    view: row.view,
    access: { level: 4, draggable: true },
  };
}
