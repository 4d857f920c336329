import t from "tap";
import { errorFieldsOf, openLibrary } from "../support/library.ts";
import { mediaOf } from "../support/media.ts";

/** About 60 KiB. */
const MEDIA = mediaOf(31);

t.test("updateItems: returns 413 when the items would grow by more than 16 MiB, and changes nothing", async (t) => {
  const { ann } = await openLibrary(t);
  const items = Array.from({ length: 100 }, () => ({ link: "https://example.com/" }));
  // With MEDIA, 300 items would grow by about 18 MiB, and 250 by about 15 MiB.
  const ids: number[] = [];
  for (let request = 0; request < 3; request++) {
    ids.push(...(await ann.call("POST", "/raindrops", { items })).items.map(({ _id }) => _id));
  }
  t.match(errorFieldsOf(await ann.request("PUT", "/raindrops/-1", { media: MEDIA, important: true })), {
    status: 413,
    error: "too_large",
    errorMessage: /^The items would grow by more than 16 MiB together\./,
  });
  const { items: unchanged } = await ann.call("GET", "/raindrops/-1?perpage=50&page=5");
  t.equal(unchanged.length, 50);
  t.ok(unchanged.every(({ media, important }) => media.length === 0 && !important));

  t.equal((await ann.call("PUT", "/raindrops/-1", { media: MEDIA, ids: ids.slice(0, 250) })).modified, 250);
  t.equal(
    (await ann.call("PUT", "/raindrops/-1", { media: MEDIA })).modified,
    300,
    "items that already have these media do not grow",
  );
  t.equal((await ann.call("PUT", "/raindrops/-1", { media: [] })).modified, 300);
});
