import t from "tap";
import { getWithNotice, signIn } from "../../harness/page-client.ts";
import { postFile } from "../../harness/page-uploads.ts";
import { openLibrary } from "../support/library.ts";
import { hasReviewedContent, hasReviewedHtml } from "../support/reviewed-html.ts";

const LINK = "https://example.com/articles/1";
const ITEMS = "/bookmarks/items";
const COLLECTIONS = "/bookmarks/collections";

/** A library with a collection and a bookmark in it, whose owner is signed in. */
async function openWithItem(t: Parameters<typeof openLibrary>[0]) {
  const library = await openLibrary(t);
  const { ann, app } = library;
  const { _id: collection } = await ann.addCollection("Development");
  await ann.addCollection("Databases", collection);
  const highlights = [{ _id: "0".repeat(24), text: "The log is written first.", note: "Compare", color: "yellow" }];
  const item = { link: LINK, title: "Logging", tags: ["databases", "reading"], note: "Read it", highlights };
  const { _id: id } = await ann.addItem(collection, item);
  return { ...library, id, collection, client: await signIn(app.base, ann) };
}

t.test("the HTML of the pages of a bookmark", async (t) => {
  const { ann, client, id } = await openWithItem(t);
  hasReviewedHtml(t, "bookmark-new", (await client.get(`${ITEMS}/new`)).text);
  hasReviewedContent(t, "bookmark-new-saved", (await client.get(`${ITEMS}/new?link=${LINK}`)).text);
  hasReviewedHtml(t, "bookmark-window", (await client.get(`${ITEMS}/new/window?link=${LINK}`)).text);
  hasReviewedContent(t, "bookmark-saved", (await client.get(`${ITEMS}/${id}/saved`)).text);
  hasReviewedContent(t, "bookmark-links", (await client.get(`${ITEMS}/links`)).text);
  hasReviewedContent(t, "bookmark-upload", (await client.get(`${ITEMS}/upload`)).text);
  const invalid = { link: "x", title: "T", tags: "y".repeat(101), collection: "99" };
  hasReviewedContent(t, "bookmark-new-invalid", (await client.post(`${ITEMS}/new`, invalid)).text);
  hasReviewedContent(t, "bookmark", (await client.get(`${ITEMS}/${id}`)).text);
  hasReviewedContent(t, "bookmark-stale", (await client.post(`${ITEMS}/${id}`, { link: LINK, version: "old" })).text);
  await ann.call("DELETE", `/raindrop/${id}`);
  hasReviewedContent(t, "bookmark-in-trash", (await getWithNotice(client, `${ITEMS}/${id}`, "edit-trashed", 1)).text);
});

t.test("the HTML of the pages of a collection", async (t) => {
  const { client, collection } = await openWithItem(t);
  hasReviewedContent(t, "collection-new", (await client.get(`${COLLECTIONS}/new`)).text);
  hasReviewedContent(t, "collection", (await client.get(`${COLLECTIONS}/${collection}`)).text);
  hasReviewedContent(t, "collection-delete", (await client.get(`${COLLECTIONS}/${collection}/delete`)).text);
  hasReviewedContent(t, "collections-clean", (await client.get(`${COLLECTIONS}/clean`)).text);
});

t.test("the HTML of the pages that import and export", async (t) => {
  const { app, ann, client } = await openWithItem(t);
  hasReviewedContent(t, "import", (await client.get("/bookmarks/import")).text);
  const bytes = Buffer.from(
    `<DT><A HREF="https://example.com/new">New</A><DT><A HREF="javascript:x">x</A><DT><A HREF="${LINK}">K</A>`,
  );
  const { location } = await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes });
  const [, id = "?"] = /import\/(.+)/.exec(location ?? "") ?? [];
  hasReviewedContent(t, "import-preview", (await client.get(location ?? "")).text.replaceAll(id, "…"));
  hasReviewedContent(t, "export", (await client.get("/bookmarks/export")).text);
  hasReviewedContent(t, "tools", (await client.get("/bookmarks/tools")).text);
  hasReviewedContent(t, "duplicates-none", (await client.get("/bookmarks/duplicates")).text);
  const { _id: broken } = await ann.addItem(-1, { link: LINK, title: "Logging again", broken: true });
  const row = { item_id: broken, due_at: 0, failures: 2, seen: "404", first_failed_at: Date.UTC(2026, 0, 1) };
  await app.context.database.insertInto("link_checks").values(row).execute();
  hasReviewedContent(t, "broken", (await client.get("/bookmarks/broken")).text);
  hasReviewedContent(t, "duplicates", (await client.get("/bookmarks/duplicates")).text);
});
