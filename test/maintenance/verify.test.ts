import { setTimeout } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import t, { type Test } from "tap";
import { fillEveryTable } from "../../harness/filled-database.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { indexInsert } from "../../src/database/sqlite/item-index.ts";
import * as items from "../../src/library/items/items.ts";
import { type Finding, verify } from "../../src/maintenance/verify/verify.ts";
import { FIXTURES } from "../../src/testing/fixtures.ts";
import { execute } from "../support/broken-database.ts";
import { engine, openTestDatabase, temporaryDatabaseUrl } from "../support/databases.ts";

const { administrator, member } = FIXTURES.accounts;
const { development, databases, archive, travel } = FIXTURES.collections;
const { logging } = FIXTURES.items;

/** Data that is wrong in one way. */
interface Break {
  readonly check: string;
  /** What the only line says. */
  readonly message: RegExp;
  /** Statements that run without triggers and foreign keys. */
  readonly raw?: readonly RawBuilder<unknown>[];
  /** A change that triggers count. */
  readonly change?: (database: Database) => Promise<unknown>;
}

const onShelfOf = (collectionId: number) => sql`(select id from shelves where collection_id = ${collectionId})`;

const INDEX_KEY = engine === "sqlite" ? "rowid" : "item_id";

const ZEROS = sql.raw(
  engine === "sqlite" ? "zeroblob(octet_length(bytes))" : "decode(repeat('00', octet_length(bytes)), 'hex')",
);

