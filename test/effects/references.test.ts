import t, { type Test } from "tap";
import { encodeForm } from "../../harness/forms.ts";
import { errorFieldsOf, type Item, type LibraryOwner, openLibrary } from "../support/library.ts";

// Every form in which clients refer to a collection, in every field and operation that takes one.

/** What an operation with a reference does: the collection, or null for Unsorted and the root. */
type Use = (ann: LibraryOwner, fields: object) => Promise<number | null>;

const LINK = "https://example.com/";
const UNSORTED = -1;

/** Where an item is. */
const placeOf = ({ collection }: { readonly collection: { readonly $id: number } }) =>
  collection.$id === UNSORTED ? null : collection.$id;

/** Operations that create an item. */
const CREATING_ITEMS: Readonly<Record<string, Use>> = {
  createItem: async (ann, fields) => placeOf((await ann.call("POST", "/raindrop", { link: LINK, ...fields })).item),
  createItems: async (ann, fields) => {
    const { items } = await ann.call("POST", "/raindrops", { items: [{ link: LINK, ...fields }] });
    return placeOf(items[0] as Item); // A cast: without an item, the test fails here.
  },
};

/** Operations that change an item, which is in the collection `before`. */
const changingItems = (before: number) => ({
  updateItem: async (ann: LibraryOwner, fields: object) => {
    const { _id } = await ann.addItem(before);
    return placeOf((await ann.call("PUT", `/raindrop/${_id}`, fields)).item);
  },
  updateItems: async (ann: LibraryOwner, fields: object) => {
    const { _id } = await ann.addItem(before);
    await ann.call("PUT", "/raindrops/0", { ids: [_id], ...fields });
    return placeOf((await ann.call("GET", `/raindrop/${_id}`)).item);
  },
});

const parentOf = ({ parent }: { readonly parent?: { readonly $id: number } }) => parent?.$id ?? null;

const creatingCollection: Use = async (ann, fields) => parentOf((await ann.call("POST", "/collection", fields)).item);

/** Changes a collection, which is in the collection `before`. */
const changingCollection =
  (before: number): Use =>
  async (ann, fields) => {
    const { _id } = await ann.addCollection("Below", before);
    return parentOf((await ann.call("PUT", `/collection/${_id}`, fields)).item);
  };

const PLACES = ["collection", "collectionId"];
const PARENTS = ["parent", "parent.$id", "parentId"];

/** The forms of a reference to a collection. */
const formsOf = (id: number) => [
  id,
  String(id),
  { $id: id },
  { $id: String(id) },
  { $ref: "collections", $id: id, oid: id, title: "Garden" },
];

/** The forms that stand for no collection. */
const NONE = [0, "0", { $id: 0 }, { $id: "0" }, "root", { $id: "root" }];

/** The forms that refer to nothing. */
const NOTHING = ["", null, {}, { $id: null }, { $id: "" }, { title: "Garden" }];

/** The forms that are wrong. */
const WRONG = [1.5, true, [], "abc", "1.5", " 7", { $id: true }, { $id: "abc" }, 4711, "4711", { $id: 4711 }];

async function openCollections(t: Test) {
  const { ann } = await openLibrary(t);
  const [{ _id: id }, { _id: before }] = [await ann.addCollection("Garden"), await ann.addCollection("Kitchen")];
  return { ann, id, before };
}

/** Uses a field with each form, and expects the same result of each. */
async function expectEach(
  t: Test,
  ann: LibraryOwner,
  use: Use,
  {
    field,
    forms,
    expected,
  }: { readonly field: string; readonly forms: readonly unknown[]; readonly expected: unknown },
): Promise<void> {
  for (const form of forms) {
    const fields = { [field]: form };
    t.equal(await use(ann, fields).catch(String), expected, JSON.stringify(fields));
  }
}

for (const [name, use] of Object.entries(CREATING_ITEMS)) {
  t.test(`${name}: takes every form of a reference to a collection`, async (t) => {
    const { ann, id } = await openCollections(t);
    for (const field of PLACES) {
      await expectEach(t, ann, use, { field, forms: formsOf(id), expected: id });
      await expectEach(t, ann, use, { field, forms: [UNSORTED, "-1", ...NONE, ...NOTHING], expected: null });
    }
    t.equal(await use(ann, {}), null);
  });
}

