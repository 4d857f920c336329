import t, { type Test } from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { newKey } from "../../../src/accounts/api-key.ts";
import { loadContract } from "../../../src/http/contract/load.ts";
import type { Operation } from "../../../src/http/contract/types.ts";
import { openApp, type Received, type Sending } from "../../support/app.ts";
import { formOf } from "../../support/forms.ts";
import { join, keyOf } from "../../support/people.ts";
import { pngOf } from "../../support/pictures.ts";

const { operations } = loadContract(new URL("../../../openapi/collections.yaml", import.meta.url));

/** Stands in everything of Ann's. */
const MARK = "Ann's books";
const COVER = await formOf({ bytes: await pngOf(8, 8, "#ff0000") });

/** A collection of Ann's with an item and a cover, and another collection of hers. */
interface Shelf {
  readonly collection: number;
  readonly item: number;
  readonly picture: string;
  readonly gallery: number;
}

const BODIES: Readonly<Record<string, (shelf: Shelf) => Sending>> = {
  createCollection: () => ({ body: { title: "New" } }),
  updateCollection: () => ({ body: { title: "Changed", public: true } }),
  updateCollections: () => ({ body: { sort: "-title", expanded: false } }),
  deleteCollections: ({ collection }) => ({ body: { ids: [collection] } }),
  mergeCollections: ({ collection, gallery }) => ({ body: { to: gallery, ids: [collection] } }),
  uploadCover: () => COVER,
  createItem: () => ({ body: { link: "https://example.com/" } }),
  createItems: () => ({ body: { items: [{ link: "https://example.com/" }] } }),
  updateItem: () => ({ body: { title: "Changed", collection: { $id: -1 } } }),
  updateItems: ({ item }) => ({ body: { ids: [item], important: true } }),
};

/** Statuses where the collection is private, and where it is public. */
type Statuses = readonly [isPrivate: number, isPublic: number];

interface Row {
  readonly stranger: Statuses;
  readonly anonymous: Statuses;
  /** With a credential that is wrong. */
  readonly wrong: Statuses;
}

const READING: Row = { stranger: [404, 200], anonymous: [401, 200], wrong: [401, 401] };
const WRITING: Row = { stranger: [404, 403], anonymous: [401, 401], wrong: [401, 401] };
/** About what the caller has, and about nothing of Ann's. */
const OWN: Row = { stranger: [200, 200], anonymous: [401, 401], wrong: [401, 401] };

/** The table of who may call what; the owner may call everything. */
const TABLE: Readonly<Record<string, Row>> = {
  listRootCollections: OWN,
  updateCollections: OWN,
  deleteCollections: { ...WRITING, stranger: [404, 404] },
  listChildCollections: OWN,
  mergeCollections: { ...WRITING, stranger: [400, 400] },
  cleanCollections: OWN,
  createCollection: OWN,
  getCollection: READING,
  updateCollection: WRITING,
  deleteCollection: WRITING,
  emptyTrash: OWN,
  uploadCover: WRITING,
  getPicture: { stranger: [200, 200], anonymous: [200, 200], wrong: [200, 200] },
  createItem: OWN,
  getItem: READING,
  updateItem: WRITING,
  deleteItem: WRITING,
  createItems: OWN,
  listItems: READING,
  updateItems: WRITING,
  deleteItems: WRITING,
  getAccount: OWN,
  getStatistics: OWN,
};

function as(credential: string): Sending {
  return { headers: { authorization: `Bearer ${credential}` } };
}

function idOf({ body }: Received): number {
  return Object(body).item._id;
}

