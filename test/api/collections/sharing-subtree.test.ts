import t, { type Test } from "tap";
import type { components } from "../../../generated/collections.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { createPerson, logIn } from "../../support/people.ts";
import { invite } from "../../support/shared-pages.ts";
import { share } from "../../support/shares.ts";

type Schemas = components["schemas"];
type Role = "member" | "viewer";

const WRONG_TOKEN = { status: 403, error: "CollaboratorsIncorrectToken", errorMessage: "Incorrect or expired token" };

const join = ({ request }: LibraryOwner, id: number, { token }: { readonly token: string }) =>
  request("POST", `/collection/${id}/join`, { token });

async function peopleOf({ request }: LibraryOwner, id: number) {
  const { body } = await request("GET", `/collection/${id}/sharing`);
  // The server has checked the body against the contract.
  return (body as Schemas["CollaboratorList"]).items;
}

/** Ann's Team contains Plans, which contains Drafts. Bob joins Team. */
async function openTeam(t: Test, role: Role = "member") {
  const library = await openLibrary(t);
  const { ann, bob } = library;
  const { _id: team } = await ann.addCollection("Team");
  const { _id: plans } = await ann.addCollection("Plans", team);
  const { _id: drafts } = await ann.addCollection("Drafts", plans);
  await join(bob, team, await invite(ann, team, role));
  const canRead = async (id: number) => (await bob.request("GET", `/collection/${id}`)).status === 200;
  const canWrite = async (id: number) =>
    (await bob.request("PUT", `/collection/${id}`, { title: "Changed" })).status === 200;
  return { ...library, team, plans, drafts, canRead, canWrite, ofBob: `/collection/${team}/sharing/${bob.id}` };
}

/** Each way in which the owner ends the access of somebody to Team. */
const ENDINGS: Readonly<Record<string, (ann: LibraryOwner, team: number, bob: LibraryOwner) => Promise<unknown>>> = {
  removeCollaborator: (ann, team, { id }) => ann.call("DELETE", `/collection/${team}/sharing/${id}`),
  updateCollaborator: (ann, team, { id }) => ann.call("PUT", `/collection/${team}/sharing/${id}`, { role: "" }),
  unshareCollection: (ann, team) => ann.call("DELETE", `/collection/${team}/sharing`),
};

for (const [operation, endAccess] of Object.entries(ENDINGS)) {
  t.test(`${operation}: a removed member can't come back through a nested collection`, async (t) => {
    const { app, ann, bob, team, plans, drafts, canRead } = await openTeam(t);
    const known = [
      { id: team, ...(await invite(bob, team, "member")) },
      { id: plans, ...(await invite(bob, plans, "member")) },
      { id: drafts, ...(await invite(bob, drafts, "viewer", [bob.email])) },
    ];
    await endAccess(ann, team, bob);
    for (const link of known) t.same(errorFieldsOf(await join(bob, link.id, link)), WRONG_TOKEN, `${link.id}`);
    t.same(await app.context.database.selectFrom("invitations").select("id").execute(), []);
    for (const id of [team, plans, drafts]) t.notOk(await canRead(id), `${id}`);
  });

  t.test(`${operation}: a removed member loses the nested collections that it has joined`, async (t) => {
    const { ann, bob, team, plans, drafts, canRead } = await openTeam(t);
    await join(bob, plans, await invite(bob, plans, "viewer"));
    await join(bob, drafts, await invite(bob, drafts, "member"));
    await endAccess(ann, team, bob);
    for (const id of [team, plans, drafts]) t.notOk(await canRead(id), `${id}`);
    t.same((await bob.call("GET", "/collections")).items, []);
    t.same((await bob.call("GET", "/collections/childrens")).items, []);
  });

  t.test(`${operation}: changes nothing outside the collection`, async (t) => {
    const { ann, bob, team, canRead } = await openTeam(t);
    const { _id: other } = await ann.addCollection("Other");
    const link = await invite(ann, other, "viewer");
    await join(bob, other, link);
    await endAccess(ann, team, bob);
    t.ok(await canRead(other));
    t.equal((await invite(ann, other, "viewer")).token, link.token, "its link stays");
  });
}

t.test("unshareCollection: the owner ends the access of everybody inside the collection", async (t) => {
  const { app, ann, team, drafts } = await openTeam(t);
  const eve = await createPerson(app, "Eve");
  await share(app, drafts, eve.id, "member");
  t.same(
    (await peopleOf(ann, team)).map(({ _id, role }) => [_id, role]).at(-1),
    [eve.id, "member"],
    "the owner sees her before",
  );
  await ann.call("DELETE", `/collection/${team}/sharing`);
  t.same(await app.context.database.selectFrom("collaborators").select("account_id").execute(), []);
});

t.test("unshareCollection: works for a collection of which only a nested one is shared", async (t) => {
  const { ann, bob, team, plans, drafts, canRead } = await openTeam(t);
  await ann.call("DELETE", `/collection/${team}/sharing`);
  await join(bob, drafts, await invite(ann, drafts, "member"));
  await ann.call("DELETE", `/collection/${plans}/sharing`);
  t.notOk(await canRead(drafts));
});

