import t from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import { openTestDatabase } from "../support/databases.ts";
import { addOwner } from "./library.ts";

// The page of a search with more than 1,000 matches is found in another way.
const clock = () => 0;

t.test("a search for words that thousands of items have finds, counts and sorts them", async (t) => {
  const database = await openTestDatabase(t);
  const [owner, other] = [await addOwner(database, "owner"), await addOwner(database, "other")];
  await fillLibrary(database, other, { collections: 200, items: 300, depth: 2 });
  const { ids, halfRootId } = await fillLibrary(database, owner, { collections: 200, items: 5_400, depth: 2 });
  const place = (placeId: number) => ({ placeId, nested: true });
  await bulk.remove(database, clock, owner, { placeId: ids[0] ?? 0, nested: false, ids: undefined });
  const stored = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .select(["items.id", "tags", "collection_id", "title_key", "excerpt"])
    .where("items.account_id", "=", owner)
    .where("place", "=", "collection")
    .orderBy("items.id")
    .execute();
  t.equal(stored.length, 5_400 - 27);

  /** The items outside the Trash whose tags are as wanted, oldest first. */
  const idsWhere = (isWanted: (tags: string) => boolean) =>
    stored.filter(({ tags }) => isWanted(tags)).map(({ id }) => id);
  const all = idsWhere(() => true);

  async function check(text: string, order: listing.ListQuery["order"], expected: readonly number[], placeId = 0) {
    const last = Math.ceil(expected.length / 50) - 1;
    for (const page of [0, 1, last, last + 1]) {
      const found = await listing.listWritable(database, owner, place(placeId), { order, page, limit: 50, text });
      t.equal(found.count, expected.length, text);
      t.same(
        found.items.map(({ id }) => id),
        expected.slice(page * 50, (page + 1) * 50),
        `${text} by ${order}, page ${page}`,
      );
    }
  }

  await check("article", "created", all);
  await check("article", "-created", all.toReversed());
  await check("article", "lastUpdate", all);
  const byTitle = stored.toSorted((one, other) => (one.title_key < other.title_key ? -1 : 1)).map(({ id }) => id);
  await check("article", "title", byTitle);
  await check("article", "-title", byTitle.toReversed());
  // Of 5,373 items, the newest 3,400 have none of these words.
  const beginnings = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((number) => `excerpt:${number}`);
  const old = stored.filter(({ excerpt }) => /number 1\d/.test(excerpt)).map(({ id }) => id);
  t.ok(old.length > 1_000);
  await check(`${beginnings.join(" ")} match:OR`, "-created", old.toReversed());
  await check('"in a long list of things"', "created", all);
  await check('"in a list of long things"', "created", []);
  await check("#reading", "-created", all.toReversed());
  await check("article summary", "created", all);
  const withoutTag7 = idsWhere((tags) => !tags.includes('"tag7"'));
  await check("article -#tag7", "created", withoutTag7);
  await check("-#tag7", "created", withoutTag7);
  const half = stored.filter(({ collection_id: id }) => id !== null && id < halfRootId + 100).map(({ id }) => id);
  await check("article", "created", half, halfRootId);

  const [first = 0, , third = 0] = all;
  await items.update(database, clock, owner, third, { title: "Article and summary" });
  await items.update(database, clock, owner, first, { title: "Summary of an article" });
  const others = all.filter((id) => id !== first && id !== third).toReversed();
  await check("article summary", "score", [third, first, ...others]);
});
