import t from "tap";
import { getWithNotice } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { invite, openRecipes } from "../../support/shared-pages.ts";
import { share } from "../../support/shares.ts";

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
  t.match(text, /Recipes.*from <strong><bdi dir="auto">Ann<\/bdi><\/strong> · Member/s);
  const [, path = ""] = /href="(\/join\/[^"]+)"/.exec(text) ?? [];
  t.notMatch((await annsBrowser.get(SHARED)).text, "/join/");
  await accounts.update(database, clock, ann.id, { active: false });
  t.notMatch((await bobsBrowser.get(SHARED)).text, "Recipes");
  await accounts.update(database, clock, ann.id, { active: true });
  await bobsBrowser.get(path);
  t.equal((await bobsBrowser.post(path)).status, 303);
  t.notMatch((await bobsBrowser.get(SHARED)).text, "/join/");
});

t.test("an invitation is accepted or declined on the page", async (t) => {
  const { app, ann, bob, recipes, sharing, bobsBrowser, annsBrowser } = await openRecipes(t);
  await app.context.database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  const { _id: soups } = await ann.addCollection("Soups");
  await invite(ann, recipes, "member", [bob.email]);
  await invite(ann, soups, "viewer", [bob.email]);
  const { text } = await bobsBrowser.get(SHARED);
  t.match(text, "see your e-mail address");
  const idOf = (button: string, title: string) =>
    new RegExp(`name="${button}" value="(\\d+)">[^<]*<span class="visually-hidden"> ${title}<`).exec(text)?.[1] ?? "";
  const accept = idOf("accept", "Recipes");
  t.match(await bobsBrowser.post(SHARED, { accept }), {
    status: 303,
    location: `/bookmarks/${recipes}`,
    notice: "sharing-joined",
  });
  const decline = idOf("decline", "Soups");
  t.match(await bobsBrowser.post(SHARED, { decline }), { status: 303, location: SHARED, notice: "sharing-declined" });
  const page = (await bobsBrowser.get(SHARED)).text;
  t.match(page, "Recipes");
  t.notMatch(page, 'name="accept"');
  t.notMatch((await annsBrowser.get(sharing.replace(String(recipes), String(soups)))).text, bob.email);
  for (const gone of [{ accept: decline }, { decline }, { accept: "x" }, {}])
    t.match(await bobsBrowser.post(SHARED, gone), { status: 303, location: SHARED, notice: "sharing-ended" });
  const { database } = app.context;
  const actions = await database.selectFrom("audit_events").select("action").orderBy("id").execute();
  t.match(actions.slice(-2), [{ action: "share.accept" }, { action: "share.decline" }]);
});

t.test("nobody answers an invitation to another address, or before their own is confirmed", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser, annsBrowser } = await openRecipes(t);
  const { database } = app.context;
  await invite(ann, recipes, "member", [bob.email]);
  const addressed = database.selectFrom("invitations").select("id").where("email", "is not", null);
  const { id } = await addressed.executeTakeFirstOrThrow();
  const answer = async (browser: typeof bobsBrowser) => {
    await browser.get(SHARED);
    for (const button of ["accept", "decline"])
      t.match(await browser.post(SHARED, { [button]: String(id) }), { notice: "sharing-ended" });
  };
  await answer(bobsBrowser);
  await database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  await answer(annsBrowser);
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 404);
  t.equal((await addressed.execute()).length, 1);
});

t.test("an invitation stays if the account uses too many collections of others already", async (t) => {
  const { app, ann, bob, recipes, bobsBrowser } = await openRecipes(t);
  const { database } = app.context;
  await database.updateTable("accounts").set({ email_confirmed_at: 1 }).execute();
  await invite(ann, recipes, "member", [bob.email]);
  for (let index = 0; index < 100; index++) {
    const { _id } = await ann.addCollection(`Other ${index}`);
    await share(app, _id, bob.id, "viewer");
  }
  const { text } = await bobsBrowser.get(SHARED);
  const [, accept = ""] = /name="accept" value="(\d+)"/.exec(text) ?? [];
  const page = await bobsBrowser.post(SHARED, { accept });
  t.match(page, { status: 200, text: /role="alert".*limit of 100 collections of others.*name="accept"/s });
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
