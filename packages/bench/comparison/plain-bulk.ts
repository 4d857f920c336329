import Database from "better-sqlite3";
import { median } from "../statistics.ts";

/**
 * Milliseconds that the updates of `bulk.ts` take in a plain table: one transaction that waits for the disk, no indexes, no
 * derived data, no record by which they can be reverted. `file`: a new database. Medians, by the name of the change.
 */
export function measurePlain(file: string, items: number, words: number, rounds: number): ReadonlyMap<string, number> {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec(`create table items (id integer primary key, shelf_id integer, important integer, updated_at integer,
    title text, link text, note text, tags text, media text)`);
  const insert = database.prepare("insert into items values (?, 1, 0, 1, ?, ?, ?, ?, '[]')");
  const note = "words of it ".repeat(words / 2);
  const fill = database.transaction(() => {
    for (let id = 1; id <= items; id++)
      insert.run(id, `Article number ${id}`, `https://example.com/articles/${id}`, note, '["reading"]');
  });
  fill();
  const select = database.prepare<[], { id: number; tags: string }>("select id, tags from items where shelf_id = 1");
  const setTags = database.prepare("update items set tags = ?, updated_at = ? where id = ?");
  const changeTags = (edit: (tags: string[]) => string[]) => {
    for (const { id, tags } of select.all()) setTags.run(JSON.stringify(edit(JSON.parse(tags))), 2, id);
  };
  const changes = {
    "add a tag": () => changeTags((tags) => [...tags, "new"]),
    "rename that tag": () => changeTags((tags) => tags.map((tag) => (tag === "new" ? "other" : tag))),
    move: () => database.exec("update items set shelf_id = 3 - shelf_id, updated_at = 2"),
    delete: () => database.exec("update items set shelf_id = 3 - shelf_id, updated_at = 3"),
    star: () => database.exec("update items set important = 1 - important, updated_at = 4"),
    media: () => database.exec(`update items set media = '[{"link":"https://example.com/a.png"}]', updated_at = 5`),
  };
  const times = new Map<string, number>();
  for (const [name, change] of Object.entries(changes)) {
    const measured = Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      database.transaction(change)();
      return performance.now() - startedAt;
    });
    times.set(name, median(measured));
  }
  database.close();
  return times;
}