for (const name of ["updateItem", "updateItems"] as const) {
  t.test(`${name}: takes every form of a reference to a collection`, async (t) => {
    const { ann, id, before } = await openCollections(t);
    const use = changingItems(before)[name];
    for (const field of PLACES) {
      await expectEach(t, ann, use, { field, forms: formsOf(id), expected: id });
      await expectEach(t, ann, use, { field, forms: [UNSORTED, "-1", ...NONE], expected: null });
      await expectEach(t, ann, use, { field, forms: [-99, "-99", { $id: "-99" }], expected: -99 });
      await expectEach(t, ann, use, { field, forms: NOTHING, expected: before });
    }
  });
}

t.test("createCollection: takes every form of a reference to the parent", async (t) => {
  const { ann, id } = await openCollections(t);
  for (const field of PARENTS) {
    await expectEach(t, ann, creatingCollection, { field, forms: formsOf(id), expected: id });
    await expectEach(t, ann, creatingCollection, { field, forms: [...NONE, ...NOTHING], expected: null });
  }
  t.equal(await creatingCollection(ann, {}), null);
});

t.test("updateCollection: takes every form of a reference to the parent", async (t) => {
  const { ann, id, before } = await openCollections(t);
  const use = changingCollection(before);
  for (const field of PARENTS) {
    await expectEach(t, ann, use, { field, forms: formsOf(id), expected: id });
    await expectEach(t, ann, use, { field, forms: NONE, expected: null });
    await expectEach(t, ann, use, { field, forms: ["", { $id: "" }, { title: "Garden" }], expected: before });
  }
  await expectEach(t, ann, use, { field: "parent", forms: [null, {}, { $id: null }], expected: null });
  await expectEach(t, ann, use, { field: "parent.$id", forms: [null], expected: null });
  await expectEach(t, ann, use, { field: "parentId", forms: [null, {}, { $id: null }], expected: before });
  t.equal(await use(ann, {}), before);
});

t.test("uploadFile: takes every form of a reference to a collection", async (t) => {
  const { ann, id } = await openCollections(t);
  const upload = async (fields: object) => {
    const form = new FormData();
    for (const [field, text] of Object.entries(fields)) form.append(field, text);
    form.append("file", new File(["A text.\n"], "text.txt"));
    const { headers, body } = await encodeForm(form);
    return ann.request("PUT", "/raindrop/file", body, headers);
  };
  const textOf = (form: unknown) => (typeof form === "string" ? form : JSON.stringify(form));
  const use: Use = async (_ann, fields) => {
    const { body } = await upload(fields);
    return placeOf((body as { item: { collection: { $id: number } } }).item);
  };
  for (const field of PLACES) {
    await expectEach(t, ann, use, { field, forms: formsOf(id).map(textOf), expected: id });
    await expectEach(t, ann, use, { field, forms: [...NONE, ...NOTHING, UNSORTED].map(textOf), expected: null });
    for (const wrong of WRONG.filter((form) => form !== " 7").map(textOf)) {
      const response = errorFieldsOf(await upload({ [field]: wrong }));
      t.match(response, { status: 400 }, `${field}: ${wrong}`);
    }
  }
  t.equal(await use(ann, {}), null);
  t.match(errorFieldsOf(await upload({ collection: id, collectionId: -1 })), { status: 400, error: "collection" });
});

t.test("every operation rejects what is no reference, and unknown collections", async (t) => {
  const { ann, before } = await openCollections(t);
  const { _id: item } = await ann.addItem(before);
  const requests = {
    collection: (fields: object) =>
      [
        ["POST", "/raindrop", { link: LINK, ...fields }],
        ["POST", "/raindrops", { items: [{ link: LINK, ...fields }] }],
        ["PUT", `/raindrop/${item}`, fields],
        ["PUT", "/raindrops/0", { ids: [item], ...fields }],
      ] as const,
    parent: (fields: object) =>
      [
        ["POST", "/collection", fields],
        ["PUT", `/collection/${before}`, fields],
      ] as const,
  };
  for (const [kind, fields] of [
    ["collection", PLACES],
    ["parent", PARENTS],
  ] as const) {
    for (const field of fields) {
      for (const wrong of WRONG) {
        for (const [method, path, body] of requests[kind]({ [field]: wrong })) {
          const response = await ann.request(method, path, body);
          t.equal(response.status, 400, `${method} ${path} ${JSON.stringify(body)}`);
        }
      }
    }
  }
  t.equal((await ann.call("GET", `/raindrop/${item}`)).item.collectionId, before);
});

