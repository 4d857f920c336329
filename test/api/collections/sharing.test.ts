import t, { type Test } from "tap";
import type { components } from "../../../generated/collections.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { tokensFrom } from "../../../src/library/sharing/invitations.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary, ownerOf } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

type Schemas = components["schemas"];

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_COLLECTION = { status: 404, error: "not_found", errorMessage: "There is no collection with this id." };
const WRONG_TOKEN = {
  status: 403,
  error: "CollaboratorsIncorrectToken",
  errorMessage: "Incorrect or expired token",
};

/** Requests the link of a collection. */
async function invite({ request }: LibraryOwner, id: number, role: "member" | "viewer", emails?: readonly string[]) {
  const { status, body } = await request("POST", `/collection/${id}/sharing`, { role, ...(emails && { emails }) });
  if (status !== 200) throw new Error(`The status is ${status}: ${JSON.stringify(body)}`);
  // The server has checked the body against the contract.
  return body as Schemas["Invitations"];
}

const join = ({ request }: LibraryOwner, id: number, token: string) =>
  request("POST", `/collection/${id}/join`, { token });

async function collaboratorsOf({ request }: LibraryOwner, id: number) {
  const { body } = await request("GET", `/collection/${id}/sharing`);
  // The server has checked the body against the contract.
  return (body as Schemas["CollaboratorList"]).items;
}

/** Ann shares Recipes, which is inside Private and contains Soups, with Bob. */
async function openShare(t: Test, role: "member" | "viewer") {
  const library = await openLibrary(t);
  const { ann, bob } = library;
  const { _id: above } = await ann.addCollection("Private");
  const { _id: shared } = await ann.addCollection("Recipes", above);
  const { _id: below } = await ann.addCollection("Soups", shared);
  const [inAbove, inShared, inBelow] = [
    await ann.addItem(above, { title: "Secret", tags: ["secret"], highlights: [{ text: "Hidden" }] }),
    await ann.addItem(shared, { title: "Bread", tags: ["baking"], highlights: [{ text: "Knead it" }] }),
    await ann.addItem(below, { title: "Borscht", tags: ["warm"] }),
  ];
  const { token } = await invite(ann, shared, role);
  t.same((await join(bob, shared, token)).body, { result: true, role });
  return { ...library, above, shared, below, inAbove, inShared, inBelow, token };
}

t.test("shareCollection: returns the same link for each role until the sharing ends", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  const first = await invite(ann, id, "viewer");
  t.match(first, { emails: [], link: `http://triptych.test/join/${first.token}` });
  t.match(first.token, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  t.same(await invite(ann, id, "viewer"), first);
  t.not((await invite(ann, id, "member")).token, first.token);
  await ann.call("DELETE", `/collection/${id}/sharing`);
  t.not((await invite(ann, id, "viewer")).token, first.token);
});

t.test("shareCollection: stores invitations for addresses", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  const emails = ["Eve@example.com", "dan@example.com"];
  t.same((await invite(ann, id, "member", emails)).emails, emails);
  await invite(ann, id, "viewer", ["eve@example.com"]);
  const stored = await app.context.database
    .selectFrom("invitations")
    .select(["email", "role"])
    .where("email", "is not", null)
    .orderBy("email")
    .execute();
  t.same(stored, [
    { email: "Eve@example.com", role: "viewer" },
    { email: "dan@example.com", role: "member" },
  ]);
});

t.test("shareCollection: rejects no addresses, too many, and too many that have not joined", async (t) => {
  const { ann, advanceClock } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  const share = async (count: number, start = 0) => {
    const emails = Array.from({ length: count }, (_, index) => `p${start + index}@example.com`);
    return errorFieldsOf(await ann.request("POST", `/collection/${id}/sharing`, { role: "viewer", emails }));
  };
  t.match(await share(0), { status: 400, error: "emails", errorMessage: "no emails" });
  t.match(await share(11), {
    status: 400,
    error: "emails",
    errorMessage: "you cant send more than 10 invites at once",
  });
  for (let start = 0; start < 100; start += 10) t.equal((await share(10, start)).status, 200);
  t.equal((await share(10, 90)).status, 200, "these are invited already");
  t.match(await share(1, 100), {
    status: 403,
    error: "too_many_invitations",
    errorMessage: "you have too many pending invitations, you will be banned if you continue send more",
  });
  advanceClock(31 * DAY_MS);
  t.equal((await ann.request("GET", "/user")).status, 401, "the token of the login has expired");
});

