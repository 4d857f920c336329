import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { invite, openRecipes } from "../../support/shared-pages.ts";
import { share } from "../../support/shares.ts";

const DAY = 24 * 60 * 60 * 1000;

t.test("somebody who is signed in sees what they join, and joins with a button", async (t) => {
  const { ann, bob, recipes, bobsBrowser } = await openRecipes(t);
  const { token } = await invite(ann, recipes, "viewer");
  const page = await bobsBrowser.get(`/join/${token}`);
  t.match(page, { status: 200, text: "<h1>Join a collection</h1>" });
  t.match(
    page.text,
    '<strong><bdi dir="auto">Ann</bdi></strong> shares the collection <strong><bdi dir="auto">Recipes</bdi></strong> with you.',
  );
  t.match(page.text, "You join as a viewer");
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 404, "opening the page joins nothing");
  const location = `/bookmarks/${recipes}`;
  t.match(await bobsBrowser.post(`/join/${token}`), { status: 303, location, notice: "sharing-joined" });
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 200);
  t.match((await bobsBrowser.get(`/join/${token}`)).text, "<h1>You have joined already</h1>");
});

t.test("a viewer who opens the link for members may become one; a member sees that nothing is left", async (t) => {
  const { ann, recipes, bobsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const [{ token: forViewers }, { token }] = [
    await invite(ann, recipes, "viewer"),
    await invite(ann, recipes, "member"),
  ];
  t.match((await bobsBrowser.get(`/join/${token}`)).text, "You join as a member");
  t.equal((await bobsBrowser.post(`/join/${token}`)).status, 303);
  t.match((await bobsBrowser.get(`/join/${forViewers}`)).text, "<h1>You have joined already</h1>");
});

t.test("the owner is led to the people of the collection", async (t) => {
  const { ann, recipes, annsBrowser, sharing } = await openRecipes(t);
  const { token } = await invite(ann, recipes, "viewer");
  const { text } = await annsBrowser.get(`/join/${token}`);
  t.match(text, "<h1>This collection is yours</h1>");
  t.match(text, `href="${sharing}"`);
  t.match(await annsBrowser.post(`/join/${token}`), { status: 200, text: "<h1>This collection is yours</h1>" });
});

t.test("somebody who is signed out signs in or registers, and comes back", async (t) => {
  const { app, ann, bob, recipes, stranger } = await openRecipes(t);
  const { token } = await invite(ann, recipes, "member");
  const { text } = await stranger.get(`/join/${token}`);
  t.match(text, "Recipes");
  const next = encodeURIComponent(`/join/${token}`);
  for (const path of ["sign-in", "register"]) t.match(text, `href="/account/${path}?next&#61;${next}"`);
  await stranger.get(`/account/sign-in?next=${next}`);
  t.match(await stranger.post(`/join/${token}`), { status: 303, location: `/account/sign-in?next=${next}` });
  const signedIn = await stranger.post("/account/sign-in", {
    email: bob.email,
    password: bob.password,
    next: `/join/${token}`,
  });
  t.match(signedIn, { status: 303, location: `/join/${token}` });

  const register = await stranger.get(`/account/register?next=${next}`);
  t.match(register, { status: 303, location: `/join/${token}` }, "who is signed in need not register");
  stranger.jar.clear();
  const form = await stranger.get(`/account/register?next=${next}`);
  t.match(form.text, `name="next" value="/join/${token}"`);
  t.equal(form.headers.get("referrer-policy"), "strict-origin");
  const password = "correct horse battery staple";
  const eve = { name: "Eve", email: "eve@example.com", password, password_confirmation: password };
  t.match(await stranger.post("/account/register", { ...eve, next: `/join/${token}` }), {
    status: 303,
    location: `/join/${token}`,
  });
  await stranger.get(`/join/${token}`);
  t.match(await stranger.post(`/join/${token}`), { status: 303, location: /^\/bookmarks\// });
  t.notMatch(app.log.join("\n"), token);
});

t.test("registering leads to no other site", async (t) => {
  const { stranger } = await openRecipes(t);
  await stranger.get("/account/register?next=https://evil.example");
  const password = "correct horse battery staple";
  const eve = { name: "Eve", email: "eve@example.com", password, password_confirmation: password };
  const { location } = await stranger.post("/account/register", { ...eve, next: "//evil.example" });
  t.equal(location, "/bookmarks");
});

t.test("wrong, expired and ended links, and those of deactivated owners, get the same page", async (t) => {
  const { app, ann, recipes, bobsBrowser, stranger } = await openRecipes(t);
  const { database, clock } = app.context;
  const { token } = await invite(ann, recipes, "viewer");
  await bobsBrowser.get(`/join/${token}`);
  const isInvalid = async (path: string) => {
    for (const page of [await bobsBrowser.get(path), await bobsBrowser.post(path), await stranger.get(path)]) {
      t.match(page, { status: 400, text: "<h1>This link is not valid any more</h1>" }, path);
      t.notMatch(page.text, "Recipes");
      t.notMatch(page.text, "<script>alert");
    }
  };
  for (const wrong of ["x", "%00", encodeURIComponent("<script>alert(1)</script>"), "x".repeat(90)])
    await isInvalid(`/join/${wrong}`);
  await accounts.update(database, clock, ann.id, { active: false });
  await isInvalid(`/join/${token}`);
  await accounts.update(database, clock, ann.id, { active: true });
  t.equal((await stranger.get(`/join/${token}`)).status, 200);
  await database
    .updateTable("invitations")
    .set({ expires_at: clock() + 30 * DAY })
    .execute();
  t.equal((await stranger.get(`/join/${token}`)).status, 200);
  await database.updateTable("invitations").set({ expires_at: clock() }).execute();
  await isInvalid(`/join/${token}`);
});

t.test("the page does not leak the token, and needs a CSRF token", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser } = await openRecipes(t);
  const { token } = await invite(ann, recipes, "viewer");
  const page = await bobsBrowser.get(`/join/${token}`);
  t.equal(page.headers.get("referrer-policy"), "strict-origin");
  t.equal(page.headers.get("cache-control"), "no-store");
  for (const _csrf of ["", "x"]) t.equal((await bobsBrowser.post(`/join/${token}`, { _csrf })).status, 403);
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 404);
  await bobsBrowser.get(`/join/${token}/more?x=${token}`);
  t.match(app.log.join("\n"), "/join/…");
  t.notMatch(app.log.join("\n"), token);
});

t.test("a quota is said in the form", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser } = await openRecipes(t);
  for (let count = 1; count <= 100; count++) {
    const { _id: collection_id } = await ann.addCollection("Another");
    await share(app, collection_id, bob.id, "viewer");
  }
  const { token } = await invite(ann, recipes, "viewer");
  await bobsBrowser.get(`/join/${token}`);
  t.match(await bobsBrowser.post(`/join/${token}`), { status: 200, text: "limit of 100 collections of others" });
});

t.test("titles and names of users are escaped", async (t) => {
  const { app, ann, bobsBrowser } = await openRecipes(t);
  const hostile = '<script>alert("x")</script>\u202e';
  await accounts.update(app.context.database, app.context.clock, ann.id, { name: hostile });
  const { _id: id } = await ann.addCollection(hostile);
  const { token } = await invite(ann, id, "viewer");
  const { text } = await bobsBrowser.get(`/join/${token}`);
  t.notMatch(text, "<script>alert");
  t.equal(text.match(/<bdi dir="auto">&#60;script&#62;alert/g)?.length, 2);
});
