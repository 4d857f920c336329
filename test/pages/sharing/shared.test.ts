import t from "tap";
import { getWithNotice } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { invite, openRecipes } from "../../support/shared-pages.ts";

const SHARED = "/bookmarks/shared";

t.test("lists the collections of others and leads to leaving them", async (t) => {
  const { ann, recipes, sharing, bobsBrowser, shareWithBob } = await openRecipes(t);
  t.match((await bobsBrowser.get(SHARED)).text, "Nobody shares a collection with you yet");
  await shareWithBob("viewer");
  await ann.addCollection("Soups", recipes);
  const { text } = await bobsBrowser.get(SHARED);
  t.match(text, /Recipes.*<bdi dir="auto">Ann<\/bdi>.*Viewer/s);
  t.match(text, `href="/bookmarks/${recipes}"`);
  t.match(text, `href="${sharing}/end"`);
  t.notMatch(text, "Soups");
  t.match((await getWithNotice(bobsBrowser, SHARED, "sharing-left")).text, "You have left the collection.");
});

t.test("lists invitations to the address of the account when it is confirmed", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser, annsBrowser } = await openRecipes(t);
  await invite(ann, recipes, "member", [bob.email.toUpperCase()]);
  t.notMatch((await bobsBrowser.get(SHARED)).text, "Recipes", "anybody could register with the address");
  const { database, clock } = app.context;
  await database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  const { text } = await bobsBrowser.get(SHARED);
  t.match(text, /Recipes.*from <bdi dir="auto">Ann<\/bdi> · Member/s);
  const [, path = ""] = /href="(\/join\/[^"]+)"/.exec(text) ?? [];
  t.notMatch((await annsBrowser.get(SHARED)).text, "/join/");
  await accounts.update(database, clock, ann.id, { active: false });
  t.notMatch((await bobsBrowser.get(SHARED)).text, "Recipes");
  await accounts.update(database, clock, ann.id, { active: true });
  await bobsBrowser.get(path);
  t.equal((await bobsBrowser.post(path)).status, 303);
  t.notMatch((await bobsBrowser.get(SHARED)).text, "/join/");
});

t.test("does not list expired invitations, and escapes titles and names", async (t) => {
  const { app, ann, bob, bobsBrowser } = await openRecipes(t);
  const { database, clock } = app.context;
  const hostile = '"><script>alert("x")</script>\u202e';
  const { _id: id } = await ann.addCollection(hostile);
  await accounts.update(database, clock, ann.id, { name: hostile });
  await database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  await invite(ann, id, "viewer", [bob.email]);
  const { text } = await bobsBrowser.get(SHARED);
  t.notMatch(text, "<script>alert");
  t.equal(text.match(/<bdi dir="auto">&#34;&#62;&#60;script/g)?.length, 2);
  await database.updateTable("invitations").set({ expires_at: clock() }).execute();
  t.notMatch((await bobsBrowser.get(SHARED)).text, "/join/");
});

t.test("the page requires signing in", async (t) => {
  const { stranger } = await openRecipes(t);
  t.match(await stranger.get(SHARED), { status: 303, location: `/account/sign-in?next=${encodeURIComponent(SHARED)}` });
});