t.test("joinCollection: needs a valid token of this collection", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const [{ _id: id }, { _id: other }] = [await ann.addCollection("Recipes"), await ann.addCollection("Other")];
  const { token } = await invite(ann, id, "viewer");
  t.same(errorFieldsOf(await join(bob, id, "wrong")), WRONG_TOKEN);
  t.same(errorFieldsOf(await join(bob, other, token)), WRONG_TOKEN);
  t.same(errorFieldsOf(await join(bob, 999_999, token)), WRONG_TOKEN);
  t.same(errorFieldsOf(await join(ann, id, token)), {
    status: 403,
    error: "CollaboratorsAlready",
    errorMessage: "You already owner of this collection",
  });
  await app.context.database.updateTable("invitations").set({ expires_at: app.context.clock() }).execute();
  t.same(errorFieldsOf(await join(bob, id, token)), WRONG_TOKEN, "an expired token");
  t.equal((await invite(ann, id, "viewer")).token === token, false, "an expired link is not used again");
  t.match(await bob.request("GET", `/collection/${id}`), { status: 404 });
});

t.test("joinCollection: a link is valid for 30 days", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  await invite(ann, id, "viewer");
  const rows = await app.context.database.selectFrom("invitations").select("expires_at").execute();
  t.same(rows, [{ expires_at: app.context.clock() + 30 * DAY_MS }]);
});

t.test("joinCollection: does not show the collections of a deactivated account", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  const { token } = await invite(ann, id, "viewer");
  await accounts.update(app.context.database, app.context.clock, ann.id, { active: false });
  t.same(errorFieldsOf(await join(bob, id, token)), {
    status: 403,
    error: "CollaboratorsNoCollection",
    errorMessage: "Shared collection not found or removed",
  });
});

t.test("joinCollection: a collaborator keeps the higher role", async (t) => {
  const { ann, bob, shared } = await openShare(t, "viewer");
  const [member, viewer] = [await invite(ann, shared, "member"), await invite(ann, shared, "viewer")];
  t.match((await join(bob, shared, member.token)).body, { role: "member" });
  t.match((await join(bob, shared, viewer.token)).body, { role: "member" });
  t.equal((await collaboratorsOf(ann, shared)).length, 2);
});

t.test("joinCollection: the invitation of an address can be used once", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Recipes");
  await invite(ann, id, "member", ["eve@example.com", bob.email]);
  const { database, subkeys } = app.context;
  const [eve] = await database.selectFrom("invitations").select("id").where("email", "=", "eve@example.com").execute();
  const token = tokensFrom(subkeys.invitations)({ id: eve?.id ?? 0, token_hash: "" });
  t.match((await join(bob, id, token)).body, { role: "member" });
  t.same(errorFieldsOf(await join(bob, id, token)), WRONG_TOKEN);
  const left = await database.selectFrom("invitations").select("email").execute();
  t.same(left, [{ email: null }], "the invitation of Bob's own address has ended too");
});

t.test("joinCollection: an account can share at most 100 collections of others", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const add = async () => (await ann.addCollection("Recipes"))._id;
  for (let count = 0; count < 100; count++) {
    await share(app, await add(), bob.id, "viewer");
  }
  const last = await add();
  const { token } = await invite(ann, last, "viewer");
  t.match(errorFieldsOf(await join(bob, last, token)), { status: 403, error: "quota" });
  t.equal((await bob.call("GET", "/collections")).items.length, 100);
});

t.test("listCollaborators: lists the owner and those who joined, without addresses for viewers", async (t) => {
  const { ann, bob, shared } = await openShare(t, "viewer");
  const expected = [
    { _id: ann.id, name: "Ann", fullName: "Ann", email: "ann@example.com", role: "owner", level: 4, me: true },
    { _id: bob.id, name: "Bob", fullName: "Bob", email: "bob@example.com", role: "viewer", level: 2, me: false },
  ];
  t.match(await collaboratorsOf(ann, shared), expected);
  t.match(
    await collaboratorsOf(bob, shared),
    expected.map((person) => ({ ...person, email: "", me: !person.me })),
  );
});

