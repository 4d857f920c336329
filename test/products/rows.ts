import type { Database } from "../../src/database/database.ts";
import type { ProductRow } from "../../src/products/products.ts";

/** Returns a product id: the number as 24 hexadecimal digits. */
export function idOf(number: number): string {
  return number.toString(16).padStart(24, "0");
}

/** Inserts products with the ids 1 to `count`; every third is out of stock. */
export async function insertProducts(database: Database, count: number, description = ""): Promise<void> {
  for (let first = 1; first <= count; first += 500) {
    const rows = Array.from({ length: Math.min(500, count - first + 1) }, (_, offset) => {
      const number = first + offset;
      const name = `Lamp ${number}.`;
      const in_stock = number % 3 === 0 ? (0 as const) : (1 as const);
      return {
        id: idOf(number),
        name,
        description,
        price: 1,
        in_stock,
        search_text: `${name}\n${description}`.toLowerCase(),
      };
    });
    await database.insertInto("products").values(rows).execute();
  }
}

/** The ids of all products in the batches of `listing.all`. */
export async function idsOf(batches: AsyncIterable<readonly ProductRow[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
  return ids;
}