/** Derived data, which `--repair` rebuilds. */
const REPAIRABLE: Readonly<Record<string, Break>> = {
  "a collection without a place for items": {
    check: "places of items",
    message: /^The collection 10 of account 4 has no place for its items\.$/,
    raw: [sql`delete from shelves where collection_id = ${travel.id}`],
  },
  "a place that waits for a missing undo step": {
    check: "places of items",
    message: /wait for an undo that does not exist\.$/,
    raw: [sql`update shelves set held = 1 where collection_id = ${travel.id}`],
  },
  "a wrong number of items": {
    check: "counts",
    message: /^The count of collection 8 of account 1 is 6 items instead of 1\.$/,
    raw: [sql`update shelves set count = count + 5 where collection_id = ${databases.id}`],
  },
  "a wrong number of broken items": {
    check: "counts",
    message: /^The count of collection 9 of account 1 is 0 broken items instead of 2\.$/,
    raw: [sql`update shelves set broken = 0 where collection_id = ${archive.id}`],
  },
  "a wrong number of accounts": {
    check: "counts",
    message: /^The number of accounts is stored as 5 instead of 4\.$/,
    raw: [sql`update row_counts set count = count + 1`],
  },
  "a wrong number of products": {
    check: "counts",
    message: /^The number of products of account 1 is stored as 8 instead of 6\.$/,
    // On PostgreSQL, each connection has a part of the count.
    raw: [sql`update product_counts set count = count + 2 where part = (select min(part) from product_counts)`],
  },
  "no number of products": {
    check: "counts",
    message: /^The number of products of account 1 is stored as 0 instead of 6\.$/,
    raw: [sql`delete from product_counts`],
  },
  "a wrong count of a filter": {
    check: "tags and filters",
    message: /^The tag "databases" of account 1 is counted for 3 items of a collection instead of 2\.$/,
    raw: [sql`update facets set count = count + 1 where kind = 'tag' and name = 'databases'`],
  },
  "a missing count of a filter": {
    check: "tags and filters",
    message: /^The flag "file" of account 1 is counted for 0 items of a collection instead of 1\.$/,
    raw: [sql`delete from facets where kind = 'flag' and name = 'file'`],
  },
  "a count of a filter that no item has": {
    check: "tags and filters",
    message: /^The type "video" of account 1 is counted for 4 items of a collection instead of 0\.$/,
    raw: [
      sql`insert into facets (account_id, kind, name, shelf_id, count) select 1, 'type', 'video', ${onShelfOf(archive.id)}, 4`,
    ],
  },
  "an item that its tag does not list": {
    check: "tags and filters",
    message: /^The item 5 is missing from the list of the tag "databases"\.$/,
    raw: [sql`delete from item_tags where item_id = ${logging.id} and name = 'databases'`],
  },
  "an item that a tag lists wrongly": {
    check: "tags and filters",
    message: /^The item 5 is wrongly in the list of the tag "other"\.$/,
    raw: [
      sql`insert into item_tags (shelf_id, name, item_id) select shelf_id, 'other', id from items where id = ${logging.id}`,
    ],
  },
  "a tag that a search does not find": {
    check: "tags and filters",
    message: /^The tag "\w+" of account 1 is stored for 0 collections instead of 1\.$/,
    raw: [
      sql`delete from tag_names where account_id = 1 and name = (select min(name) from tag_names where account_id = 1)`,
    ],
  },
  "a tag that no item has": {
    check: "tags and filters",
    message: /^The tag "other" of account 1 is stored for 1 collection instead of 0\.$/,
    raw: [sql`insert into tag_names (account_id, name, shelf_count) values (1, 'other', 1)`],
  },
  "a highlight that is not listed": {
    check: "tags and filters",
    message: /^The highlight 65a1f0c2e4b0d1a2b3c4d5e6 of item 5 is missing from the list of highlights\.$/,
    raw: [sql`delete from item_highlights where id = '65a1f0c2e4b0d1a2b3c4d5e6'`],
  },
  "a highlight that is listed wrongly": {
    check: "tags and filters",
    message: /^The highlight ff of item 5 is wrongly in the list of highlights\.$/,
    raw: [
      sql`insert into item_highlights (account_id, shelf_id, item_id, id, created_at)
        select account_id, shelf_id, id, 'ff', 1 from items where id = ${logging.id}`,
    ],
  },
  "a duplicate that is not listed": {
    check: "tags and filters",
    message: /^A link of account 1 is missing from the list of duplicates\.$/,
    raw: [sql`delete from repeated_links`],
  },
  "a duplicate that is listed wrongly": {
    check: "tags and filters",
    message: /^A link of account 4 is wrongly in the list of duplicates\.$/,
    raw: [sql`insert into repeated_links (account_id, link_key) values (${member.id}, 'x')`],
  },
  "a wrong number of collections": usage(
    "collection_count",
    /^Account 1 is recorded to have 4 collections instead of 3\.$/,
  ),
  "a wrong number of all items": usage("item_count", /^Account 1 is recorded to have 8 items instead of 7\.$/),
  "a wrong number of bytes": usage("stored_bytes", /^Account 1 is recorded to have \d+ bytes instead of \d+\.$/),
  "a wrong number of tags": usage(
    "tag_count",
    /^Account 1 is recorded to have \d+ tags of collections instead of \d+\.$/,
  ),
  "a cover that is not recorded": {
    check: "pictures",
    message: /^A picture that the cover of collection 8 of account 1 shows is not recorded as used\.$/,
    raw: [sql`delete from covers`],
  },
  "a picture that no cover shows": {
    check: "pictures",
    message: /^A picture is recorded as used by collection 9 of account 1, whose cover does not show it\.$/,
    raw: [sql`insert into covers (collection_id, picture_id) values (${archive.id}, 'loose')`],
  },
  "a picture that nothing uses": {
    check: "pictures",
    message: /^A picture of account 1 is not used, and is not scheduled for deletion\.$/,
    change: (database) =>
      database
        .insertInto("pictures")
        .values({ id: "unused", account_id: administrator.id, color: "#000000", bytes: Buffer.from("x") })
        .execute(),
  },
  "a file that no item has": {
    check: "files",
    message: /^The file \d+ of account 1 belongs to no item, and is not scheduled for deletion\.$/,
    change: (database) =>
      database
        .insertInto("files")
        .values({ account_id: administrator.id, name: "x", type: "text/plain", size: 0, expires_at: null })
        .execute(),
  },
  "a file of an item that would be deleted": {
    check: "files",
    message: /^The file 1 of item 5 of account 1 is scheduled for deletion\.$/,
    raw: [sql`update files set expires_at = 5`],
  },
  "an item with stale words": {
    check: "search index",
    message: /^The search index is outdated for item 5\.$/,
    change: (database) =>
      database.updateTable("items").set({ title: "Write-behind logging" }).where("id", "=", logging.id).execute(),
  },
  "an item that is not indexed": {
    check: "search index",
    message: /^The search does not find the item 5 by its words\.$/,
    raw: [sql`delete from item_index where ${sql.ref(INDEX_KEY)} = ${sql.lit(logging.id)}`],
  },
  "an item that is indexed with another word": wrongWords(sql`replace(search_text, '["write', '["read')`),
  "an item whose indexed words are in another order": wrongWords(
    sql`replace(search_text, 'ahead logging', 'logging ahead')`,
  ),
  "an item that lacks an indexed word": wrongWords(sql`replace(search_text, 'ahead logging', 'ahead')`),
  "an item whose indexed words are in another column": wrongWords(
    sql`replace(search_text, '["write ahead logging","', '["","write ahead logging ')`,
  ),
  "an entry of the search index without an item": {
    check: "search index",
    message: /^The search finds the item 999, which does not exist\.$/,
    raw:
      engine === "sqlite"
        ? [sql`insert into item_index (rowid, title) values (999, '1xother')`]
        : [sql`insert into item_index (item_id, terms) values (999, '''1xother'':1A')`],
  },
  "a page with stale words": {
    check: "search index",
    message: /^The search index is outdated for the page of item 5\.$/,
    change: (database) => database.updateTable("item_texts").set({ html: "<p>Other words</p>" }).execute(),
  },
  "a page that is not indexed": {
    check: "search index",
    message: /^The search does not find the item 5 by the words of its page\.$/,
    raw: [sql`delete from text_index where ${sql.ref(INDEX_KEY)} = ${sql.lit(logging.id)}`],
  },
  "an entry of the index of pages without a page": {
    check: "search index",
    message: /^The search finds the item 6 by a page that is not stored\.$/,
    raw:
      engine === "sqlite"
        ? [sql`insert into text_index (rowid, words) values (6, '1xother')`]
        : [sql`insert into text_index (item_id, terms) values (6, '''1xother'':1')`],
  },
};