t.test("listRootCollections: shows a shared collection without its parent, and its children as nested", async (t) => {
  const { ann, bob, above, shared, below } = await openShare(t, "member");
  const { items: roots } = await bob.call("GET", "/collections");
  t.match(roots, [{ _id: shared, access: { level: 3, draggable: false }, count: 1, user: { $id: ann.id } }]);
  t.notOk(roots[0]?.parent);
  t.ok(roots[0]?.collaborators);
  t.match((await bob.call("GET", "/collections/childrens")).items, [
    { _id: below, parent: { $id: shared }, access: { level: 3 } },
  ]);
  const { item } = await bob.call("GET", `/collection/${shared}`);
  t.match(item, { access: { for: bob.id, level: 3, root: true }, author: false });
  t.notOk(item.parent);
  t.match((await bob.call("GET", `/collection/${below}`)).item, { parent: { $id: shared }, access: { root: false } });
  t.match(errorFieldsOf(await bob.request("GET", `/collection/${above}`)), NO_COLLECTION);
  t.same((await bob.call("GET", "/user")).user.groups[0]?.collections, [shared]);
  t.match((await ann.call("GET", `/collection/${shared}`)).item.parent, { $id: above }, "the owner sees it as before");
  t.same((await bob.counts())[0], 0, "statistics cover one's own items");
  t.same((await bob.call("GET", "/raindrops/0")).count, 0);
});

t.test("updateAccount: a shared collection can be put into a group, and stays there when sorted", async (t) => {
  const { bob, shared } = await openShare(t, "viewer");
  const { _id: own } = await bob.addCollection("Own");
  const groups = [
    { title: "Mine", collections: [own] },
    { title: "Shared", collections: [shared] },
  ];
  await bob.call("PUT", "/user", { groups });
  await bob.call("PUT", "/collections", { sort: "title" });
  t.match((await bob.call("GET", "/user")).user.groups, groups);
});

t.test("a viewer reads everything inside the collection, and nothing outside", async (t) => {
  const { bob, shared, below, inAbove, inShared, inBelow } = await openShare(t, "viewer");
  const found = await bob.call("GET", `/raindrops/${shared}?nested=true&sort=created`);
  t.same(
    found.items.map(({ _id }) => _id),
    [inShared._id, inBelow._id],
  );
  t.match((await bob.call("GET", "/collections/childrens")).items, [{ _id: below, access: { level: 2 } }]);
  t.equal((await bob.call("GET", `/raindrops/${shared}?nested=true&search=borscht`)).count, 1);
  t.equal((await bob.call("GET", `/raindrops/${shared}?nested=true&search=secret`)).count, 0);
  t.match((await bob.request("GET", `/filters/${shared}?nested=true`)).body, {
    total: { count: 2 },
    tags: [{ _id: "baking" }, { _id: "warm" }],
  });
  t.match((await bob.call("GET", `/tags/${below}`)).items, [{ _id: "warm", count: 1 }]);
  t.match((await bob.call("GET", `/highlights/${shared}`)).items, [{ text: "Knead it" }]);
  t.equal((await bob.request("GET", `/raindrop/${inBelow._id}/suggest`)).status, 200);
  t.equal((await bob.request("GET", `/raindrop/${inAbove._id}`)).status, 404);
  for (const path of ["/tags", "/highlights"]) t.same((await bob.call("GET", path)).items, [], path);
});

t.test("exportItems: the paths of folders begin at the shared collection", async (t) => {
  const { ann, bob, shared } = await openShare(t, "viewer");
  const path = `/raindrops/${shared}/export.csv?nested=true&sort=created`;
  const { body } = await bob.request("GET", path);
  t.match(body, ",Recipes,baking");
  t.match(body, ",Recipes / Soups,warm");
  t.notMatch(body, "Private");
  t.match((await ann.request("GET", path)).body, ",Private / Recipes / Soups,warm");
  const html = (await bob.request("GET", `/raindrops/${shared}/export.html?nested=true`)).body;
  t.match(html, "Soups");
  t.notMatch(html, "Private");
});

