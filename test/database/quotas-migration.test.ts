import { sql } from "kysely";
import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import * as products from "../../src/products/products.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { countProducts, countRows, readCounters } from "../support/usage.ts";

/** Rows of two accounts from before the migration; the second has no pictures and no items. */
const ROWS = [
  `insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('a', 'a', 'Ann', 'en', 'x', 1, 1, 1), ('b', 'b', 'Bob', 'en', 'x', 1, 1, 1)`,
  "insert into libraries (account_id, version, items_changed_at) values (1, 3, 0), (2, 1, 0)",
  `insert into collections (account_id, depth, title, description, view, public, expanded, sort, cover, created_at, updated_at)
    values (1, 1, 'Ä', 'text', 'list', 0, 1, 1, '[]', 1, 1), (2, 1, 'B', '', 'list', 0, 1, 1, '[]', 1, 1)`,
  "insert into shelves (account_id, place, collection_id) values (1, 'collection', 1)",
  ...["short", "a longer note with ö"].map(
    (note) => `insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    values (1, 1, 1, 1, 1, 0, 0, 0, 'link', 'a', 'a', 'a', 'https://a/', 'A', '', '["x"]', '[]', '', '${note}', '${note}')`,
  ),
  `insert into products (id, name, description, price, in_stock, search_text) values ('a', 'Lamp', '', 1, 1, 'lamp')`,
];

t.test("0006-quotas counts the rows and bytes that accounts already have, and keeps their products", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0006")));
  for (const statement of ROWS) await sql.raw(statement).execute(database);
  const picture = { id: "p", account_id: 1, color: "#000000", bytes: Buffer.alloc(100) };
  await database.insertInto("pictures").values(picture).execute();

  await migrate(database, url);
  t.match(await readCounters(database, 1), { collection_count: 1, item_count: 2 });
  t.ok((await readCounters(database, 1)).stored_bytes > 100);
  for (const owner of [1, 2]) t.same(await readCounters(database, owner), await countRows(database, owner));

  await database.deleteFrom("items").where("note", "=", "short").execute();
  await database.deleteFrom("pictures").execute();
  t.same(await readCounters(database, 1), await countRows(database, 1));
  await products.update(database, "a", { price: 2 });
  await products.remove(database, "a");
  t.same(await countProducts(database, 1), { counter: 0, rows: 0 });
});