/** Ann, who owns everything; Bob, a stranger; Carl, whose account is deleted; Dora, whose account is deactivated. */
async function openLibrary(t: Test) {
  const app = await openApp(t);
  const [ann, bob] = [await join(app, "Ann"), await join(app, "Bob")];
  const [carl, dora] = [await join(app, "Carl"), await join(app, "Dora")];
  const [key, carlsKey, dorasKey] = [await keyOf(app, ann.id), await keyOf(app, carl.id), await keyOf(app, dora.id)];
  await accounts.remove(app.context.database, app.context.clock, carl.id);
  await accounts.update(app.context.database, app.context.clock, dora.id, { active: false });

  const call = (caller: Sending, method: string, path: string, { headers, ...sending }: Sending = {}) =>
    app.send(method, `/rest/v1${path}`, { ...sending, headers: { ...headers, ...caller.headers } });
  const owner = as(key);
  const addItem = (collection: number) =>
    call(owner, "POST", "/raindrop", { body: { link: "https://example.com/", title: MARK, collectionId: collection } });
  const gallery = idOf(await call(owner, "POST", "/collection", { body: { title: MARK } }));
  await addItem(gallery);
  const uploaded = await call(owner, "PUT", `/collection/${gallery}/cover`, COVER);
  const { cover } = Object(uploaded.body).item;

  return {
    call,
    key,
    owner,
    stranger: as(bob.token),
    addItem,
    owners: { "the owner's key": owner, "the owner's token": as(ann.token) },
    wrong: {
      "a wrong token": as(`${ann.token.slice(0, -8)}AAAAAAAA`),
      "the token of a deleted account": as(carl.token),
      "the token of a deactivated account": as(dora.token),
    },
    wrongKeys: [newKey(), carlsKey, dorasKey],
    /** A new collection with an item. */
    async shelve(isPublic: boolean): Promise<Shelf> {
      const body = { title: MARK, public: isPublic, cover };
      const collection = idOf(await call(owner, "POST", "/collection", { body }));
      const item = idOf(await addItem(collection));
      return { collection, item, picture: cover[0].split("/").at(-1), gallery };
    },
    /** What the owner sees of a shelf, and how much of everything there is. */
    async seen({ collection, item }: Shelf) {
      const paths = [`/collection/${collection}`, `/raindrop/${item}`, "/user/stats"];
      return Promise.all(paths.map(async (path) => (await call(owner, "GET", path)).body));
    },
  };
}

type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Calls an operation about a shelf. */
async function attempt({ call }: Library, caller: Sending, { id, method, path }: Operation, shelf: Shelf) {
  const about = path.startsWith("/raindrop/") ? shelf.item : shelf.collection;
  const address = path.replace("{picture}", shelf.picture).replace(/\{\w+\}/, String(about));
  return call(caller, method, address, BODIES[id]?.(shelf));
}

const library = await openLibrary(t);

t.test("the table has a row for each operation of the contract", async (t) => {
  t.same(Object.keys(TABLE).sort(), operations.map(({ id }) => id).sort());
});

for (const operation of operations) {
  const { owners, stranger, wrong } = library;
  const row = TABLE[operation.id] ?? OWN;
  for (const [index, visibility] of ["private", "public"].entries()) {
    t.test(`${operation.id}: who may call it about what is ${visibility}`, async (t) => {
      const shelf = await library.shelve(visibility === "public");
      const before = await library.seen(shelf);
      for (const [name, caller] of Object.entries(wrong)) {
        t.equal((await attempt(library, caller, operation, shelf)).status, row.wrong[index], name);
      }
      for (const [name, caller] of Object.entries({ stranger, anonymous: {} })) {
        const { status, body } = await attempt(library, caller, operation, shelf);
        t.equal(status, row[name === "stranger" ? name : "anonymous"][index], name);
        if (row !== READING || status !== 200) t.notMatch(JSON.stringify(body), MARK, `${name} learns nothing`);
        t.same(await library.seen(shelf), before, `${name} changes nothing`);
      }
      for (const [name, caller] of Object.entries(owners)) {
        const own = operation.method === "GET" ? shelf : await library.shelve(visibility === "public");
        t.equal((await attempt(library, caller, operation, own)).status, 200, name);
      }
    });
  }
}

t.test("a credential that is there and wrong is refused, whatever its form, also of what is public", async (t) => {
  const { call, key, wrongKeys, shelve } = library;
  const { collection, item } = await shelve(true);
  const bearer = wrongKeys.map((wrong) => `Bearer ${wrong}`);
  const malformed = ["", "Bearer", "Bearer ", key, `Basic ${btoa(`ann:${key}`)}`, `Bearer ${key} ${key}`];
  for (const authorization of [...bearer, ...malformed]) {
    for (const path of [`/collection/${collection}`, `/raindrop/${item}`, `/raindrops/${collection}`]) {
      t.match(await call({ headers: { authorization } }, "GET", path), {
        status: 401,
        body: { result: false, error: "unauthorized", errorMessage: "Incorrect access_token", status: 401 },
      });
    }
  }
  const lowerCase = { headers: { authorization: `bearer ${key}` } };
  t.match(await call(lowerCase, "GET", `/collection/${collection}`), { status: 200, body: { item: { author: true } } });
});