t.test("createItem: a member's item belongs to the owner, and names its creator", async (t) => {
  const { app, ann, bob, shared, below } = await openShare(t, "member");
  const item = await bob.addItem(below, { order: 0 });
  t.match(item, { user: { $id: ann.id }, creatorRef: { _id: bob.id, name: "Bob" }, collectionId: below });
  t.match((await ann.call("GET", `/raindrop/${item._id}`)).item, { creatorRef: { _id: bob.id } });
  t.equal((await bob.counts())[0], 0);
  const { items } = await bob.call("POST", "/raindrops", {
    items: [shared, -1, below].map((id) => ({ link: "https://example.com/", collectionId: id })),
  });
  t.match(items, [
    { collectionId: shared, user: { $id: ann.id } },
    { collectionId: -1, user: { $id: bob.id }, creatorRef: { _id: bob.id } },
    { collectionId: below, user: { $id: ann.id } },
  ]);
  await accounts.remove(app.context.database, app.context.clock, bob.id);
  t.match((await ann.call("GET", `/raindrop/${item._id}`)).item, { creatorRef: { _id: ann.id, name: "Ann" } });
});

t.test("createItem: a viewer gets 403", async (t) => {
  const { bob, shared } = await openShare(t, "viewer");
  const body = { link: "https://example.com/", collectionId: shared };
  t.match(errorFieldsOf(await bob.request("POST", "/raindrop", body)), {
    status: 403,
    errorMessage: "You may read this collection, but not change it.",
  });
  t.equal((await bob.request("POST", "/raindrops", { items: [body] })).status, 403);
});

t.test("updateItem: a member moves items only within the shared collections of the owner", async (t) => {
  const { ann, bob, above, shared, below, inShared } = await openShare(t, "member");
  const move = (id: number) => bob.request("PUT", `/raindrop/${inShared._id}`, { collectionId: id });
  t.match((await move(below)).body, { item: { collectionId: below } });
  const { _id: own } = await bob.addCollection("Own");
  for (const id of [-1, own]) t.equal((await move(id)).status, 403, String(id));
  t.match(errorFieldsOf(await move(above)), { status: 400, error: "collection" }, "unknown to the member");
  const bulk = { ids: [inShared._id], collection: { $id: own } };
  t.equal((await bob.request("PUT", `/raindrops/${below}`, bulk)).status, 403);
  const toPrivate = { ...bulk, collection: { $id: above } };
  t.equal((await bob.request("PUT", `/raindrops/${below}`, toPrivate)).status, 400);
  t.equal((await bob.call("PUT", `/raindrops/${below}`, { ...bulk, collection: { $id: shared } })).modified, 1);
  const mine = await bob.addItem(own);
  t.equal((await bob.request("PUT", `/raindrop/${mine._id}`, { collectionId: shared })).status, 400);
  t.match((await ann.call("GET", `/raindrop/${inShared._id}`)).item, { collectionId: shared });
  t.match((await move(-99)).body, { item: { collectionId: -99 } }, "the Trash of the owner");
});

t.test("deleteItem: a member's deletion goes to the owner's Trash, and the owner can revert it", async (t) => {
  const { ann, bob, shared, inShared, inBelow } = await openShare(t, "member");
  t.match((await bob.call("DELETE", `/raindrop/${inShared._id}`)).item, { removed: true, user: { $id: ann.id } });
  t.equal((await bob.request("GET", `/raindrop/${inShared._id}`)).status, 404, "the Trash is not shared");
  t.equal((await bob.call("DELETE", `/raindrops/${shared}`, { nested: true })).modified, 1);
  t.same(
    (await ann.call("GET", "/raindrops/-99?sort=created")).items.map(({ _id }) => _id),
    [inShared._id, inBelow._id],
  );
  t.same((await bob.call("GET", "/undo")).items, []);
  const steps = (await ann.call("GET", "/undo")).items;
  for (const { _id } of steps) await ann.call("POST", `/undo/${_id}`);
  t.equal((await bob.call("GET", `/raindrops/${shared}?nested=true`)).count, 2);
});

t.test("updateCollection: a member changes texts, but does not move or publish", async (t) => {
  const { bob, shared } = await openShare(t, "member");
  const { item } = await bob.call("GET", `/collection/${shared}`);
  t.match((await bob.call("PUT", `/collection/${shared}`, { ...item, title: "Food" })).item, {
    title: "Food",
    slug: "food",
  });
  const { _id: own } = await bob.addCollection("Own");
  for (const change of [{ public: true }, { parent: own }, { sort: 1e9 }, { expanded: false }]) {
    t.equal((await bob.request("PUT", `/collection/${shared}`, change)).status, 403, JSON.stringify(change));
  }
  const nested = { title: "Sub", parent: { $id: shared } };
  t.match(errorFieldsOf(await bob.request("POST", "/collection", nested)), { status: 400, error: "parent" });
});

