import type { Database } from "../../src/database/database.ts";

/** A fixed part of a database, as sorted lines that tests compare. */
interface Indexes {
  /** Rows of `facets`: shelf, kind, name and count. */
  readonly facets: readonly string[];
  /** Rows of `item_tags`: shelf, name and item. */
  readonly tags: readonly string[];
  /** Rows of `item_highlights`: shelf, time, item and id. */
  readonly highlights: readonly string[];
}

/** Computes from the items what the triggers on items should have stored. */
export async function computeIndexes(database: Database): Promise<Indexes> {
  const items = await database.selectFrom("items").selectAll().execute();
  const counts = new Map<string, number>();
  for (const item of items) {
    const tags: string[] = JSON.parse(item.tags);
    const flags = {
      important: item.important === 1,
      broken: item.broken === 1,
      note: item.note !== "",
      notag: tags.length === 0,
      highlights: item.highlights !== "[]",
      reminder: item.reminder_at !== null,
      // Older schemas have no files.
      file: typeof item.file_id === "number",
    };
    const facets = [
      ["type", item.type],
      ["month", new Date(item.created_at).toISOString().slice(0, 7)],
      ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [["flag", name]] : [])),
      ...tags.map((tag) => ["tag", tag]),
    ];
    for (const facet of facets) {
      const key = JSON.stringify([item.shelf_id, ...facet]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return {
    facets: [...counts].map(([key, count]) => `${key} ${count}`).sort(),
    tags: items
      .flatMap(({ id, shelf_id, tags }) => JSON.parse(tags).map((name: string) => JSON.stringify([shelf_id, name, id])))
      .sort(),
    highlights: items
      .flatMap(({ id: itemId, shelf_id, highlights }) =>
        JSON.parse(highlights).map(({ id, created }: { id: string; created: number }) =>
          JSON.stringify([shelf_id, created, itemId, id]),
        ),
      )
      .sort(),
  };
}

/** Reads what the triggers have stored. */
export async function readIndexes(database: Database): Promise<Indexes> {
  const facets = await database.selectFrom("facets").selectAll().execute();
  const tags = await database.selectFrom("item_tags").selectAll().execute();
  const highlights = await database.selectFrom("item_highlights").selectAll().execute();
  return {
    facets: facets
      .map(({ shelf_id, kind, name, count }) => `${JSON.stringify([shelf_id, kind, name])} ${count}`)
      .sort(),
    tags: tags.map(({ shelf_id, name, item_id }) => JSON.stringify([shelf_id, name, item_id])).sort(),
    highlights: highlights
      .map(({ shelf_id, created_at, item_id, id }) => JSON.stringify([shelf_id, created_at, item_id, id]))
      .sort(),
  };
}
