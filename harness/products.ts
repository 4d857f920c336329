import { openDatabase } from "../src/database/database.ts";
import { productIds } from "../src/products/product-id.ts";

/** Rows per statement. */
const CHUNK = 1_000;

/** Inserts products of about 200 bytes each into a migrated database, oldest first. */
export async function fillCatalogue(url: string, count: number): Promise<void> {
  const database = openDatabase(url);
  let now = Date.UTC(2026, 0, 1);
  const newId = productIds(() => now++);
  await database.transaction().execute(async (transaction) => {
    for (let first = 0; first < count; first += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, count - first) }, (_, offset) => {
        const name = `Product ${first + offset}`;
        const description = "A product in the catalogue. ".repeat(3);
        const in_stock = offset % 2 === 0 ? (1 as const) : (0 as const);
        return {
          id: newId(),
          name,
          description,
          price: offset / 100,
          in_stock,
          search_text: `${name}\n${description}`.toLowerCase(),
        };
      });
      await transaction.insertInto("products").values(rows).execute();
    }
  });
  await database.destroy();
}
