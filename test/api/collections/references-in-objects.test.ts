import t from "tap";
import { openLibrary } from "../../support/library.ts";

// Some clients send the reference to a collection as an object in a field that others fill with an id.
// `test/effects/references.test.ts` tests all forms of references.

t.test("every operation that takes a collection or a parent reads the id in an object", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: before } = await ann.addCollection("before");
  const { _id: id } = await ann.addCollection("referred to");
  const reference = { $id: id };

  const places = [
    (await ann.call("POST", "/raindrop", { link: "https://example.com/", collectionId: reference })).item,
    ...(await ann.call("POST", "/raindrops", { items: [{ link: "https://example.com/", collectionId: reference }] }))
      .items,
    (await ann.call("PUT", `/raindrop/${(await ann.addItem(before))._id}`, { collectionId: reference })).item,
  ];
  t.same(
    places.map(({ collectionId }) => collectionId),
    [id, id, id],
  );
  const { _id: item } = await ann.addItem(before);
  await ann.call("PUT", "/raindrops/0", { ids: [item], collectionId: reference });
  t.equal((await ann.call("GET", `/raindrop/${item}`)).item.collectionId, id);

  for (const parent of [{ "parent.$id": reference }, { parentId: reference }]) {
    const created = await ann.call("POST", "/collection", { title: "created", ...parent });
    t.match(created.item, { parent: { $id: id } }, "createCollection");
    const { _id: other } = await ann.addCollection("changed");
    t.match((await ann.call("PUT", `/collection/${other}`, parent)).item, { parent: { $id: id } }, "updateCollection");
  }
});