t.test("every operation rejects fields that refer to different collections", async (t) => {
  const { ann, id, before } = await openCollections(t);
  const { _id: item } = await ann.addItem(before);
  const places = { collection: { $id: id }, collectionId: before };
  const parents = { parent: id, parentId: 0 };
  for (const [method, path, body, error] of [
    ["POST", "/raindrop", { link: LINK, ...places }, "collection"],
    ["POST", "/raindrops", { items: [{ link: LINK, ...places }] }, "collection"],
    ["PUT", `/raindrop/${item}`, places, "collection"],
    ["PUT", "/raindrops/0", { ids: [item], ...places }, "collection"],
    ["POST", "/collection", parents, "parent"],
    ["PUT", `/collection/${before}`, parents, "parent"],
  ] as const) {
    t.match(errorFieldsOf(await ann.request(method, path, body)), { status: 400, error }, `${method} ${path}`);
  }
  t.equal((await ann.call("GET", `/raindrop/${item}`)).item.collectionId, before);
});

t.test("every operation takes fields that agree, and one beside fields that refer to nothing", async (t) => {
  const { ann, id, before } = await openCollections(t);
  for (const use of [...Object.values(CREATING_ITEMS), ...Object.values(changingItems(before))]) {
    t.equal(await use(ann, { collection: { $id: id }, collectionId: String(id) }), id);
    t.equal(await use(ann, { collection: {}, collectionId: id }), id);
    t.equal(await use(ann, { collection: 0, collectionId: -1 }), null);
  }
  for (const use of [creatingCollection, changingCollection(before)]) {
    t.equal(await use(ann, { parent: { $id: String(id) }, "parent.$id": id, parentId: id }), id);
    t.equal(await use(ann, { parent: null, parentId: id }), id);
    t.equal(await use(ann, { parent: 0, parentId: "root" }), null);
  }
});

t.test("updateItem: of a whole item, the field counts that was changed", async (t) => {
  const { ann, id, before } = await openCollections(t);
  const changed = [{ collection: { $id: id } }, { collectionId: id }];
  for (const change of changed) {
    const { _id } = await ann.addItem(before);
    const { item: whole } = await ann.call("GET", `/raindrop/${_id}`);
    const { item } = await ann.call("PUT", `/raindrop/${_id}`, { ...whole, ...change });
    t.match(item, { collectionId: id, collection: { $id: id } });
  }
  const { item: whole } = await ann.call("GET", `/raindrop/${(await ann.addItem(before))._id}`);
  const both = { ...whole, collection: { $id: id }, collectionId: -1 };
  t.match(errorFieldsOf(await ann.request("PUT", `/raindrop/${whole._id}`, both)), {
    status: 400,
    error: "collection",
  });
});

t.test("updateCollection: of a whole collection, the field counts that was changed", async (t) => {
  const { ann, id, before } = await openCollections(t);
  for (const [change, parent] of [
    [{ parentId: id }, id],
    [{ "parent.$id": id }, id],
    [{ parent: id }, id],
    [{ parentId: "root" }, null],
    [{ parentId: before }, before],
    [{ parentId: null }, before],
    [{ parent: null }, null],
  ] as const) {
    const { _id } = await ann.addCollection("Below", before);
    const { item: whole } = await ann.call("GET", `/collection/${_id}`);
    const { item } = await ann.call("PUT", `/collection/${_id}`, { ...whole, ...change });
    t.equal(parentOf(item), parent, JSON.stringify(change));
  }
  const { _id } = await ann.addCollection("Below", before);
  for (const both of [
    { _id, parent: id, parentId: 0 },
    { _id, parent: before, "parent.$id": id, parentId: 0 },
    { parent: before, parentId: id },
  ]) {
    const response = errorFieldsOf(await ann.request("PUT", `/collection/${_id}`, both));
    t.match(response, { status: 400, error: "parent" }, JSON.stringify(both));
  }
});