t.test("unshareCollection: a member who leaves loses the nested collections and knows no valid link", async (t) => {
  const { bob, team, plans, drafts, canRead } = await openTeam(t);
  const link = await invite(bob, plans, "member");
  await join(bob, drafts, await invite(bob, drafts, "viewer"));
  await bob.call("DELETE", `/collection/${team}/sharing`);
  t.same(errorFieldsOf(await join(bob, plans, link)), WRONG_TOKEN);
  for (const id of [team, plans, drafts]) t.notOk(await canRead(id), `${id}`);
});

t.test("unshareCollection: the links of a collection stay valid when a viewer leaves", async (t) => {
  const { ann, bob, team } = await openTeam(t, "viewer");
  const link = await invite(ann, team, "viewer");
  await bob.call("DELETE", `/collection/${team}/sharing`);
  t.equal((await join(bob, team, link)).status, 200);
});

t.test(
  "updateCollaborator: a demoted member has no higher role in nested collections, nor a link to one",
  async (t) => {
    const { ann, bob, team, plans, drafts, canRead, canWrite, ofBob } = await openTeam(t);
    const link = await invite(bob, plans, "member");
    await join(bob, drafts, await invite(bob, drafts, "member"));
    await ann.call("PUT", ofBob, { role: "viewer" });
    t.same(errorFieldsOf(await join(bob, plans, link)), WRONG_TOKEN);
    for (const id of [team, plans, drafts]) t.same([await canRead(id), await canWrite(id)], [true, false], `${id}`);
    t.equal((await bob.request("POST", `/collection/${drafts}/sharing`, { role: "viewer" })).status, 403);
  },
);

t.test("updateCollaborator: the owner can give a viewer a higher role in a nested collection", async (t) => {
  const { ann, bob, team, plans, drafts, canWrite } = await openTeam(t, "viewer");
  await join(bob, plans, await invite(ann, plans, "member"));
  t.same(await Promise.all([team, plans, drafts].map(canWrite)), [false, true, true]);
});

t.test("a collaborator of only a nested collection is listed, changed and removed at the one above", async (t) => {
  const { app, ann, bob, team, plans, drafts } = await openTeam(t);
  const eve = await createPerson(app, "Eve");
  await share(app, plans, eve.id, "viewer");
  await share(app, drafts, eve.id, "member");
  const listed = async (id: number) => (await peopleOf(ann, id)).map((person) => [person._id, person.role]);
  t.same(await listed(team), [
    [ann.id, "owner"],
    [bob.id, "member"],
    [eve.id, "member"],
  ]);
  t.same(await listed(drafts), [
    [ann.id, "owner"],
    [eve.id, "member"],
  ]);
  const path = `/collection/${team}/sharing/${eve.id}`;
  await ann.call("PUT", path, { role: "viewer" });
  t.same((await listed(team)).at(-1), [eve.id, "viewer"]);
  t.same((await listed(drafts)).at(-1), [eve.id, "viewer"]);
  await bob.call("DELETE", path);
  t.same(await listed(team), [
    [ann.id, "owner"],
    [bob.id, "member"],
  ]);
  t.equal((await ann.request("DELETE", path)).status, 404);
});

t.test("listCollaborators: a viewer sees no addresses of the people of nested collections", async (t) => {
  const { app, bob, team, drafts } = await openTeam(t, "viewer");
  const eve = await createPerson(app, "Eve");
  await share(app, drafts, eve.id, "viewer");
  t.match((await peopleOf(bob, team)).at(-1), { _id: eve.id, email: "" });
});

t.test("joinCollection: a join that runs at the same time as a removal never outlasts it", async (t) => {
  const { ann, bob, team, plans, canRead, ofBob } = await openTeam(t);
  for (let round = 0; round < 10; round++) {
    const link = await invite(bob, plans, round % 2 === 0 ? "member" : "viewer");
    const calls = [() => join(bob, plans, link), () => ann.request("DELETE", ofBob)];
    await Promise.all((round % 3 === 0 ? calls : calls.toReversed()).map((call) => call()));
    t.notOk(await canRead(plans));
    await join(bob, team, await invite(ann, team, "member"));
  }
});

/** Each way in which a collection gets out of Team. Drafts is then no longer inside it. */
const MOVES: Readonly<Record<string, (ann: LibraryOwner, ids: Record<"team" | "plans", number>) => Promise<unknown>>> =
  {
    updateCollection: (ann, { plans }) => ann.call("PUT", `/collection/${plans}`, { parent: null }),
    deleteCollections: (ann, { team }) => ann.call("DELETE", "/collections", { ids: [team] }),
    mergeCollections: async (ann, { team }) => {
      const { _id: to } = await ann.addCollection("Other");
      return ann.call("PUT", "/collections/merge", { to, ids: [team] });
    },
  };

