import t, { type Test } from "tap";
import type { Operation } from "#contract/contract";
import type { components } from "../../generated/collections.ts";
import { formOf, pageFormOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { newKey } from "../../src/accounts/api-key.ts";
import { inTransaction } from "../../src/database/database.ts";
import * as sharing from "../../src/library/sharing/sharing.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp, type Received, type SendOptions } from "../support/app.ts";
import { createKey, createPerson } from "../support/people.ts";

const { operations } = loadContract("collections");

/** The title of everything that belongs to Ann. */
const MARK = "Ann's books";

/** The notes of all her items and their highlights. */
const NOTE = "Ann's note";
const COVER = await formOf({ bytes: await pngOf(8, 8, "#ff0000") });

const COPY = await pageFormOf("<title>A page</title>", { url: "https://example.com/" });
const FILE = await formOf({ bytes: Buffer.from("A text.\n"), field: "file", name: "text.txt" });
const BOOKMARKS = await formOf({ bytes: Buffer.from("https://example.com/"), field: "import" });

/** The ids of a collection of Ann's, its item, its cover, and her second collection (`gallery`). */
interface Target {
  readonly collection: number;
  readonly item: number;
  readonly picture: string;
  readonly gallery: number;
  /** A change that can be reverted; 0 if there is none. */
  readonly step: number;
}

/** The body that each operation is called with. */
const BODIES: Readonly<Record<string, (target: Target) => SendOptions>> = {
  createCollection: () => ({ body: { title: "New" } }),
  updateCollection: () => ({ body: { title: "Changed", public: true } }),
  updateCollections: () => ({ body: { sort: "-title", expanded: false } }),
  deleteCollections: ({ collection }) => ({ body: { ids: [collection] } }),
  mergeCollections: ({ collection, gallery }) => ({ body: { to: gallery, ids: [collection] } }),
  uploadCover: () => COVER,
  uploadItemCover: () => COVER,
  uploadFile: () => FILE,
  uploadCopy: () => COPY,
  createItem: () => ({ body: { link: "https://example.com/" } }),
  createItems: () => ({ body: { items: [{ link: "https://example.com/" }] } }),
  suggestForLink: () => ({ body: { link: "https://example.com/" } }),
  updateItem: () => ({ body: { title: "Changed", collection: { $id: -1 } } }),
  replaceTags: () => ({ body: { tags: ["x"], replace: "y" } }),
  deleteTags: () => ({ body: { tags: ["x"] } }),
  replaceCollectionTags: () => ({ body: { tags: ["x"], replace: "y" } }),
  deleteCollectionTags: () => ({ body: { tags: ["x"] } }),
  updateItems: ({ item }) => ({ body: { ids: [item], important: true } }),
  updateAccount: () => ({ body: { config: { raindrops_view: "grid" } } }),
  findLinks: () => ({ body: { urls: ["https://example.com/"] } }),
  parseFile: () => BOOKMARKS,
  parseFileByPut: () => BOOKMARKS,
  shareCollection: () => ({ body: { role: "viewer" } }),
  updateCollaborator: () => ({ body: { role: "viewer" } }),
  joinCollection: () => ({ body: { token: "wrong" } }),
};

/** Bodies of collaborators, who may not publish a collection, nor take an item out of it. */
const BODIES_OF_COLLABORATORS: typeof BODIES = {
  ...BODIES,
  updateCollection: () => ({ body: { title: "Changed" } }),
  updateItem: () => ({ body: { title: "Changed" } }),
};

/** The query of operations that require one. */
const QUERIES: Readonly<Record<string, string>> = {
  findLink: "?url=https://example.com/",
  parseLink: "?url=https://example.com/",
  getCopy: "?json=1",
};

/** The expected statuses for a private and for a public collection. */
type Statuses = readonly [ofPrivate: number, ofPublic: number];

/** The expected statuses for collaborators, whether or not the collection is public. */
type StatusesOfCollaborators = readonly [ofMember: number, ofViewer: number];

/** Through which collection others use the target: with the target, those of its parent share all that is nested in it. */
const SHARED_AT = ["the collection itself", "its parent"] as const;

/** The expected statuses of an operation, by caller. */
interface Row {
  /** With a credential of another account; also of one that has left the collection, or has not joined it yet. */
  readonly stranger: Statuses;
  readonly collaborators: StatusesOfCollaborators;
  /** With a credential of a collaborator of its parent; like `collaborators` by default. */
  readonly ofParent?: StatusesOfCollaborators;
  /** 200 by default. */
  readonly owner?: number;
  readonly anonymous: Statuses;
  /** With an invalid credential. */
  readonly wrong: Statuses;
}

const READING: Row = { stranger: [404, 200], collaborators: [200, 200], anonymous: [401, 200], wrong: [401, 401] };
/** Operations that read public collections, but not for anonymous callers. */
const LISTING: Row = { ...READING, anonymous: [401, 401] };
const PUBLIC_READING: readonly Row[] = [READING, LISTING];
const WRITING: Row = { stranger: [404, 403], collaborators: [200, 403], anonymous: [401, 401], wrong: [401, 401] };
/** Operations that read private data of a collection. */
const SHARED: Row = { ...WRITING, collaborators: [200, 200] };
const OWNED: Row = { ...WRITING, collaborators: [403, 403] };
/** Operations on the caller's own data. */
const OWN: Row = { stranger: [200, 200], collaborators: [200, 200], anonymous: [401, 401], wrong: [401, 401] };
/** Operations that everybody may call. */
const OPEN: Row = { ...OWN, anonymous: [200, 200], wrong: [200, 200] };

/** The expected statuses of each operation. */
const TABLE: Readonly<Record<string, Row>> = {
  listRootCollections: OWN,
  updateCollections: OWN,
  deleteCollections: { ...WRITING, stranger: [404, 404], collaborators: [404, 404] },
  listChildCollections: OWN,
  mergeCollections: { ...WRITING, stranger: [400, 400], collaborators: [400, 400] },
  cleanCollections: OWN,
  createCollection: OWN,
  getCollection: READING,
  updateCollection: WRITING,
  deleteCollection: OWNED,
  listCollaborators: SHARED,
  shareCollection: WRITING,
  unshareCollection: { ...SHARED, ofParent: [404, 404] },
  updateCollaborator: WRITING,
  removeCollaborator: WRITING,
  joinCollection: { ...WRITING, stranger: [403, 403], collaborators: [403, 403], owner: 403 },
  emptyTrash: OWN,
  uploadCover: WRITING,
  uploadItemCover: WRITING,
  uploadFile: OWN,
  uploadCopy: OWN,
  getFile: READING,
  getCopy: READING,
  getPicture: OPEN,
  createItem: OWN,
  getItem: READING,
  updateItem: WRITING,
  deleteItem: WRITING,
  suggestForItem: SHARED,
  suggestForLink: OWN,
  createItems: OWN,
  listItems: READING,
  updateItems: WRITING,
  deleteItems: WRITING,
  exportItems: SHARED,
  findLink: OWN,
  findLinks: OWN,
  parseLink: OWN,
  getFilters: READING,
  listHighlights: OWN,
  listCollectionHighlights: LISTING,
  listTags: OWN,
  replaceTags: OWN,
  deleteTags: OWN,
  listCollectionTags: LISTING,
  replaceCollectionTags: WRITING,
  deleteCollectionTags: WRITING,
  parseFile: OWN,
  parseFileByPut: OWN,
  listBackups: OWN,
  startBackup: OWN,
  downloadBackup: { ...WRITING, stranger: [404, 404], collaborators: [404, 404] },
  getAccount: OWN,
  listIcons: OWN,
  searchIcons: OWN,
  getIcon: OPEN,
  updateAccount: OWN,
  getUser: OWN,
  getStatistics: OWN,
  listUndoSteps: OWN,
  revertUndoStep: { ...WRITING, stranger: [404, 404], collaborators: [404, 404] },
};

function withBearer(credential: string): SendOptions {
  return { headers: { authorization: `Bearer ${credential}` } };
}

function idOf({ body }: Received): number {
  // Every response is checked against the contract, so collections and items have an id.
  return (body as { readonly item: { readonly _id: number } }).item._id;
}

/**
 * Opens a server with Ann, the owner; Bob, a stranger; Carl, whose account is deleted; Dora, whose
 * account is deactivated; Mia, a member, and Vic, a viewer of all collections of `addTarget` or their parents; Fay, a
 * former member; Pam, a former member of the parent, who had joined the collection too; Nat, a member of a nested one;
 * Ivy, who is invited; Zoe, whom members can remove.
 */
async function openLibrary(t: Test) {
  const app = await openApp(t);
  const [ann, bob] = [await createPerson(app, "Ann"), await createPerson(app, "Bob")];
  const [carl, dora] = [await createPerson(app, "Carl"), await createPerson(app, "Dora")];
  const [mia, vic, fay] = [
    await createPerson(app, "Mia"),
    await createPerson(app, "Vic"),
    await createPerson(app, "Fay"),
  ];
  const [ivy, zoe] = [await createPerson(app, "Ivy"), await createPerson(app, "Zoe")];
  const [pam, nat] = [await createPerson(app, "Pam"), await createPerson(app, "Nat")];
  const [key, carlsKey, dorasKey] = [
    await createKey(app, ann.id),
    await createKey(app, carl.id),
    await createKey(app, dora.id),
  ];
  await accounts.remove(app.context.database, app.context.clock, carl.id);
  await accounts.update(app.context.database, app.context.clock, dora.id, { active: false });

  const { database, clock } = app.context;
  const call = (caller: SendOptions, method: string, path: string, { headers, ...sending }: SendOptions = {}) =>
    app.send(method, `/rest/v1${path}`, { ...sending, headers: { ...headers, ...caller.headers } });
  const owner = withBearer(key);
  const noted = {
    note: NOTE,
    reminder: { date: "2026-05-01T12:00:00Z" },
    highlights: [{ text: "Marked", note: NOTE }],
  };
  const addItem = (collection: number) =>
    call(owner, "POST", "/raindrop", {
      body: { link: "https://example.com/", title: MARK, collectionId: collection, ...noted },
    });
  const addFile = async (collection: number) => {
    const item = idOf(await call(owner, "PUT", "/raindrop/file", FILE));
    return call(owner, "PUT", `/raindrop/${item}`, { body: { collectionId: collection, ...noted } });
  };
  const addCollection = async (body: object) => idOf(await call(owner, "POST", "/collection", { body }));
  const addStep = async (collection: number) => {
    await call(owner, "DELETE", `/raindrop/${idOf(await addItem(collection))}`);
    const { body } = await call(owner, "GET", "/undo");
    return (body as components["schemas"]["UndoStepList"]).items[0]?._id ?? 0;
  };
  /** An invitation for Ivy. */
  const invitation = (collection_id: number) => {
    const times = { created_at: clock(), expires_at: clock() + 60_000 };
    const address = { email: ivy.email, email_key: ivy.email, token_hash: "" };
    return { collection_id, account_id: ann.id, role: "member" as const, ...address, ...times };
  };
  /** Shares a collection, at itself or at its parent, with `nested` inside it. */
  const share = async (at: (typeof SHARED_AT)[number], collectionId: number, parent: number, nested: number) => {
    await inTransaction(database, async (transaction) => {
      // Those of earlier targets: an account can share only 100 collections of others.
      await transaction.deleteFrom("collaborators").execute();
      const add = (id: number, role: "member" | "viewer", to = collectionId) =>
        sharing.add(transaction, clock, id, { collectionId: to, role, ownerId: ann.id });
      const top = at === "its parent" ? parent : collectionId;
      await add(mia.id, "member", top);
      await add(vic.id, "viewer", top);
      await add(fay.id, "member");
      await add(zoe.id, "member");
      for (const id of [parent, collectionId]) await add(pam.id, "member", id);
      await add(nat.id, "member", nested);
    });
    await sharing.setRole(database, ann.id, collectionId, fay.id, undefined);
    await sharing.setRole(database, ann.id, parent, pam.id, undefined);
    await database.insertInto("invitations").values(invitation(collectionId)).execute();
  };
  const gallery = idOf(await call(owner, "POST", "/collection", { body: { title: MARK } }));
  await addItem(gallery);
  const uploaded = await call(owner, "PUT", `/collection/${gallery}/cover`, COVER);
  const { cover } = (uploaded.body as components["schemas"]["SingleCollection"]).item;

  await call(owner, "GET", "/backup");
  await app.context.backups.settled();
  const { body: backups } = await call(owner, "GET", "/backups");

  return {
    call,
    /** The id of Ann's backup. */
    backup: (backups as components["schemas"]["Backups"]).items[0]?._id ?? "",
    key,
    owner,
    stranger: withBearer(bob.token),
    strangers: {
      "a stranger": withBearer(bob.token),
      "a former member": withBearer(fay.token),
      "a former member of its parent": withBearer(pam.token),
      "a member of a nested collection": withBearer(nat.token),
      "an invited account": withBearer(ivy.token),
    },
    member: withBearer(mia.token),
    viewer: withBearer(vic.token),
    collaboratorId: zoe.id,
    addItem,
    owners: { "the owner's key": owner, "the owner's token": withBearer(ann.token) },
    wrong: {
      "a wrong token": withBearer(`${ann.token.slice(0, -8)}AAAAAAAA`),
      "the token of a deleted account": withBearer(carl.token),
      "the token of a deactivated account": withBearer(dora.token),
    },
    wrongKeys: [newKey(), carlsKey, dorasKey],
    /** Keys with one scope, of the owner and of the member. */
    scoped: await Promise.all(
      (["users:write", "collections:read"] as const).map(async (scope) => ({
        scope,
        ofOwner: withBearer(await createKey(app, ann.id, scope, [scope])),
        ofMember: withBearer(await createKey(app, mia.id, scope, [scope])),
      })),
    ),
    /**
     * Creates a shared collection in a private one, with an item, a nested collection and, for `revertUndoStep`, a change
     * that can be reverted.
     */
    async addTarget(
      isPublic: boolean,
      operation?: Operation,
      sharedAt: (typeof SHARED_AT)[number] = "the collection itself",
    ): Promise<Target> {
      const parent = await addCollection({ title: MARK });
      const collection = await addCollection({ title: MARK, public: isPublic, cover, parent: { $id: parent } });
      const nested = await addCollection({ title: "Nested", parent: { $id: collection } });
      await share(sharedAt, collection, parent, nested);
      const hasFile = operation?.id === "getFile" || operation?.id === "getCopy";
      const item = idOf(hasFile ? await addFile(collection) : await addItem(collection));
      const step = operation?.id === "revertUndoStep" ? await addStep(collection) : 0;
      return { collection, item, picture: cover[0]?.split("/").at(-1) ?? "", gallery, step };
    },
    /** The collection, the item and the statistics, as the owner reads them. */
    async stateOf({ collection, item }: Target) {
      const paths = [`/collection/${collection}`, `/raindrop/${item}`, "/user/stats"];
      return Promise.all(paths.map(async (path) => (await call(owner, "GET", path)).body));
    },
  };
}

type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Calls an operation on a target. */
async function attempt(
  library: Library,
  caller: SendOptions,
  { id, method, path }: Operation,
  target: Target,
  bodies = BODIES,
) {
  const ids: Readonly<Record<string, number>> = { raindrop: target.item, undo: target.step };
  const targetId = ids[path.split("/")[1] ?? ""] ?? target.collection;
  const filled = path
    .replace("{picture}", target.picture)
    .replace("{format}", "csv")
    .replace("{name}", "Bob")
    .replace("{icon}", "book.png")
    .replace("{backup}", library.backup)
    .replace("{userId}", String(library.collaboratorId));
  const address = filled.replace(/\{\w+\}/, String(targetId)) + (QUERIES[id] ?? "");
  return library.call(caller, method, address, bodies[id]?.(target));
}

const library = await openLibrary(t);

t.test("the table has one row per operation of the contract", async (t) => {
  t.same(Object.keys(TABLE).sort(), operations.map(({ id }) => id).sort());
});

for (const operation of operations) {
  const { owners, strangers, wrong, member, viewer } = library;
  const row = TABLE[operation.id] ?? OWN;
  for (const [index, visibility] of ["private", "public"].entries()) {
    t.test(`${operation.id}: each caller gets the status in the table, for a ${visibility} collection`, async (t) => {
      const target = await library.addTarget(visibility === "public", operation);
      const before = await library.stateOf(target);
      for (const [name, caller] of Object.entries(wrong)) {
        t.equal((await attempt(library, caller, operation, target)).status, row.wrong[index], name);
      }
      for (const [name, caller] of Object.entries({ ...strangers, anonymous: {} })) {
        const { status, body } = await attempt(library, caller, operation, target);
        t.equal(status, row[name === "anonymous" ? name : "stranger"][index], name);
        const text = JSON.stringify(body);
        if (!PUBLIC_READING.includes(row) || status !== 200) t.notMatch(text, MARK, `${name} reads nothing`);
        t.notMatch(text, NOTE, `${name} reads no note`);
        t.notMatch(text, '"reminder":{"date"', `${name} reads no reminder`);
        t.notMatch(text, '"parent":', `${name} reads no id of a parent`);
      }
      t.same(await library.stateOf(target), before, "none of them changes anything");
      for (const [name, caller] of Object.entries(owners)) {
        // A change may delete its target, so each gets a new one.
        const own = operation.method === "GET" ? target : await library.addTarget(visibility === "public", operation);
        t.equal((await attempt(library, caller, operation, own)).status, row.owner ?? 200, name);
      }
    });

    for (const sharedAt of SHARED_AT) {
      const title = `each collaborator of ${sharedAt} gets the status in the table, for a ${visibility} collection`;
      t.test(`${operation.id}: ${title}`, async (t) => {
        const { collaborators, ofParent = collaborators } = row;
        const [ofMember, ofViewer] = sharedAt === "its parent" ? ofParent : collaborators;
        const target = await library.addTarget(visibility === "public", operation, sharedAt);
        const before = await library.stateOf(target);
        const attemptBy = async (caller: SendOptions) =>
          (await attempt(library, caller, operation, target, BODIES_OF_COLLABORATORS)).status;
        t.equal(await attemptBy(viewer), ofViewer, "a viewer");
        if (operation.id !== "unshareCollection")
          t.same(await library.stateOf(target), before, "a viewer changes nothing");
        t.equal(await attemptBy(member), ofMember, "a member");
        if (ofMember !== 200) t.same(await library.stateOf(target), before, "a member changes nothing");
      });
    }
  }

  t.test(`${operation.id}: a key gets 403 outside its scopes, for a public collection`, async (t) => {
    const target = await library.addTarget(true, operation, "its parent");
    const before = await library.stateOf(target);
    for (const { scope, ofOwner, ofMember } of library.scoped) {
      const isAllowed = operation.scopes.every((needed) => needed === scope);
      const [status = 0] = row.ofParent ?? row.collaborators;
      const { status: ofMembers } = await attempt(library, ofMember, operation, target, BODIES_OF_COLLABORATORS);
      t.equal(ofMembers, isAllowed ? status : 403, `${scope}, a member`);
      const { status: ofOwners } = await attempt(library, ofOwner, operation, target);
      t.equal(ofOwners, isAllowed ? (row.owner ?? 200) : 403, `${scope}, the owner`);
    }
    t.same(await library.stateOf(target), before, "none of them changes anything");
  });
}

t.test("an invalid or malformed credential gets 401, even for public collections", async (t) => {
  const { call, key, wrongKeys, addTarget } = library;
  const { collection, item } = await addTarget(true);
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

  t.test(`bulk operations skip another account's ${visibility} collections and their items`, async (t) => {
    const { call, stranger, addTarget, stateOf } = library;
    const target = await addTarget(isPublic);
    const before = await stateOf(target);
    const { collection, item } = target;
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
        const sending = { body: { ids: [item], ...change } };
        t.match(await call(stranger, method, `/raindrops/${place}`, sending), { status: 200, body: { modified: 0 } });
      }
    }
    t.same(await stateOf(target), before);
  });

  t.test(`nothing can be moved to a ${visibility} collection of another account`, async (t) => {
    const { call, stranger, addTarget, stateOf } = library;
    const target = await addTarget(isPublic);
    const before = await stateOf(target);
    const [parent, place] = [{ parent: { $id: target.collection } }, { collection: { $id: target.collection } }];
    const own = idOf(await call(stranger, "POST", "/collection", { body: {} }));
    const link = "https://example.com/";
    const item = idOf(await call(stranger, "POST", "/raindrop", { body: { link } }));
    const attempts: [method: string, path: string, body: object, error: string][] = [
      ["POST", "/collection", parent, "parent"],
      ["PUT", `/collection/${own}`, parent, "parent"],
      ["PUT", "/collections/merge", { to: target.collection, ids: [own] }, "to"],
      ["POST", "/raindrop", { link, ...place }, "collection"],
      ["POST", "/raindrop", { link, collectionId: target.collection }, "collection"],
      ["POST", "/raindrops", { items: [{ link }, { link, ...place }] }, "collection"],
      ["PUT", `/raindrop/${item}`, place, "collection"],
      ["PUT", "/raindrops/-1", place, "collection"],
      ["PUT", "/raindrops/-1", { ids: [item], ...place }, "collection"],
    ];
    const statistics = (await call(stranger, "GET", "/user/stats")).body;
    for (const [method, path, body, error] of attempts) {
      t.match(await call(stranger, method, path, { body }), { status: 400, body: { error } }, `${method} ${path}`);
    }
    t.same(await stateOf(target), before);
    t.same((await call(stranger, "GET", "/user/stats")).body, statistics, "the caller's own library is unchanged too");
  });
}

t.test("a public collection shows neither its children nor items that were deleted from it", async (t) => {
  const { call, owner, stranger, addTarget, addItem } = library;
  const { collection, item } = await addTarget(true);
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

t.test("emptyTrash: empties only the caller's own Trash", async (t) => {
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
