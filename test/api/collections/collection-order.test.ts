import t from "tap";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

/** The titles of the root collections, or of the children of one, as a list has them. */
async function titlesOf({ call }: LibraryOwner, parent?: number): Promise<string> {
  const { items } = await call("GET", parent === undefined ? "/collections" : "/collections/childrens");
  return items.flatMap(({ title, parent: { $id } = {} }) => ($id === parent ? [title] : [])).join("");
}

t.test("createCollection: order is the position among the siblings", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: parent } = await ann.addCollection("Parent");
  await ann.addCollection("a", parent, { order: 5 });
  await ann.addCollection("b", parent, { order: 0 });
  await ann.addCollection("c", parent, { order: 1, sort: 900 });
  await ann.addCollection("d", parent, { order: 9 });
  await ann.addCollection("e", parent, { sort: -1, order: -1 });
  t.equal(await titlesOf(ann, parent), "ebcad");
  t.equal((await ann.addCollection("f", undefined, { order: 1 })).parent, undefined);
  t.equal(await titlesOf(ann), "Parentf");
});

t.test("updateCollection: order moves a collection, at the root and below a parent", async (t) => {
  const { ann } = await openLibrary(t);
  for (const parent of [undefined, (await ann.addCollection("Parent", undefined, { sort: -50 }))._id]) {
    const ids: Record<string, number> = {};
    for (const title of ["c", "b", "a"]) ids[title] = (await ann.addCollection(title, parent))._id;
    const rest = parent === undefined ? "Parent" : "";
    const moveTo = async (title: string, order: number) => {
      await ann.call("PUT", `/collection/${ids[title]}`, { order });
      return titlesOf(ann, parent);
    };
    t.equal(await titlesOf(ann, parent), `abc${rest}`);
    t.equal(await moveTo("c", 0), `cab${rest}`);
    t.equal(await moveTo("c", 1), `acb${rest}`);
    t.equal(await moveTo("a", 2), `cba${rest}`);
    t.equal(await moveTo("a", -1), `acb${rest}`);
  }
});

t.test("updateCollection: order counts in the new parent, and a halved distance never runs out", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: parent } = await ann.addCollection("Parent");
  for (const title of ["c", "b", "a"]) await ann.addCollection(title, parent, { sort: 1 });
  const { _id: moved } = await ann.addCollection("m");
  await ann.call("PUT", `/collection/${moved}`, { parent: { $id: parent }, order: 1 });
  t.equal(await titlesOf(ann, parent), "cmba", "siblings with the same sort are in the order of their ids");
  const { _id: other } = await ann.addCollection("n", parent, { order: 1 });
  for (let time = 0; time < 60; time++) {
    await ann.call("PUT", `/collection/${time % 2 === 0 ? moved : other}`, { order: 1 });
    t.equal(await titlesOf(ann, parent), time % 2 === 0 ? "cmnba" : "cnmba", `time ${time}`);
  }
  for (const sort of [1e308, 2 ** 60]) await ann.addCollection("z", parent, { sort });
  await ann.call("PUT", `/collection/${moved}`, { order: 0 });
  t.equal(await titlesOf(ann, parent), "mzzcnba");
});

t.test("updateCollection: a member may not change the order, and an order must be an integer", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Shared");
  const { token } = await ann.call("POST", `/collection/${id}/sharing`, { role: "member" });
  await bob.call("POST", `/collection/${id}/join`, { token });
  t.match(errorFieldsOf(await bob.request("PUT", `/collection/${id}`, { order: 0 })), { status: 403 });
  for (const order of [1.5, -2, "0", null]) {
    t.match(errorFieldsOf(await ann.request("PUT", `/collection/${id}`, { order })), { status: 400, error: "order" });
  }
});

t.test("updateCollections: sets the view of all collections", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: root } = await ann.addCollection("Root");
  const { _id: nested } = await ann.addCollection("Nested", root, { view: "grid" });
  const { _id: foreign } = await bob.addCollection("Foreign");
  await ann.call("PUT", "/collections", { view: "masonry", expanded: false });
  for (const id of [root, nested]) {
    t.match((await ann.call("GET", `/collection/${id}`)).item, { view: "masonry", expanded: false });
  }
  t.match((await bob.call("GET", `/collection/${foreign}`)).item, { view: "list", expanded: true });
  const response = await ann.request("PUT", "/collections", { view: "bla" });
  t.match(errorFieldsOf(response), { status: 400, error: "view" });
});
