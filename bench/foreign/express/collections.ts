import { Router } from "express";
import type { Knex } from "knex";

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

/** The routes of collections. */
export function collections(knex: Knex): Router {
  const router = Router();

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

  return router;
}

function toCollection(row: CollectionRow) {
  const updated = new Date(row.updated_at).toISOString();
  return {
    _id: row.id,
    color: row.color ?? `#${(Math.imul(row.id, 2_654_435_769) >>> 8).toString(16).padStart(6, "0")}`,
    count: row.count,
    cover: JSON.parse(row.cover),
    created: new Date(row.created_at).toISOString(),
    creatorRef: { _id: row.account_id, name: row.owner_name },
    description: row.description,
    expanded: row.expanded === 1,
    lastAction: updated,
    lastUpdate: updated,
    public: row.public === 1,
    slug: row.title
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, ""),
    sort: row.sort,
    title: row.title,
    user: { $ref: "users", $id: row.account_id },
    view: row.view,
    access: { level: 4, draggable: true },
  };
}
