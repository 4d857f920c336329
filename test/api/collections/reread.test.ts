import t from "tap";
import { openLibrary } from "../../support/library.ts";

const PREVIEW = {
  title: "Kept",
  excerpt: "Kept text",
  cover: "https://example.com/kept.png",
  media: [{ link: "https://example.com/kept.png", type: "image" }],
};

t.test("updateItem: a request to read the page again deletes no title, excerpt, cover and media", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id, link } = await ann.addItem(-1, PREVIEW);
  // What Raindrop.io's web application sends for "Refresh preview".
  const empty = { title: link, excerpt: "", cover: "", media: [] };
  for (const date of ["2026-01-02T09:15:00.000Z", 1_767_345_300_000]) {
    const change = { ...empty, pleaseParse: { date }, note: `At ${date}`, tags: ["new"] };
    const { item } = await ann.call("PUT", `/raindrop/${id}`, change);
    t.match(item, { ...PREVIEW, note: `At ${date}`, tags: ["new"] }, "other fields change");
  }
  t.match((await ann.call("GET", `/raindrop/${id}`)).item, PREVIEW);
});

t.test("updateItem: a pleaseParse without a date has no effect", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addItem(-1, PREVIEW);
  for (const pleaseParse of [null, {}, true, false, { weight: 1 }, { date: null }]) {
    const excerpt = `New: ${JSON.stringify(pleaseParse)}`;
    t.match((await ann.call("PUT", `/raindrop/${id}`, { excerpt, pleaseParse })).item, { ...PREVIEW, excerpt });
  }
});

t.test("updateItems: a request to read pages again deletes no covers and media", async (t) => {
  const { ann } = await openLibrary(t);
  const ids = [(await ann.addItem(-1, PREVIEW))._id, (await ann.addItem(-1, PREVIEW))._id];
  const empty = { excerpt: "", cover: "", media: [], pleaseParse: { date: "2026-01-02T09:15:00.000Z" } };
  for (const selection of [{ ids }, {}]) {
    t.match(await ann.call("PUT", "/raindrops/-1", { ...selection, ...empty }), { matched: 2, modified: 0 });
  }
  t.match(await ann.call("PUT", "/raindrops/-1", { ...empty, important: true }), { modified: 2 });
  const { items } = await ann.call("GET", "/raindrops/-1");
  for (const item of items) t.match(item, { ...PREVIEW, important: true });
  await ann.call("PUT", "/raindrops/-1", { ...empty, pleaseParse: { weight: 1 } });
  t.match(
    (await ann.call("GET", "/raindrops/-1")).items[0],
    { cover: "", media: [] },
    "without a date they are removed",
  );
});