for (const isPublic of [false, true]) {
  const visibility = isPublic ? "public" : "private";

  t.test(`what is ${visibility} and somebody else's is passed over where many are named`, async (t) => {
    const { call, stranger, shelve, seen } = library;
    const shelf = await shelve(isPublic);
    const before = await seen(shelf);
    const { collection, item } = shelf;
    const make = async (title: string) => idOf(await call(stranger, "POST", "/collection", { body: { title } }));
    const [to, merged, deleted] = [await make("To"), await make("Merged"), await make("Deleted")];

    const merging = (...ids: number[]) => call(stranger, "PUT", "/collections/merge", { body: { to, ids } });
    t.equal((await merging(collection)).status, 404);
    t.match(await merging(collection, merged), { status: 200, body: { modified: 1, ids: [merged] } });

    const body = { ids: [collection, deleted] };
    t.match(await call(stranger, "DELETE", "/collections", { body }), { body: { modified: 1, ids: [deleted] } });

    for (const place of [0, -1, -99, to]) {
      for (const [method, change] of [
        ["PUT", { collection: { $id: to }, tags: ["mine"] }] as const,
        ["DELETE", {}] as const,
      ]) {
        const named = { body: { ids: [item], ...change } };
        t.match(await call(stranger, method, `/raindrops/${place}`, named), { status: 200, body: { modified: 0 } });
      }
    }
    t.same(await seen(shelf), before);
  });

  t.test(`what is ${visibility} and somebody else's is no place for one's own`, async (t) => {
    const { call, stranger, shelve, seen } = library;
    const shelf = await shelve(isPublic);
    const before = await seen(shelf);
    const [parent, place] = [{ parent: { $id: shelf.collection } }, { collection: { $id: shelf.collection } }];
    const own = idOf(await call(stranger, "POST", "/collection", { body: {} }));
    const link = "https://example.com/";
    const item = idOf(await call(stranger, "POST", "/raindrop", { body: { link } }));
    const attempts: [method: string, path: string, body: object, error: string][] = [
      ["POST", "/collection", parent, "parent"],
      ["PUT", `/collection/${own}`, parent, "parent"],
      ["PUT", "/collections/merge", { to: shelf.collection, ids: [own] }, "to"],
      ["POST", "/raindrop", { link, ...place }, "collection"],
      ["POST", "/raindrop", { link, collectionId: shelf.collection }, "collection"],
      ["POST", "/raindrops", { items: [{ link }, { link, ...place }] }, "collection"],
      ["PUT", `/raindrop/${item}`, place, "collection"],
      ["PUT", "/raindrops/-1", place, "collection"],
      ["PUT", "/raindrops/-1", { ids: [item], ...place }, "collection"],
    ];
    const stock = (await call(stranger, "GET", "/user/stats")).body;
    for (const [method, path, body, error] of attempts) {
      t.match(await call(stranger, method, path, { body }), { status: 400, body: { error } }, `${method} ${path}`);
    }
    t.same(await seen(shelf), before);
    t.same((await call(stranger, "GET", "/user/stats")).body, stock, "and the caller's own stay where they were");
  });
}

t.test("a public collection shows neither what is below it nor what was in it", async (t) => {
  const { call, owner, stranger, shelve, addItem } = library;
  const { collection, item } = await shelve(true);
  const below = idOf(await call(owner, "POST", "/collection", { body: { title: MARK, parent: { $id: collection } } }));
  const hidden = idOf(await addItem(below));
  const deleted = idOf(await addItem(collection));
  await call(owner, "DELETE", `/raindrop/${deleted}`);
  for (const [caller, status] of [[stranger, 404] as const, [{}, 401] as const]) {
    t.match(await call(caller, "GET", `/raindrops/${collection}?nested=true`), {
      status: 200,
      body: { count: 1, items: [{ _id: item }] },
    });
    for (const path of [`/collection/${below}`, `/raindrops/${below}`, `/raindrop/${hidden}`, `/raindrop/${deleted}`]) {
      t.equal((await call(caller, "GET", path)).status, status, path);
    }
  }
});

t.test("emptyTrash: everybody empties their own", async (t) => {
  const { call, owner, stranger, addItem } = library;
  await call(owner, "DELETE", `/raindrop/${idOf(await addItem(-1))}`);
  const trash = () => call(owner, "GET", "/raindrops/-99");
  const { body } = await trash();
  t.equal((await call(stranger, "DELETE", "/collection/-99")).status, 200);
  t.same((await trash()).body, body);
  t.match(body, { items: [{ title: MARK }] });
  t.equal((await call(owner, "DELETE", "/collection/-99")).status, 200);
  t.match((await trash()).body, { count: 0, items: [] });
});
