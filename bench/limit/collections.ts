import type Sqlite from "better-sqlite3";
import { ownersIn } from "./owners.ts";

type Row = [
  id: number,
  title: string,
  description: string,
  view: string,
  isPublic: number,
  expanded: number,
  sort: number,
  color: string | null,
  cover: string,
  created: number,
  updated: number,
  count: number,
];

/** The collections: gives back the body of an answer. */
export function collectionsIn(reader: Sqlite.Database) {
  const nameOf = ownersIn(reader);
  const roots = reader
    .prepare<[number], Row>(
      `select id, title, description, view, public, expanded, sort, color, cover, created_at, updated_at,
        (select coalesce(sum(count), 0) from shelves where collection_id = collections.id)
      from collections where account_id = +? and parent_id is null order by sort desc, id`,
    )
    .raw();
  return {
    list(accountId: number): string {
      const name = nameOf(accountId);
      return JSON.stringify({
        result: true,
        items: roots.all(accountId).map((row) => toCollection(row, accountId, name)),
      });
    },
  };
}

function toCollection(row: Row, accountId: number, name: string) {
  const updated = new Date(row[10]).toISOString();
  return {
    _id: row[0],
    color: row[7] ?? colorOf(row[0]),
    count: row[11],
    cover: row[8] === "[]" ? [] : JSON.parse(row[8]),
    created: new Date(row[9]).toISOString(),
    creatorRef: { _id: accountId, name },
    description: row[2],
    expanded: row[5] === 1,
    lastAction: updated,
    lastUpdate: updated,
    public: row[4] === 1,
    slug: slugOf(row[1]),
    sort: row[6],
    title: row[1],
    user: { $ref: "users", $id: accountId },
    view: row[3],
    access: { level: 4, draggable: true },
  };
}

function colorOf(id: number): string {
  return `#${(Math.imul(id, 2_654_435_769) >>> 8).toString(16).padStart(6, "0")}`;
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