/** Indexes an item with the words of another `search_text`, an SQL expression. */
function wrongWords(searchText: RawBuilder<unknown>): Break {
  return {
    check: "search index",
    message: /^The search does not find the item 5 by its words\.$/,
    raw:
      engine === "sqlite"
        ? [
            sql`delete from item_index where rowid = 5`,
            sql`${sql.raw(indexInsert("changed"))} from (
              select id, account_id, ${searchText} as search_text from items where id = 5) as changed`,
          ]
        : [
            sql`update item_index set terms = (select item_terms(account_id, ${searchText}) from items where id = 5)
              where item_id = 5`,
          ],
  };
}

/** Breaks a counter of the administrator. */
function usage(column: string, message: RegExp): Break {
  return {
    check: "quotas",
    message,
    raw: [sql`update libraries set ${sql.ref(column)} = ${sql.ref(column)} + 1 where account_id = 1`],
  };
}

/** What no other data can tell. */
const LASTING: Readonly<Record<string, Break>> = {
  "a row of a missing account": {
    check: "references",
    message: /^A row of logins \(id 1\) refers to a row of accounts that does not exist \(account id 999\)\.$/,
    raw: [sql`update logins set account_id = 999`],
  },
  "a collaborator with another owner": {
    check: "references",
    message: /^A row of collaborators \(.*\) refers to a row of collections that does not exist \(.*owner id 999\)\.$/,
    raw: [
      sql`insert into collaborators (collection_id, account_id, role, created_at, owner_id)
        select min(id), 1, 'viewer', 1, 999 from collections`,
    ],
  },
  "an item added by a missing account": {
    check: "references",
    message: /^A row of items \(id 5\) refers to a row of accounts that does not exist \(creator id 999\)\.$/,
    raw: [sql`update items set creator_id = 999 where id = ${logging.id}`],
  },
  "a missing parent": {
    check: "collection tree",
    message: /^The collection 8 of account 1 has the parent 999, which does not exist\.$/,
    raw: [sql`update collections set parent_id = 999 where id = ${databases.id}`],
  },
  "a parent of another account": {
    check: "collection tree",
    message: /^The collection 8 of account 1 has the parent 10 of account 4\.$/,
    raw: [sql`update collections set parent_id = ${travel.id} where id = ${databases.id}`],
  },
  "a cycle": {
    check: "collection tree",
    message: /^The collection 7 of account 1 is its own ancestor\.$/,
    raw: [sql`update collections set parent_id = ${databases.id}, parent_depth = 0 where id = ${development.id}`],
  },
  "a wrong depth": {
    check: "collection tree",
    message: /^The collection 8 of account 1 has the depth 3, but its parent 7 has the depth 1\.$/,
    raw: [sql`update collections set depth = 3, parent_depth = 2 where id = ${databases.id}`],
  },
  "an item in a collection of another account": {
    check: "places of items",
    message: /^The item 7 of account 1 is in a collection of account 4\.$/,
    raw: [sql`update shelves set account_id = ${member.id} where collection_id = ${databases.id}`],
  },
  "a cover with a missing picture": {
    check: "pictures",
    message: /^The cover of collection 9 of account 1 shows a picture that does not exist\.$/,
    change: (database) =>
      database.updateTable("collections").set({ cover: '["picture:none"]' }).where("id", "=", archive.id).execute(),
  },
  "a file with a wrong size": {
    check: "files",
    message: /^The file 1 of account 1 has 13 bytes instead of 14\.$/,
    raw: [sql`update files set size = 14`],
  },
  "a file without a part": {
    check: "files",
    message: /^Parts of the file 1 of account 1 are missing\.$/,
    raw: [sql`update file_chunks set number = 1`],
  },
  "a damaged export": {
    check: "stored exports",
    message: /^The stored export 5fb7c1d2e3a4b5c6d7e8f901 of account 1 can't be read as CSV\.$/,
    // As many bytes as before, which quotas count.
    raw: [sql`update backup_chunks set bytes = ${ZEROS} where format = 'csv'`],
  },
};

