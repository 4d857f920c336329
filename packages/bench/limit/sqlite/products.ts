import type Sqlite from "better-sqlite3";
import { productIds } from "../../../../src/products/product-id.ts";
import { PRODUCT_COLUMNS, type ProductRow, toProduct } from "../rows.ts";

/** Operations on products. Each returns the response body as JSON text. server.ts explains `+?`. */
export function productsIn(writer: Sqlite.Database, reader: Sqlite.Database) {
  const one = reader.prepare<[string], ProductRow>(`select ${PRODUCT_COLUMNS} from products where id = +?`).raw();
  const first = reader
    .prepare<[number], ProductRow>(`select ${PRODUCT_COLUMNS} from products order by id limit +?`)
    .raw();
  const next = reader
    .prepare<[string, number], ProductRow>(`select ${PRODUCT_COLUMNS} from products where id > +? order by id limit +?`)
    .raw();
  const insert = writer.prepare<[string, string, string, number, number, string]>(
    `insert into products (${PRODUCT_COLUMNS}, search_text) values (?, ?, ?, ?, ?, ?)`,
  );
  const newId = productIds(Date.now);
  return {
    get(id: string): string {
      const row = one.get(id);
      return row === undefined ? "[]" : JSON.stringify([toProduct(row)]);
    },

    list(limit: number, after: string | null): string {
      const rows = after === null ? first.all(limit) : next.all(after, limit);
      return JSON.stringify(rows.map(toProduct));
    },

    create(body: string): string {
      const { name, description = "", price, inStock = true } = JSON.parse(body);
      const id = newId();
      insert.run(id, name, description, price, inStock ? 1 : 0, `${name}\n${description}`.toLowerCase());
      return JSON.stringify({ id, name, description, price, inStock });
    },
  };
}
