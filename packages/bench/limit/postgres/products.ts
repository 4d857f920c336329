import type { Pool } from "pg";
import { productIds } from "../../../../src/products/product-id.ts";
import type { Operations } from "../http.ts";
import { PRODUCT_COLUMNS, type ProductRow, toProduct } from "../rows.ts";
import { prepareRaw } from "./statement.ts";

const one = prepareRaw<[string], ProductRow>(`select ${PRODUCT_COLUMNS} from products where id = $1`);
const first = prepareRaw<[number], ProductRow>(`select ${PRODUCT_COLUMNS} from products order by id limit $1`);
const next = prepareRaw<[string, number], ProductRow>(
  `select ${PRODUCT_COLUMNS} from products where id > $1 order by id limit $2`,
);
const insert = prepareRaw<[string, string, string, number, number, string], []>(
  `insert into products (${PRODUCT_COLUMNS}, search_text) values ($1, $2, $3, $4, $5, $6)`,
);

/** Operations on products. */
export function productsIn(pool: Pool): Operations["products"] {
  const newId = productIds(Date.now);
  return {
    async get(id) {
      return JSON.stringify((await one(pool, id)).map(toProduct));
    },

    async list(limit, after) {
      const rows = after === null ? await first(pool, limit) : await next(pool, after, limit);
      return JSON.stringify(rows.map(toProduct));
    },

    async create(body) {
      const { name, description = "", price, inStock = true } = JSON.parse(body);
      const id = newId();
      await insert(pool, id, name, description, price, inStock ? 1 : 0, `${name}\n${description}`.toLowerCase());
      return JSON.stringify({ id, name, description, price, inStock });
    },
  };
}
