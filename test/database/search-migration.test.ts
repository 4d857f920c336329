import { sql } from "kysely";
import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import * as listing from "../../src/items/listing.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { countRows, readCounters } from "../support/usage.ts";

/** More items than one statement of the migration reads. */
const COUNT = 250;

t.test("0010-search indexes the items that accounts already have", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010")));
  await sql`insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('a', 'a', 'Ann', 'en', 'x', 1, 1, 1)`.execute(database);
  await sql`insert into libraries (account_id, version, items_changed_at) values (1, 1, 0)`.execute(database);
  await sql`insert into shelves (account_id, place) values (1, 'unsorted')`.execute(database);
  for (let number = 0; number < COUNT; number++) {
    await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    values (1, 1, ${number}, 1, 1, 0, 0, 0, 'link', 'a', 'a', 'a', 'https://example.com/', ${`Title ${number}`}, '',
      '["A tag"]', '[]', 'Crème', '', 'title')`.execute(database);
  }

  await migrate(database, url);
  const page = { order: "-created", page: 0, limit: 1 } as const;
  for (const [text, count] of [
    ['creme #"a TAG" xample', COUNT],
    ["title:249", 1],
    ["absent", 0],
  ] as const) {
    t.equal(
      (await listing.listWritable(database, 1, { placeId: 0, nested: false }, { ...page, text })).count,
      count,
      text,
    );
  }
  t.same(await readCounters(database, 1), await countRows(database, 1));
});