for (const [operation, move] of Object.entries(MOVES)) {
  t.test(`${operation}: the links that members of a collection know end when another one leaves it`, async (t) => {
    const { ann, bob, team, plans, drafts, canRead } = await openTeam(t);
    const known = [
      { id: plans, ...(await invite(bob, plans, "member")) },
      { id: drafts, ...(await invite(bob, drafts, "viewer")) },
    ];
    await move(ann, { team, plans });
    for (const link of known) t.same(errorFieldsOf(await join(bob, link.id, link)), WRONG_TOKEN, `${link.id}`);
    for (const { id } of known) t.notOk(await canRead(id), `${id}`);
  });
}

t.test("updateCollection: links stay valid while no member of a shared collection loses them", async (t) => {
  const { ann, bob, team, plans, drafts } = await openTeam(t);
  const link = await invite(ann, drafts, "viewer");
  await ann.call("PUT", `/collection/${drafts}`, { parent: { $id: team } });
  t.equal((await invite(ann, drafts, "viewer")).token, link.token, "moved within a shared collection");
  const { _id: own } = await ann.addCollection("Own");
  const { _id: inOwn } = await ann.addCollection("In it", own);
  const ofPrivate = await invite(ann, inOwn, "viewer");
  await ann.call("PUT", `/collection/${inOwn}`, { parent: { $id: plans } });
  t.equal((await invite(bob, inOwn, "viewer")).token, ofPrivate.token, "moved into a shared collection");
});

t.test("updateCollection: after a move, those who joined the collection and those above it have access", async (t) => {
  const { app, ann, team, drafts, canRead } = await openTeam(t);
  const eve = await createPerson(app, "Eve");
  await share(app, drafts, eve.id, "viewer");
  const eveReads = async () =>
    (await app.send("GET", `/rest/v1/collection/${drafts}`, { headers: { authorization: `Bearer ${eve.token}` } }))
      .status === 200;
  await ann.call("PUT", `/collection/${drafts}`, { parent: null });
  t.same([await canRead(drafts), await eveReads()], [false, true]);
  t.notMatch(JSON.stringify(await peopleOf(ann, team)), "Eve");
  await ann.call("PUT", `/collection/${drafts}`, { parent: { $id: team } });
  t.same([await canRead(drafts), await eveReads()], [true, true]);
  t.match(JSON.stringify(await peopleOf(ann, team)), "Eve");
});

const undoLast = async (ann: LibraryOwner) =>
  ann.call("POST", `/undo/${(await ann.call("GET", "/undo")).items[0]?._id}`);

t.test("revertUndoStep: readmits nobody", async (t) => {
  const { ann, bob, team, plans, drafts, canRead, ofBob } = await openTeam(t);
  const link = await invite(bob, plans, "member");
  await join(bob, plans, link);
  await ann.call("DELETE", "/collections", { ids: [plans] });
  await ann.call("DELETE", ofBob);
  await undoLast(ann);
  for (const id of [team, plans, drafts]) t.notOk(await canRead(id), `${id}`);
  t.same(errorFieldsOf(await join(bob, plans, link)), WRONG_TOKEN);
});

t.test("revertUndoStep: the links that members know end when a collection moves back to a private one", async (t) => {
  const { ann, bob, team, canRead } = await openTeam(t);
  const { _id: hidden } = await ann.addCollection("Private");
  const { _id: inside } = await ann.addCollection("Inside", hidden);
  await ann.call("PUT", "/collections/merge", { to: team, ids: [hidden] });
  t.ok(await canRead(inside));
  const link = await invite(bob, inside, "member");
  await undoLast(ann);
  t.same(errorFieldsOf(await join(bob, inside, link)), WRONG_TOKEN);
  t.notOk(await canRead(inside));
});

t.test("removeCollaborator: a member whose account is deactivated has no access when it is active again", async (t) => {
  const { app, ann, bob, team, plans, drafts, canRead, ofBob } = await openTeam(t);
  const { database, clock } = app.context;
  await join(bob, drafts, await invite(bob, drafts, "member"));
  const link = await invite(bob, plans, "member");
  await accounts.update(database, clock, bob.id, { active: false });
  t.match((await peopleOf(ann, team)).at(-1), { _id: bob.id });
  await ann.call("DELETE", ofBob);
  await accounts.update(database, clock, bob.id, { active: true });
  const headers = { authorization: `Bearer ${await logIn(app.send, bob)}` };
  for (const id of [team, plans, drafts])
    t.equal((await app.send("GET", `/rest/v1/collection/${id}`, { headers })).status, 404, `${id}`);
  const joined = await app.send("POST", `/rest/v1/collection/${plans}/join`, { headers, body: { token: link.token } });
  t.same(errorFieldsOf(joined), WRONG_TOKEN);
  t.notOk(await canRead(plans), "the old token is not valid either");
});

t.test("shareCollection: a former member can't invite", async (t) => {
  const { ann, bob, plans, ofBob } = await openTeam(t);
  await ann.call("DELETE", ofBob);
  t.equal((await bob.request("POST", `/collection/${plans}/sharing`, { role: "viewer" })).status, 404);
});