t.test("replaceCollectionTags: a member renames tags in the collection only", async (t) => {
  const { ann, bob, below, inBelow } = await openShare(t, "member");
  const other = await ann.addItem(-1, { tags: ["warm"] });
  await bob.call("PUT", `/tags/${below}`, { tags: ["warm"], replace: "hot" });
  t.same((await ann.call("GET", `/raindrop/${inBelow._id}`)).item.tags, ["hot"]);
  t.same((await ann.call("GET", `/raindrop/${other._id}`)).item.tags, ["warm"]);
});

t.test("updateItem: If-Match works for a member", async (t) => {
  const { bob, inShared } = await openShare(t, "member");
  const path = `/raindrop/${inShared._id}`;
  const etag = (await bob.request("GET", path)).headers.get("etag") ?? "";
  t.equal((await bob.request("PUT", path, { title: "Rye" }, { "if-match": etag })).status, 200);
  t.equal((await bob.request("PUT", path, { title: "Rye" }, { "if-match": etag })).status, 412);
});

t.test("updateCollaborator: changes the role with the next request, and ends links and invitations", async (t) => {
  const { ann, bob, shared, inBelow, token } = await openShare(t, "member");
  const path = `/collection/${shared}/sharing/${bob.id}`;
  await ann.call("PUT", path, { role: "viewer" });
  t.equal((await bob.request("PUT", `/raindrop/${inBelow._id}`, { title: "Rye" })).status, 403);
  t.same(errorFieldsOf(await join(bob, shared, token)), WRONG_TOKEN);
  await ann.call("PUT", path, { role: "" });
  t.equal((await bob.request("GET", `/raindrop/${inBelow._id}`)).status, 404);
  t.match(errorFieldsOf(await ann.request("PUT", path, { role: "viewer" })), { status: 404 });
  const ofOwner = `/collection/${shared}/sharing/${ann.id}`;
  t.equal((await ann.request("PUT", ofOwner, { role: "viewer" })).status, 404, "the owner has no role");
});

t.test("updateCollaborator: the role that the collaborator has ends no invitations", async (t) => {
  const { ann, bob, app, shared, token } = await openShare(t, "member");
  await ann.call("PUT", `/collection/${shared}/sharing/${bob.id}`, { role: "member" });
  const eve = await ownerOf(app, "Eve");
  t.match(await join(eve, shared, token), { status: 200 });
});

t.test("removeCollaborator: ends access with the next request, and all invitations", async (t) => {
  const { app, ann, bob, shared, below, inBelow } = await openShare(t, "viewer");
  await ann.call("POST", `/collection/${shared}/sharing`, { role: "member", emails: ["dan@example.com"] });
  await ann.call("DELETE", `/collection/${shared}/sharing/${bob.id}`);
  t.same(await app.context.database.selectFrom("invitations").select("id").execute(), []);
  const paths = [`/collection/${shared}`, `/raindrops/${below}`, `/raindrop/${inBelow._id}`, `/filters/${shared}`];
  for (const path of paths) t.equal((await bob.request("GET", path)).status, 404, path);
  for (const path of ["/collections", "/collections/childrens"]) t.same((await bob.call("GET", path)).items, [], path);
  t.equal((await ann.request("DELETE", `/collection/${shared}/sharing/${bob.id}`)).status, 404);
});

t.test("unshareCollection: a collaborator leaves, the owner ends all access", async (t) => {
  const { ann, bob, shared, below, token } = await openShare(t, "viewer");
  t.match(errorFieldsOf(await bob.request("DELETE", `/collection/${below}/sharing`)), {
    status: 404,
    errorMessage: "You have access through a collection that contains this one. Leave that one.",
  });
  await bob.call("DELETE", `/collection/${shared}/sharing`);
  t.equal((await bob.request("GET", `/collection/${shared}`)).status, 404);
  t.equal((await join(bob, shared, token)).status, 200, "who leaves may come back");
  const etag = (await ann.request("GET", `/collection/${shared}/sharing`)).headers.get("etag") ?? "";
  await ann.addItem(below);
  t.equal((await ann.request("DELETE", `/collection/${shared}/sharing`, undefined, { "if-match": etag })).status, 200);
  t.equal((await bob.request("GET", `/collection/${shared}`)).status, 404);
  t.same(errorFieldsOf(await join(bob, shared, token)), WRONG_TOKEN);
  t.notOk((await ann.call("GET", `/collection/${shared}`)).item.collaborators);
});