async function openFilled(t: Test): Promise<Database> {
  const database = await openTestDatabase(t);
  await fillEveryTable(database);
  return database;
}

async function apply(database: Database, { raw = [], change }: Break): Promise<void> {
  if (raw.length > 0) await execute(database, ...raw);
  await change?.(database);
}

t.test("a filled database has no problems", async (t) => {
  t.same(await verify(await openFilled(t)), []);
});

t.test("an empty database has no problems", async (t) => {
  t.same(await verify(await openTestDatabase(t)), []);
});

for (const [name, wrong] of Object.entries(REPAIRABLE))
  t.test(`${name} is one problem, which a repair removes`, async (t) => {
    const database = await openFilled(t);
    await apply(database, wrong);
    const [found, ...others] = await verify(database);
    t.match(found, { check: wrong.check, message: wrong.message, state: "repairable" });
    t.same(others, []);

    const findings: Finding[] = [];
    t.same(await verify(database, { repair: true, onFinding: (finding) => findings.push(finding) }), []);
    t.same(findings, [{ ...found, state: "repaired" }]);
    t.same(await verify(database), []);
  });

for (const [name, wrong] of Object.entries(LASTING))
  t.test(`${name} is one problem, which no repair removes`, async (t) => {
    const database = await openFilled(t);
    await apply(database, wrong);
    const found = await verify(database);
    t.match(found, [{ check: wrong.check, message: wrong.message, state: "remaining" }]);
    t.equal(found.length, 1);
    t.same(await verify(database, { repair: true }), found);
  });

t.test("a value that a constraint forbids, or a disabled trigger, is a problem of integrity", async (t) => {
  const database = await openFilled(t);
  if (engine === "sqlite") {
    await sql`pragma ignore_check_constraints = on`.execute(database);
    await sql`update accounts set user_level = 9 where id = 2`.execute(database);
    await sql`pragma ignore_check_constraints = off`.execute(database);
  } else await sql`alter table items disable trigger items_insert`.execute(database);
  const found = await verify(database);
  t.match(found, [{ check: "integrity", message: /accounts|items_insert/, state: "remaining" }]);
  t.equal(found.length, 1);
  // Other tests reuse the schema.
  if (engine === "postgres") await sql`alter table items enable trigger items_insert`.execute(database);
});

t.test("the words of the output are those of the interface", async (t) => {
  for (const { message } of [...Object.values(REPAIRABLE), ...Object.values(LASTING)])
    t.notMatch(message.source, /shel/);
});

t.test("changes during the checks are no problems", async (t) => {
  const url = await temporaryDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  await migrate(database, url);
  await fillEveryTable(database);
  let isDone = false;
  async function write(): Promise<void> {
    for (let number = 0; !isDone; number++) {
      await setTimeout(2);
      const [created] = await items.createMany(database, Date.now, administrator.id, [itemOf(number)]);
      if (created !== undefined && number % 2 === 0)
        await items.remove(database, Date.now, administrator.id, created.id);
    }
  }
  const writing = write();
  const checking = openDatabase(url);
  t.teardown(() => checking.destroy());
  for (let round = 0; round < 5; round++) t.same(await verify(checking), []);
  isDone = true;
  await writing;
  t.same(await verify(checking), []);
});

function itemOf(number: number): items.NewItem {
  const texts = { title: `Example ${number}`, excerpt: "", note: "", cover: "" };
  const flags = { important: number % 3 === 0, broken: false };
  const link = `https://example.com/${number % 5}`;
  return {
    link,
    ...texts,
    placeId: archive.id,
    type: "link",
    media: [],
    tags: [`tag${number % 7}`],
    highlights: [],
    ...flags,
  };
}
