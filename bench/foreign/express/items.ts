import { createHash } from "node:crypto";
import { Router } from "express";
import type { Knex } from "knex";

interface ItemRow {
  id: number;
  account_id: number;
  link: string;
  title: string;
  excerpt: string;
  note: string;
  type: string;
  cover: string;
  media: string;
  tags: string;
  important: number;
  broken: number;
  domain: string;
  created_at: number;
  updated_at: number;
  sort: number;
  position: number;
}

/** The routes of items. */
export function items(knex: Knex): Router {
  const router = Router();
  const nameOf = async (id: number) => (await knex("accounts").select("name").where({ id }).first()).name;

  router.get("/raindrops/:collectionId", async (request, response) => {
    const { page, perpage } = request.query;
    const collectionId = Number(request.params.collectionId);
    const shelf = await knex("shelves").where({ collection_id: collectionId, account_id: request.accountId }).first();
    if (shelf === undefined) {
      response.status(404).json({ result: false, error: "not_found" });
      return;
    }
    const rows: ItemRow[] = await knex("items")
      .where({ shelf_id: shelf.id })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(Number(perpage))
      .offset(Number(page) * Number(perpage));
    const name = await nameOf(shelf.account_id);
    const found = rows.map((row) => toItem(row, collectionId, name));
    response.json({ result: true, items: found, count: shelf.count, collectionId });
  });

  router.post("/raindrop", async (request, response) => {
    const { accountId = 0, body } = request;
    const collectionId = body.collection.$id;
    const row = await knex.transaction(async (transaction) => {
      const now = Date.now();
      await transaction("libraries")
        .where({ account_id: accountId })
        .update({ version: transaction.raw("version + 1"), items_changed_at: now });
      const shelf = await transaction("shelves").where({ collection_id: collectionId, account_id: accountId }).first();
      const highest = await transaction("items").max("sort as sort").where({ account_id: accountId }).first();
      const [made] = await transaction("items")
        .insert({
          ...toColumns(body),
          account_id: accountId,
          shelf_id: shelf.id,
          sort: (highest?.sort ?? 0) + 1,
          position: 0,
          created_at: now,
          updated_at: now,
        })
        .returning("*");
      return made;
    });
    response.json({ result: true, item: toItem(row, collectionId, await nameOf(accountId)) });
  });

  return router;
}

function toColumns(body: { link: string; title: string; excerpt?: string; tags?: string[] }) {
  const { link, title, excerpt = "", tags = [] } = body;
  return {
    link,
    title,
    excerpt,
    note: "",
    type: "link",
    cover: "",
    media: "[]",
    tags: JSON.stringify(tags),
    important: 0,
    broken: 0,
    domain: new URL(link).hostname,
    title_key: title.toLowerCase().slice(0, 100),
    link_key: createHash("sha256").update(link).digest("base64url"),
    search_text: [title, excerpt, link, ...tags].join("\n").toLowerCase(),
  };
}

function toItem(row: ItemRow, collectionId: number, name: string) {
  return {
    _id: row.id,
    link: row.link,
    title: row.title,
    excerpt: row.excerpt,
    note: row.note,
    type: row.type,
    cover: row.cover,
    media: JSON.parse(row.media),
    tags: JSON.parse(row.tags),
    important: row.important === 1,
    broken: row.broken === 1,
    removed: false,
    collection: { $ref: "collections", $id: collectionId, oid: collectionId },
    collectionId,
    user: { $ref: "users", $id: row.account_id },
    creatorRef: { _id: row.account_id, name },
    domain: row.domain,
    created: new Date(row.created_at).toISOString(),
    lastUpdate: new Date(row.updated_at).toISOString(),
    sort: row.sort,
    order: row.position,
  };
}
