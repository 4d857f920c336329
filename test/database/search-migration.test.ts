import { sql } from "kysely";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import * as listing from "../../src/library/items/listing.ts";
import { insertAccount } from "../support/accounts.ts";
import { temporaryDatabaseUrl } from "../support/databases.ts";
import { countRows, readCounters } from "../support/usage.ts";

/** More items than one statement of a migration reads. */
const COUNT = 250;

const PAGE = { order: "-created", page: 0, limit: 1 } as const;
const EVERYWHERE = { placeId: 0, nested: false } as const;

/** Opens a database with the migrations whose names come before `end`. */
async function openBefore(t: Test, end: string) {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < end)));
  return { database, url };
}

t.test("0010-search indexes the items that accounts already have", async (t) => {
  const { database, url } = await openBefore(t, "0010");
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
  for (const [text, count] of [
    ['creme #"a TAG" xample', COUNT],
    ["title:249", 1],
    ["absent", 0],
  ] as const) {
    t.equal((await listing.listWritable(database, 1, EVERYWHERE, { ...PAGE, text })).count, count, text);
  }
  t.same(await readCounters(database, 1), await countRows(database, 1));
});

t.test("0033-lower-case-words makes items with characters such as ™ findable by their letters", async (t) => {
  const { database, url } = await openBefore(t, "0033");
  const account = await insertAccount(database);
  await fillLibrary(database, account, { collections: 2, items: COUNT + 1, depth: 1 });
  const words = JSON.stringify(["lampTM in use", "", "", "", "https example com", ""]);
  const texts = { title: "Lamp™ in use", excerpt: "", tags: "[]", link: "https://example.com/" };
  await database
    .updateTable("items")
    .set({ ...texts, search_text: words })
    .where("id", ">", 1)
    .execute();

  await migrate(database, url);
  for (const text of ["lamptm", "lamp™", '"lamptm in use"'])
    t.equal((await listing.listWritable(database, account, EVERYWHERE, { ...PAGE, text })).count, COUNT, text);
  // FTS5 would find capital letters too.
  const { rows } = await sql`select id from items where search_text <> lower(search_text)`.execute(database);
  t.same(rows, []);
  t.same(await readCounters(database, account), await countRows(database, account));
});
