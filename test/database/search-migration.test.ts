import { sql } from "kysely";
import t, { type Test } from "tap";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { migrations } from "../../src/database/migrations/migrations.ts";
import { tagWordsOf } from "../../src/database/migrations/parts/stored-words.ts";
import * as listing from "../../src/library/items/listing.ts";
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

/** Inserts an account with items, as versions up to 0040 stored them. Returns its id. */
async function insertItems(database: Database, item: (number: number) => Item): Promise<number> {
  await sql`insert into accounts (email, email_key, name, locale, password_hash, registered_at, created_at, updated_at)
    values ('a', 'a', 'Ann', 'en', 'x', 1, 1, 1)`.execute(database);
  await sql`insert into libraries (account_id, version, items_changed_at) values (1, 1, 0)`.execute(database);
  await sql`insert into shelves (account_id, place) values (1, 'unsorted')`.execute(database);
  for (let number = 0; number < COUNT; number++) {
    const { title, excerpt, tags, words } = item(number);
    await sql`insert into items (account_id, shelf_id, created_at, updated_at, sort, position, important, broken, type,
      domain, title_key, link_key, link, title, cover, tags, media, excerpt, note, search_text)
    values (1, 1, ${number}, 1, 1, 0, 0, 0, 'link', 'a', 'a', 'a', 'https://example.com/', ${title}, '',
      ${tags}, '[]', ${excerpt}, '', ${words})`.execute(database);
  }
  return 1;
}

/** The fields in which the items of a test differ from others. `words`: `search_text`. */
interface Item {
  readonly title: string;
  readonly excerpt: string;
  readonly tags: string;
  readonly words: string;
}

async function count(database: Database, account: number, text: string): Promise<number> {
  return (await listing.listWritable(database, account, EVERYWHERE, { ...PAGE, text })).count;
}

t.test("0010-search indexes the items that accounts already have", async (t) => {
  const { database, url } = await openBefore(t, "0010");
  const account = await insertItems(database, (number) => {
    return { title: `Title ${number}`, excerpt: "Crème", tags: '["A tag"]', words: "title" };
  });
  await migrate(database, url);
  t.equal(await count(database, account, 'creme #"a TAG" xample'), COUNT);
  t.equal(await count(database, account, "title:249"), 1);
  t.equal(await count(database, account, "absent"), 0);
  t.same(await readCounters(database, account), await countRows(database, account));
});

t.test("0033-lower-case-words makes items with characters such as ™ findable by their letters", async (t) => {
  const { database, url } = await openBefore(t, "0033");
  const words = JSON.stringify(["lampTM in use", "", "", "", "https example com", ""]);
  const account = await insertItems(database, () => ({ title: "Lamp™ in use", excerpt: "", tags: "[]", words }));
  await migrate(database, url);
  for (const text of ["lamptm", "lamp™", '"lamptm in use"']) t.equal(await count(database, account, text), COUNT, text);
  // FTS5 would find capital letters too.
  const { rows } = await sql`select id from items where search_text <> lower(search_text)`.execute(database);
  t.same(rows, []);
  t.same(await readCounters(database, account), await countRows(database, account));
});

t.test("0041-tag-index finds items by their tags and by their texts as before", async (t) => {
  const { database, url } = await openBefore(t, "0041");
  const account = await insertItems(database, (number) => {
    const tags = number % 2 === 0 ? ["Garden work", "two"] : [];
    const texts = `"title ${number}","creme","","${tagWordsOf(tags)}","https example com","xample ample"`;
    return { title: `Title ${number}`, excerpt: "Crème", tags: JSON.stringify(tags), words: `[${texts}]` };
  });
  await migrate(database, url);
  for (const [text, expected] of [
    ["#two", COUNT / 2],
    ['#"garden work"', COUNT / 2],
    ["gard", COUNT / 2],
    ['"garden work" creme', COUNT / 2],
    ["creme -work", COUNT / 2],
    ["work title", COUNT / 2],
    ['"work two"', 0],
    ["title:garden", 0],
    ["creme", COUNT],
    ["title:248 two", 1],
  ] as const)
    t.equal(await count(database, account, text), expected, text);
  t.same(await readCounters(database, account), await countRows(database, account));
});
