import { hash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import { ownersIn } from "./owners.ts";

interface Row {
  readonly id: number;
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly type: string;
  readonly cover: string;
  readonly media: string;
  readonly tags: string;
  readonly important: number;
  readonly broken: number;
  readonly domain: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly sort: number;
  readonly position: number;
}

interface Shelf {
  readonly id: number;
  readonly account_id: number;
  readonly count: number;
}

const COLUMNS =
  "id, link, title, excerpt, note, type, cover, media, tags, important, broken, domain, created_at, updated_at, sort, position";

/** The items: each gives back the body of an answer. */
export function itemsIn(writer: Sqlite.Database, reader: Sqlite.Database) {
  const nameOf = ownersIn(reader);
  const shelfOf = reader.prepare<[number], Shelf>("select id, account_id, count from shelves where collection_id = +?");
  const page = reader.prepare<[number, number, number], Row>(
    `select ${COLUMNS} from items where id in
      (select id from items where shelf_id = +? order by created_at desc, id desc limit +? offset +?)
    order by created_at desc, id desc`,
  );
  const raise = writer.prepare(
    "update libraries set version = version + 1, items_changed_at = +? where account_id = +?",
  );
  const highest = writer
    .prepare<[number], number>("select sort from items where account_id = +? order by sort desc limit 1")
    .pluck();
  const insert = writer.prepare<
    Row & { account_id: number; shelf_id: number; title_key: string; link_key: string; search_text: string }
  >(
    `insert into items (account_id, shelf_id, link, title, excerpt, note, type, cover, media, tags, important, broken, domain, title_key,
      link_key, search_text, sort, position, created_at, updated_at)
    values (:account_id, :shelf_id, :link, :title, :excerpt, :note, :type, :cover, :media, :tags, :important, :broken, :domain, :title_key,
      :link_key, :search_text, :sort, :position, :created_at, :updated_at)`,
  );
  const store = writer.transaction((accountId: number, shelfId: number, row: Omit<Row, "id" | "sort">): Row => {
    raise.run(row.created_at, accountId);
    const placed = { ...row, id: 0, sort: (highest.get(accountId) ?? 0) + 1 };
    const made = insert.run({
      ...placed,
      account_id: accountId,
      shelf_id: shelfId,
      title_key: row.title.toLowerCase().slice(0, 100),
      link_key: hash("sha256", row.link, "base64url"),
      search_text: [row.title, row.excerpt, row.note, row.link, ...JSON.parse(row.tags)].join("\n").toLowerCase(),
    });
    return { ...placed, id: Number(made.lastInsertRowid) };
  });
  return {
    page(collectionId: number, number: number, perPage: number): string {
      const { id = 0, account_id: accountId = 0, count = 0 } = shelfOf.get(collectionId) ?? {};
      const name = nameOf(accountId);
      const items = page.all(id, perPage, number * perPage).map((row) => toItem(row, collectionId, accountId, name));
      return JSON.stringify({ result: true, items, count, collectionId });
    },

    create(accountId: number, body: string): string {
      const { link, title, excerpt = "", tags = [], collection } = JSON.parse(body);
      const now = Date.now();
      const row = store.immediate(accountId, shelfOf.get(collection.$id)?.id ?? 0, {
        link,
        title,
        excerpt,
        note: "",
        type: "link",
        cover: "",
        media: "[]",
        tags: JSON.stringify(tags),
        important: 0,
        broken: 0,
        domain: new URL(link).hostname,
        created_at: now,
        updated_at: now,
        position: 0,
      });
      return JSON.stringify({ result: true, item: toItem(row, collection.$id, accountId, nameOf(accountId)) });
    },
  };
}

function toItem(row: Row, collectionId: number, accountId: number, name: string) {
  return {
    _id: row.id,
    link: row.link,
    title: row.title,
    excerpt: row.excerpt,
    note: row.note,
    type: row.type,
    cover: row.cover,
    media: row.media === "[]" ? [] : JSON.parse(row.media),
    tags: JSON.parse(row.tags),
    important: row.important === 1,
    broken: row.broken === 1,
    removed: false,
    collection: { $ref: "collections", $id: collectionId, oid: collectionId },
    collectionId,
    user: { $ref: "users", $id: accountId },
    creatorRef: { _id: accountId, name },
    domain: row.domain,
    created: new Date(row.created_at).toISOString(),
    lastUpdate: new Date(row.updated_at).toISOString(),
    sort: row.sort,
    order: row.position,
  };
}
