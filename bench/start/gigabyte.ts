import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { productIds } from "../../src/products/product-id.ts";
import { progress } from "../reporting.ts";

/** Rows of one transaction. */
const CHUNK = 2_000;

const DESCRIPTION = "A thing that somebody sells, with a long story that its maker likes to tell. ".repeat(60);

/** Puts long products into a database until its file has so many bytes. */
export function growTo(file: string, bytes: number): void {
  const database = new Sqlite(file);
  database.pragma("synchronous = OFF");
  const insert = database.prepare<[string]>(
    `insert into products (id, name, description, price, in_stock, search_text)
    values (?, 'Long story', '${DESCRIPTION}', 1, 1, 'long story ${DESCRIPTION.toLowerCase()}')`,
  );
  const newId = productIds(Date.now);
  const insertSome = database.transaction(() => {
    for (let row = 0; row < CHUNK; row++) insert.run(newId());
  });
  while (statSync(file).size < bytes) {
    progress(`Making data: ${Math.round(statSync(file).size / 2 ** 20)} MB …`);
    insertSome();
    database.pragma("wal_checkpoint(TRUNCATE)");
  }
  progress("");
  database.close();
}
