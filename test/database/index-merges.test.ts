import t from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { insertAccount } from "../support/accounts.ts";
import { openDatabaseFile } from "../support/database-file.ts";

const ITEMS = 5_000;
const BATCH = 20;

/** Of 4 KiB each. With FTS5's defaults, it is 401. */
const MAX_PAGES = 250;

t.test("SQLite: deleting some of many items writes few pages, also when the full-text index merges", async (t) => {
  const { database, other } = await openDatabaseFile(t);
  const account = await insertAccount(database);
  await fillLibrary(database, account, { collections: 10, items: ITEMS, depth: 2 });
  await database.destroy();
  other.exec("insert into item_index (item_index) values ('optimize')");
  other.pragma("wal_autocheckpoint = 0");
  const remove = other.prepare(`delete from items where id in (select id from items order by id limit ${BATCH})`);
  const written: number[] = [];
  for (let left = ITEMS; left > 0; left -= BATCH) {
    other.pragma("wal_checkpoint(truncate)");
    remove.run();
    // The columns of the result: busy, pages in the log, pages of it in the database.
    written.push(other.prepare<[], [number, number, number]>("pragma wal_checkpoint(passive)").raw().get()?.[1] ?? 0);
  }
  t.equal(other.prepare("select count(*) from items").pluck().get(), 0);
  t.ok(Math.max(...written) <= MAX_PAGES, `at most ${Math.max(...written)} pages for ${BATCH} items`);
});
