import { sql } from "kysely";
import t from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { computeIndexes, readIndexes } from "../support/facets.ts";

/** Inserts an account with two shelves. */
async function insertLibrary(database: Database): Promise<void> {
  await sql`insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('ann@example.com', 'ann@example.com', 'Ann', 'en', '', 1, 1, 1)`.execute(database);
  await sql`insert into libraries (account_id, version, items_changed_at) values (1, 1, 0)`.execute(database);
  for (const place of ["unsorted", "trash"]) {
    await sql`insert into shelves (account_id, place) values (1, ${place})`.execute(database);
  }
}

async function insertItem(database: Database, shelf: number, domain: string, tags: string, flag: number) {
  const created = Date.UTC(2026, flag, 1);
  await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    values (1, ${shelf}, ${created}, 1, 1, 0, ${flag}, ${flag}, 'link', ${domain}, '', '', 'https://example.com/', '',
      '', ${tags}, '[]', '', ${"n".repeat(flag)}, '')`.execute(database);
}

t.test("0012-item-facets indexes the existing items, and removes www. from their domains", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010")));
  await insertLibrary(database);
  await insertItem(database, 1, "www.example.com", '["a","b"]', 0);
  await insertItem(database, 1, "www.", '["a"]', 1);
  await insertItem(database, 2, "wwwexample.com", "[]", 1);
  await insertItem(database, 2, "example.com", String.raw`["x\ud800","a\\b"]`, 0);
  await migrate(database, url);

  t.same(await readIndexes(database), await computeIndexes(database));
  const items = await database.selectFrom("items").select(["domain", "tags"]).orderBy("id").execute();
  t.same(
    items.map(({ domain }) => domain),
    ["example.com", "www.", "wwwexample.com", "example.com"],
  );
  t.equal(items[3]?.tags, String.raw`["x�","a\\b"]`, "PostgreSQL cannot read unpaired surrogates from JSON");
  const { tag_count } = await database.selectFrom("libraries").select("tag_count").executeTakeFirstOrThrow();
  t.equal(tag_count, 4);
});
