import type Sqlite from "better-sqlite3";
import { toColumns } from "../../src/items/item.ts";
import { THEN } from "./accounts.ts";

/** Gives an account so many root collections; gives back their ids. */
export function insertCollections(database: Sqlite.Database, accountId: number, count: number): number[] {
  openLibrary(database, accountId);
  const insertCollection = database.prepare(`insert into collections
    (account_id, parent_id, depth, parent_depth, title, description, view, public, expanded, sort, color, cover, created_at, updated_at)
    values (?, null, 1, null, ?, ?, 'list', 0, 1, ?, null, '[]', ?, ?)`);
  const insertShelf = database.prepare(
    "insert into shelves (account_id, place, collection_id) values (?, 'collection', ?)",
  );
  return Array.from({ length: count }, (_, number) => {
    const title = `Collection ${(number * 7919) % count} of what is read later`;
    const description = number % 3 === 0 ? "Articles, talks and papers that somebody wants to come back to." : "";
    const made = insertCollection.run(accountId, title, description, number + 1, THEN + number, THEN + number);
    insertShelf.run(accountId, made.lastInsertRowid);
    return Number(made.lastInsertRowid);
  });
}

/** Puts so many items into a collection. */
export function insertItems(database: Sqlite.Database, accountId: number, collectionId: number, count: number): void {
  const shelfId = database
    .prepare<[number], number>("select id from shelves where collection_id = ?")
    .pluck()
    .get(collectionId);
  const columns = Object.keys(toRow(accountId, 0, 0));
  const insert = database.prepare(
    `insert into items (${columns.join()}) values (${columns.map((name) => `:${name}`).join()})`,
  );
  for (let number = 0; number < count; number++) insert.run(toRow(accountId, Number(shelfId), number));
}

function openLibrary(database: Sqlite.Database, accountId: number): void {
  database.prepare("insert into libraries (account_id, version, items_changed_at) values (?, 1, 0)").run(accountId);
  const insertShelf = database.prepare("insert into shelves (account_id, place) values (?, ?)");
  for (const place of ["unsorted", "trash"]) insertShelf.run(accountId, place);
}

function toRow(accountId: number, shelfId: number, number: number) {
  const content = toColumns({
    link: `https://host${number % 997}.example.com/articles/${number}?from=bookmarks`,
    title: `Article ${(number * 7919) % 1_000_003} of somebody who wrote much – and well`,
    excerpt: `What it says in short, in a sentence or two, as bookmarks have it: number ${number}.`,
    note: number % 10 === 0 ? "To be read again." : "",
    type: "article",
    cover: "",
    media: [],
    tags: ["reading", `tag${number % 50}`],
    important: number % 20 === 0,
    broken: number % 100 === 0,
  });
  return {
    ...content,
    account_id: accountId,
    shelf_id: shelfId,
    sort: number + 1,
    position: 0,
    created_at: THEN + number,
    updated_at: THEN + number,
  };
}
