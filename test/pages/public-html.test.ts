import t from "tap";
import { openPageClient } from "../../harness/page-client.ts";
import { openLibrary } from "../support/library.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";

t.test("the HTML and the feeds of a public collection", async (t) => {
  const { app, ann } = await openLibrary(t);
  const client = openPageClient(app.base);
  const { _id: id } = await ann.addCollection("Databases", undefined, { public: true, description: "How they work" });
  hasReviewedHtml(t, "public-empty", (await client.get(`/public/${id}/databases`)).text);
  await ann.addItem(id, {
    link: "https://example.com/wal",
    title: "Write-ahead logging",
    excerpt: "Why a log comes first",
    tags: ["sqlite", "logs"],
  });
  await ann.addItem(id, { link: "https://example.org/b-trees", title: "B-trees" });
  hasReviewedContent(t, "public", (await client.get(`/public/${id}/databases`)).text);
  hasReviewedHtml(t, "public-rss", (await client.get(`/public/${id}/feed.xml`)).text);
});
