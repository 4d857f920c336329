import t, { type Test } from "tap";
import { getWithNotice } from "../../harness/page-client.ts";
import { openBookmarks } from "../support/bookmarks.ts";
import { hasReviewedContent } from "../support/reviewed-html.ts";

/** A library with a few items, one of which has everything that a list shows. */
async function openWithItems(t: Test) {
  const opened = await openBookmarks(t);
  const { ann } = opened;
  const { _id: development } = await ann.addCollection("Development", undefined, { description: "For work" });
  const { _id: databases } = await ann.addCollection("Databases", development);
  await ann.addItem(databases, { title: "One", link: "https://one.example/" });
  await ann.addItem(databases, {
    title: "Write-ahead logging <b>",
    link: "https://www.example.com/wal",
    excerpt: "An excerpt",
    note: "A note",
    tags: ["databases", "to read"],
    important: true,
    highlights: [{ text: "Marked", note: "Why" }],
  });
  return { ...opened, databases };
}

t.test("the HTML of the lists of bookmarks", async (t) => {
  const { ann, annPages, databases } = await openWithItems(t);
  hasReviewedContent(t, "bookmarks", (await annPages.get("/bookmarks")).text);
  const order = `/bookmarks/${databases}?sort=sort&view=simple`;
  hasReviewedContent(t, "bookmarks-order", (await annPages.get(order)).text);
  const invalid = await annPages.get(`/bookmarks/${databases}?view=grid&search=${"word%20type:films%20".repeat(60)}`);
  hasReviewedContent(t, "bookmarks-search-invalid", invalid.text);
  const path = `/bookmarks/${databases}/bulk?search=one`;
  hasReviewedContent(t, "bookmarks-bulk-none", (await annPages.post(path, { action: "trash" })).text);
  const asked = await annPages.post(path, { action: "move", to: "-1", scope: "all" });
  hasReviewedContent(t, "bookmarks-bulk-confirm", asked.text);
  const { items } = await ann.call("GET", `/raindrops/${databases}`);
  await ann.call("DELETE", `/raindrop/${items[0]?._id}`);
  hasReviewedContent(
    t,
    "bookmarks-trash",
    (await getWithNotice(annPages, "/bookmarks/-99", "bookmarks-trashed", 1)).text,
  );
  hasReviewedContent(t, "bookmarks-changes", (await annPages.get("/bookmarks/changes")).text);
  hasReviewedContent(t, "bookmarks-trash-empty", (await annPages.get("/bookmarks/-99/empty")).text);
  hasReviewedContent(t, "bookmarks-collections", (await annPages.get("/bookmarks/collections")).text);
});

t.test("the HTML of an empty library and of the shortcuts", async (t) => {
  const { annPages } = await openBookmarks(t);
  hasReviewedContent(t, "bookmarks-none", (await annPages.get("/bookmarks/-1")).text);
  hasReviewedContent(t, "bookmarks-shortcuts", (await annPages.get("/bookmarks/shortcuts")).text);
});
