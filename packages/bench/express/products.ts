import { Router } from "express";
import type { Knex } from "knex";
import { productIds } from "../../../src/products/product-id.ts";

interface ProductRow {
  id: string;
  name: string;
  description: string;
  price: number;
  in_stock: number;
}

const COLUMNS = ["id", "name", "description", "price", "in_stock"];

export function products(knex: Knex): Router {
  const router = Router();
  const newId = productIds(Date.now);

  router.get("/products", async (request, response) => {
    const { limit, after } = request.query;
    const query = knex("products").select(COLUMNS).orderBy("id");
    if (limit !== undefined) query.limit(Number(limit));
    if (after !== undefined) query.where("id", ">", String(after));
    response.json((await query).map(toProduct));
  });

  router.get("/products/:id", async (request, response) => {
    const product = await knex("products").select(COLUMNS).where({ id: request.params.id }).first();
    if (product === undefined) response.status(404).json({ error: "Product not found." });
    else response.json([toProduct(product)]);
  });

  router.post("/products", async (request, response) => {
    const { name, description, price, inStock } = request.body;
    const row = { id: newId(), name, description, price, in_stock: inStock ? 1 : 0 };
    await knex("products").insert({ ...row, search_text: `${name}\n${description}`.toLowerCase() });
    response.status(201).location(`/api/products/${row.id}`).json(toProduct(row));
  });

  return router;
}

function toProduct({ id, name, description, price, in_stock }: ProductRow) {
  return { id, name, description, price, inStock: in_stock === 1 };
}
