import t from "tap";
import { eventsOf } from "../support/audit.ts";
import { invite, openRecipes } from "../support/shared-pages.ts";

t.test("sharing through the API: invitations, roles and their end", async (t) => {
  const { app, ann, bob, recipes } = await openRecipes(t);
  const path = `/collection/${recipes}`;
  const share = { targetKind: "collection", targetId: `${recipes}` };
  const byAnn = { ...share, actor: "account", actorId: ann.id };
  let token = "";
  t.match(
    await eventsOf(app, async () => {
      ({ token } = await invite(ann, recipes, "viewer", ["eve@example.com"]));
    }),
    [
      {
        ...byAnn,
        via: "collections shareCollection",
        action: "share.invite",
        accountId: ann.id,
        details: { role: "viewer", addresses: 1 },
      },
    ],
  );
  t.match(await eventsOf(app, () => bob.call("POST", `${path}/join`, { token })), [
    { ...share, actorId: bob.id, accountId: bob.id, action: "share.accept", details: { role: "viewer" } },
  ]);
  t.same(await eventsOf(app, () => bob.call("POST", `${path}/join`, { token })), [], "joining again changes nothing");
  const role = { from: "viewer", to: "member" };
  t.match(await eventsOf(app, () => ann.call("PUT", `${path}/sharing/${bob.id}`, { role: "member" })), [
    { ...byAnn, accountId: bob.id, action: "share.role.change", details: { role } },
  ]);
  t.same(await eventsOf(app, () => ann.call("PUT", `${path}/sharing/${bob.id}`, { role: "member" })), []);
  t.match(await eventsOf(app, () => ann.call("DELETE", `${path}/sharing/${bob.id}`)), [
    { ...byAnn, accountId: bob.id, action: "share.remove" },
  ]);
  ({ token } = await invite(ann, recipes, "member"));
  await bob.call("POST", `${path}/join`, { token });
  t.match(await eventsOf(app, () => ann.call("DELETE", `${path}/sharing`)), [
    { ...byAnn, accountId: ann.id, action: "share.end", details: { collaborators: 1, invitations: 1 } },
  ]);
  t.same(await eventsOf(app, () => ann.call("DELETE", `${path}/sharing`)), [], "nobody had access");
  ({ token } = await invite(ann, recipes, "member"));
  await bob.call("POST", `${path}/join`, { token });
  t.match(await eventsOf(app, () => bob.call("DELETE", `${path}/sharing`)), [
    { ...share, actorId: bob.id, accountId: bob.id, action: "share.remove" },
  ]);
});

t.test("sharing through the pages: who did it, and from which page", async (t) => {
  const { app, ann, bob, recipes, sharing, annsBrowser, bobsBrowser } = await openRecipes(t);
  const byAnn = { actor: "account", actorId: ann.id, targetKind: "collection", targetId: `${recipes}` };
  const route = "/bookmarks/collections/:id/sharing";
  await annsBrowser.get(sharing);
  t.match(await eventsOf(app, () => annsBrowser.post(sharing, { emails: "eve@example.com", role: "viewer" })), [
    { ...byAnn, via: route, action: "share.invite", details: { role: "viewer", addresses: 1 } },
  ]);
  t.match(await eventsOf(app, () => annsBrowser.post(`${sharing}/link`, { link_role: "member" })), [
    { ...byAnn, via: `${route}/link`, action: "share.invite", details: { role: "member", addresses: 0 } },
  ]);
  t.match(await eventsOf(app, () => annsBrowser.post(`${sharing}/revoke`, { invitation: "1" })), [
    { ...byAnn, via: `${route}/revoke`, action: "share.revoke", accountId: ann.id, details: { role: "viewer" } },
  ]);
  const { token } = await invite(ann, recipes, "viewer");
  await bobsBrowser.get(`/join/${token}`);
  t.match(await eventsOf(app, () => bobsBrowser.post(`/join/${token}`)), [
    { actorId: bob.id, accountId: bob.id, via: "/join/:token", action: "share.accept" },
  ]);
  t.match(await eventsOf(app, () => annsBrowser.post(`${sharing}/people`, { remove: `${bob.id}` })), [
    { ...byAnn, via: `${route}/people`, accountId: bob.id, action: "share.remove" },
  ]);
});

t.test("createCollection and updateCollection: making a collection public and private", async (t) => {
  const { app, ann } = await openRecipes(t);
  let id = 0;
  const created = await eventsOf(app, async () => {
    ({ _id: id } = await ann.addCollection("Open", undefined, { public: true }));
  });
  const by = { actorId: ann.id, accountId: ann.id, targetKind: "collection", targetId: `${id}` };
  t.match(created, [{ ...by, via: "collections createCollection", action: "collection.publish" }]);
  const update = (body: object) => eventsOf(app, () => ann.call("PUT", `/collection/${id}`, body));
  t.same(await update({ public: true, title: "Open to all" }), [], "it was public");
  t.match(await update({ public: false }), [
    { ...by, via: "collections updateCollection", action: "collection.unpublish" },
  ]);
  t.match(await update({ public: true }), [{ ...by, action: "collection.publish" }]);
  t.same(await eventsOf(app, () => ann.addCollection("Private")), []);
});