t.test("deleteCollection: ends access, and a collection that undo restores is not shared", async (t) => {
  const { ann, bob, above, shared, token } = await openShare(t, "member");
  await ann.call("DELETE", `/collection/${above}`);
  t.equal((await bob.request("GET", `/collection/${shared}`)).status, 404);
  await ann.call("POST", `/undo/${(await ann.call("GET", "/undo")).items[0]?._id}`);
  t.equal((await ann.request("GET", `/collection/${shared}`)).status, 200);
  t.equal((await bob.request("GET", `/collection/${shared}`)).status, 404);
  t.same(errorFieldsOf(await join(bob, shared, token)), WRONG_TOKEN);
});

t.test("updateCollection: a collection that is moved out of a shared one is not shared any more", async (t) => {
  const { ann, bob, below } = await openShare(t, "member");
  await ann.call("PUT", `/collection/${below}`, { parent: null });
  t.equal((await bob.request("GET", `/collection/${below}`)).status, 404);
  t.same((await bob.call("GET", "/collections/childrens")).items, []);
});

t.test("the collections of an owner whose account is deleted are not shared any more", async (t) => {
  const { app, ann, bob, shared } = await openShare(t, "member");
  await accounts.remove(app.context.database, app.context.clock, ann.id);
  t.equal((await bob.request("GET", `/collection/${shared}`)).status, 404);
  t.same((await bob.call("GET", "/collections")).items, []);
});

t.test("a deleted account is no collaborator any more", async (t) => {
  const { app, ann, bob, shared } = await openShare(t, "member");
  await accounts.remove(app.context.database, app.context.clock, bob.id);
  t.match(await collaboratorsOf(ann, shared), [{ _id: ann.id }]);
});

t.test("a collaborator of a collection and of one inside it has the higher role there", async (t) => {
  const { ann, bob, shared, below, inShared, inBelow } = await openShare(t, "viewer");
  const { token } = await invite(ann, below, "member");
  await join(bob, below, token);
  t.match((await bob.call("GET", "/collections")).items, [{ _id: shared, access: { level: 2 } }]);
  t.match((await bob.call("GET", "/collections/childrens")).items, [{ _id: below, access: { level: 3 } }]);
  t.equal((await bob.request("PUT", `/raindrop/${inBelow._id}`, { title: "Rye" })).status, 200);
  t.equal((await bob.request("PUT", `/raindrop/${inShared._id}`, { title: "Rye" })).status, 403);
});

t.test("shareCollection: a member may invite others, a viewer may not", async (t) => {
  const { ann, bob, shared } = await openShare(t, "member");
  t.equal((await invite(bob, shared, "viewer")).token, (await invite(ann, shared, "viewer")).token);
  await ann.call("PUT", `/collection/${shared}/sharing/${bob.id}`, { role: "viewer" });
  t.match(errorFieldsOf(await bob.request("POST", `/collection/${shared}/sharing`, { role: "viewer" })), {
    status: 403,
    error: "forbidden",
    errorMessage: "you dont have permissions to invite more people",
  });
});

t.test("updateItem: what a member writes counts towards the owner's storage", async (t) => {
  const { app, ann, bob, inShared } = await openShare(t, "member");
  const usedBy = async ({ id }: LibraryOwner) => {
    const [row] = await app.context.database
      .selectFrom("libraries")
      .select("stored_bytes")
      .where("account_id", "=", id)
      .execute();
    return row?.stored_bytes ?? 0;
  };
  const before = await usedBy(ann);
  await bob.call("PUT", `/raindrop/${inShared._id}`, { note: "x".repeat(1000) });
  t.ok((await usedBy(ann)) >= before + 1000);
  t.equal(await usedBy(bob), 0);
});
