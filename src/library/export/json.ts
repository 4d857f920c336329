import { setImmediate } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { Item } from "../items/item.ts";
import type { Place, Scope } from "../items/scope.ts";
import { placeIdOf } from "../placement.ts";
import { type Choice, placesOf } from "./choice.ts";
import type { Folders } from "./folders.ts";
import { itemBatches } from "./item-batches.ts";

// The entry of an archive with everything that an import can store: src/library/import/json/own.ts reads it. The names are
// those of the copy of all data of an account (own-data.ts). Values that an import would choose by itself are left out,
// so that it is hardly larger than the table.

/** Collections that one statement reads. */
const COLLECTIONS_PER_STATEMENT = 100;

/** The lines of a JSON text: the collections, each after those around it, siblings in the order of lists; and the items. */
export async function* jsonLines(
  database: Database,
  scope: Scope,
  place: Place,
  choice: Choice,
  folders: Folders,
): AsyncIterable<string> {
  yield '{"collections":[';
  yield* listOf(collectionsOf(database, scope.accountId, place, choice, folders));
  yield '],\n"items":[';
  yield* listOf(itemsOf(database, scope, choice));
  yield "]}\n";
}

async function* listOf(entries: AsyncIterable<object>): AsyncIterable<string> {
  let separator = "\n";
  for await (const entry of entries) {
    yield `${separator}${JSON.stringify(entry)}`;
    separator = ",\n";
  }
}

async function* collectionsOf(
  database: Database,
  accountId: number,
  place: Place,
  { found }: Choice,
  folders: Folders,
): AsyncIterable<object> {
  const places = found && (await placesOf(database, accountId, found));
  const ids = await folders.collectionsOf(places ?? new Set([...folders.list(place)].map(({ placeId }) => placeId)));
  for (let first = 0; first < ids.length; first += COLLECTIONS_PER_STATEMENT) {
    await setImmediate();
    const some = ids.slice(first, first + COLLECTIONS_PER_STATEMENT);
    const rows = await database
      .selectFrom("collections")
      .select(["id", "title", "description", "view", "expanded", "cover", "keep_copies", "created_at", "updated_at"])
      .where("id", "in", some)
      .where("account_id", "=", accountId)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = byId.get(id);
      // Undefined if it was deleted meanwhile.
      if (row === undefined) continue;
      const { title, description, view, expanded, cover, keep_copies, ...times } = row;
      yield {
        id,
        parent_id: folders.parentOf(id),
        title,
        ...(description !== "" && { description }),
        ...(view !== "list" && { view }),
        ...(expanded === 0 && { expanded }),
        ...(cover !== "[]" && { cover }),
        ...(keep_copies === 1 && { keep_copies }),
        created_at: times.created_at,
        updated_at: times.updated_at,
      };
    }
  }
}

async function* itemsOf(database: Database, scope: Scope, choice: Choice): AsyncIterable<object> {
  for await (const items of itemBatches(database, scope, choice)) for (const item of items) yield toEntry(item);
}

function toEntry(item: Item): object {
  const { id, link, title, excerpt, note, type, cover, media, tags, highlights, created_at, updated_at } = item;
  return {
    id,
    link,
    title,
    // -1 is Unsorted, -99 the Trash.
    collection_id: placeIdOf(item),
    ...(excerpt !== "" && { excerpt }),
    ...(note !== "" && { note }),
    ...(type !== "link" && { type }),
    ...(cover !== "" && { cover }),
    ...(media !== "[]" && { media: JSON.parse(media) }),
    ...(tags !== "[]" && { tags: JSON.parse(tags) }),
    ...(highlights !== "[]" && { highlights: JSON.parse(highlights) }),
    ...(item.reminder_at !== null && { reminder_at: item.reminder_at }),
    ...(item.important === 1 && { important: 1 }),
    ...(item.broken === 1 && { broken: 1 }),
    ...(item.copy_created_at !== null && { copy_created_at: item.copy_created_at }),
    created_at,
    updated_at,
  };
}
