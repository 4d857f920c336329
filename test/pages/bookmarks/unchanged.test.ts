import t, { type Test } from "tap";
import { openBookmarks } from "../../support/bookmarks.ts";
import { fieldsIn } from "../../support/form-fields.ts";

/** Signs Ann in. `changes` counts the changes of her library and its undo steps. */
async function open(t: Test) {
  const library = await openBookmarks(t);
  const { database } = library.app.context;
  const changes = async () => {
    const { version } = await database
      .selectFrom("libraries")
      .select("version")
      .where("account_id", "=", library.ann.id)
      .executeTakeFirstOrThrow();
    const steps = await database.selectFrom("undo_steps").select("id").execute();
    return [Number(version), steps.length];
  };
  return { ...library, changes };
}

t.test("a collection at the end is not moved, and the page says so", async (t) => {
  const { ann, annPages, changes } = await open(t);
  const [{ _id: last }, { _id: first }] = [await ann.addCollection("Last"), await ann.addCollection("First")];
  const { _id: only } = await ann.addCollection("Only child", first);
  const move = (id: number, direction: string) => annPages.post(`/bookmarks/collections/${id}/move`, { direction });
  await annPages.get(`/bookmarks/collections/${first}`);
  const before = await changes();
  t.match(await move(first, "up"), { status: 303, notice: "edit-collection-first", step: undefined });
  t.match((await annPages.get(`/bookmarks/collections/${first}`)).text, "the collection is already the first one.");
  t.match(await move(last, "down"), { notice: "edit-collection-last" });
  t.match(await move(only, "up"), { notice: "edit-collection-first" });
  t.match(await move(only, "down"), { notice: "edit-collection-last" });
  t.same(await changes(), before);
  t.match(await move(first, "down"), { notice: "edit-collection-moved" });
  t.match(await move(first, "down"), { notice: "edit-collection-last" });
});

t.test("in groups, the ends of the group count", async (t) => {
  const { ann, annPages } = await open(t);
  const [{ _id: a }, { _id: b }] = [await ann.addCollection("A"), await ann.addCollection("B")];
  const groupOf = (title: string, sort: number, id: number) => ({ title, hidden: false, sort, collections: [id] });
  await ann.call("PUT", "/user", { groups: [groupOf("One", 0, a), groupOf("Two", 1, b)] });
  await annPages.get("/bookmarks");
  for (const id of [a, b]) {
    const moved = await annPages.post(`/bookmarks/collections/${id}/move`, { direction: "down" });
    t.match(moved, { notice: "edit-collection-last" });
  }
});

t.test("a form that is sent as it was shown writes nothing", async (t) => {
  const { ann, annPages, changes } = await open(t);
  const { _id: collection } = await ann.addCollection("Recipes", undefined, { description: "One\ntwo", view: "grid" });
  const { _id: item } = await ann.addItem(collection, {
    title: "Tea",
    excerpt: "One\ntwo",
    note: "\nnote",
    tags: ["a", "b c"],
    important: true,
    highlights: [{ text: "passage", note: "One\ntwo", color: "red" }],
  });
  for (const path of [`/bookmarks/items/${item}`, `/bookmarks/collections/${collection}`]) {
    const before = await changes();
    const fields = fieldsIn((await annPages.get(path)).text, path);
    t.match(await annPages.post(path, fields), { status: 303, location: path, notice: "unchanged" }, path);
    t.match((await annPages.get(path)).text, "Nothing was changed: it was stored like this already.");
    t.same(await changes(), before, path);
    t.match(await annPages.post(path, { ...fields, title: "Other" }), { status: 303, notice: "edit-saved" });
  }
  const before = await changes();
  const stored = (await ann.call("GET", `/raindrop/${item}`)).item;
  const highlight = String(stored.highlights[0]?._id);
  const mark = (note: string, color: string) => {
    const fields = { highlight, [`note-${highlight}`]: note, [`color-${highlight}`]: color };
    return annPages.post(`/bookmarks/items/${item}/highlights`, fields);
  };
  t.match(await mark("One\r\ntwo", "red"), { status: 303, notice: "unchanged" });
  for (const path of [`/bookmarks/items/${item}`, `/bookmarks/collections/${collection}`])
    t.match(await annPages.post(`${path}/cover/remove`), { status: 303, notice: "unchanged" }, path);
  t.same(await changes(), before);
  t.match(await mark("One\r\ntwo", "blue"), { notice: "edit-highlight-saved" });
});

t.test("bookmarks that are like this already are left alone, also when all are changed", async (t) => {
  const { ann, annPages, changes } = await open(t);
  const { _id: collection } = await ann.addCollection("Recipes");
  const { _id: one } = await ann.addItem(collection, {
    tags: ["a", "b"],
    important: true,
    link: "https://one.example",
  });
  const { _id: two } = await ann.addItem(collection, { tags: ["a"], link: "https://two.example" });
  const path = `/bookmarks/${collection}`;
  await annPages.get(path);
  const before = await changes();
  const times = async () => (await ann.call("GET", `/raindrops/${collection}`)).items?.map((item) => item.lastUpdate);
  const stored = await times();
  const act = async (fields: Record<string, string>) => {
    const sent = { ids: [String(one), String(two)], ...fields };
    const single = await annPages.post(`${path}/bulk`, sent);
    const { text } = await annPages.post(`${path}/bulk`, { ...sent, scope: "all" });
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? "";
    return [single, await annPages.post(`${path}/bulk`, { ...sent, scope: "all", version })];
  };
  for (const fields of [
    { action: "tag", tags: "a" },
    { action: "untag", tags: "c" },
    { action: "move", to: String(collection) },
  ])
    for (const page of await act(fields)) t.match(page, { status: 303, notice: "bookmarks-same", step: undefined });
  t.match((await annPages.get(path)).text, "Nothing was changed: the bookmarks are like this already.");
  t.same(await changes(), before);
  t.same(await times(), stored);
  const some = await annPages.post(`${path}/bulk`, { ids: [String(one), String(two)], action: "important" });
  t.match(some, { status: 303, notice: "bookmarks-changed", step: /\d/ });
  t.equal((await ann.call("GET", `/raindrop/${one}`)).item.lastUpdate, stored?.[1], "only the other one is written");
});

t.test("deleting empty collections says when there are none", async (t) => {
  const { annPages } = await open(t);
  await annPages.get("/bookmarks");
  const cleaned = await annPages.post("/bookmarks/collections/clean");
  t.match(cleaned, { status: 303, notice: "edit-collections-none", step: undefined });
});
