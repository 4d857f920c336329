import t from "tap";
import { openPageClient } from "../../../harness/page-client.ts";
import * as accounts from "../../../src/accounts/accounts.ts";
import { createPerson } from "../../support/people.ts";
import { invite, openRecipes } from "../../support/shared-pages.ts";
import { share } from "../../support/shares.ts";
import { openSmtpServer } from "../../support/smtp.ts";

/** The ids of the invitations that a page offers to revoke. */
function revocableIn(text: string): string[] {
  return [...text.matchAll(/name="invitation" value="(\d+)"/g)].map(([, id = ""]) => id);
}

/** The path of the first link that a page shows. */
function linkIn(text: string): string {
  return /http:\/\/triptych\.test(\/join\/[\w-]+)/.exec(text)?.[1] ?? "";
}

t.test("the owner sees the people with addresses, changes a role and removes somebody", async (t) => {
  const { bob, recipes, sharing, annsBrowser, shareWithBob } = await openRecipes(t);
  t.match((await annsBrowser.get(sharing)).text, "You share it with nobody yet");
  await shareWithBob("viewer");
  const { text } = await annsBrowser.get(sharing);
  t.match(text, '<h1 dir="auto">People with access to Recipes</h1>');
  t.match(text, /<bdi dir="auto">Ann<\/bdi> <span class="hint">\(you\).*ann@example.com.*Owner/s);
  t.match(text, /<bdi dir="auto">Bob<\/bdi>.*bob@example.com.*value="viewer" selected.*<time datetime/s);
  const person = String(bob.id);
  await annsBrowser.post(`${sharing}/link`, { link_role: "viewer" });
  t.match(await annsBrowser.post(`${sharing}/people`, { person, [`role-${person}`]: "viewer" }), {
    status: 303,
    location: sharing,
    notice: "sharing-role-unchanged",
  });
  t.equal(revocableIn((await annsBrowser.get(sharing)).text).length, 1, "links stay");
  t.match(await annsBrowser.post(`${sharing}/people`, { person, [`role-${person}`]: "member" }), {
    status: 303,
    location: sharing,
    notice: "sharing-role",
  });
  t.equal((await bob.request("PUT", `/collection/${recipes}`, { title: "Ours" })).status, 200);
  t.match((await annsBrowser.get(sharing)).text, "The role was changed.");
  t.match(await annsBrowser.post(`${sharing}/people`, { remove: person }), {
    status: 303,
    location: sharing,
    notice: "sharing-removed",
  });
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 404);
  t.equal((await annsBrowser.post(`${sharing}/people`, { remove: person })).status, 404);
  t.equal((await annsBrowser.post(`${sharing}/people`, { remove: "x" })).status, 404);
  t.equal((await annsBrowser.post(`${sharing}/people`, { person, [`role-${person}`]: "owner" })).status, 200);
});

t.test("says to owner and readers that everybody may read a public collection", async (t) => {
  const { ann, recipes, sharing, annsBrowser, bobsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const link = new RegExp(
    `Anyone can read this collection on its <a href="/public/${recipes}/recipes">public page</a>`,
  );
  for (const browser of [annsBrowser, bobsBrowser]) t.notMatch((await browser.get(sharing)).text, link);
  await ann.call("PUT", `/collection/${recipes}`, { public: true });
  for (const browser of [annsBrowser, bobsBrowser]) t.match((await browser.get(sharing)).text, link);
});

t.test("the people of nested collections are listed, and lose them with the collection", async (t) => {
  const { app, ann, bob, recipes, sharing, annsBrowser, shareWithBob } = await openRecipes(t);
  const { _id: soups } = await ann.addCollection("Soups", recipes);
  const eve = await createPerson(app, "Eve");
  await shareWithBob("viewer");
  await share(app, soups, bob.id, "member");
  await share(app, soups, eve.id, "member");
  const { text } = await annsBrowser.get(sharing);
  const link = `<a href="/bookmarks/collections/${soups}/sharing"><bdi dir="auto">Soups</bdi></a> (Member)`;
  const [before = "", ofBob = "", ofEve = ""] = text.split(/<bdi dir="auto">(?:Bob|Eve)<\/bdi>/);
  t.notMatch(before, "Soups");
  t.match(ofBob, `Also in ${link}`);
  t.match(ofEve, `Only in ${link}`);
  const person = String(eve.id);
  t.equal((await annsBrowser.post(`${sharing}/people`, { person, [`role-${person}`]: "viewer" })).status, 303);
  t.match((await annsBrowser.get(sharing)).text, /Only in .*\(Viewer\)/);
  t.equal((await annsBrowser.post(`${sharing}/people`, { remove: person })).status, 303);
  t.notMatch((await annsBrowser.get(sharing)).text, ">Eve<");
});

t.test("a member manages people and invites, but can only leave", async (t) => {
  const { ann, sharing, bobsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("member");
  const { text } = await bobsBrowser.get(sharing);
  t.match(text, ann.email);
  t.match(text, `action="${sharing}/link"`);
  t.match(text, "Leave the collection");
  t.notMatch(text, "Stop sharing");
  t.equal((await bobsBrowser.post(`${sharing}/link`, { link_role: "viewer" })).status, 303);
  t.match((await bobsBrowser.get(`${sharing}/end`)).text, "<h1>Leave the collection</h1>");
  t.match(await bobsBrowser.post(`${sharing}/end`), {
    status: 303,
    location: "/bookmarks/shared",
    notice: "sharing-left",
  });
  t.equal((await bobsBrowser.get(sharing)).status, 404);
});

t.test("a viewer sees who shares, without addresses, and changes nothing", async (t) => {
  const { ann, bob, recipes, sharing, bobsBrowser, annsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const { token } = await invite(ann, recipes, "member", ["dan@example.com"]);
  const { text } = await bobsBrowser.get(sharing);
  t.match(text, /Ann.*Owner.*Bob.*Viewer/s);
  for (const hidden of ["ann@example.com", "dan@example.com", token, "<select", `${sharing}/link`, `${sharing}/people`])
    t.notMatch(text, hidden);
  const [id = ""] = revocableIn((await annsBrowser.get(sharing)).text);
  const attempts = {
    "": { emails: "eve@example.com", role: "member" },
    "/link": { link_role: "member" },
    "/revoke": { invitation: id },
    "/people": { person: String(bob.id), [`role-${bob.id}`]: "member" },
  };
  for (const [path, fields] of Object.entries(attempts))
    t.equal((await bobsBrowser.post(sharing + path, fields)).status, 403, path);
  t.equal(revocableIn((await annsBrowser.get(sharing)).text).length, 3, "both links and the invitation");
});

t.test("without mail, invitations have links to hand on; they and links can be revoked", async (t) => {
  const { bob, recipes, sharing, annsBrowser, bobsBrowser } = await openRecipes(t);
  await annsBrowser.get(sharing);
  const emails = `${bob.email}, dan@example.com;eve@example.com\n${bob.email.toUpperCase()}`;
  t.match(await annsBrowser.post(sharing, { emails, role: "viewer" }), {
    status: 303,
    location: `${sharing}#links`,
    notice: "sharing-invited",
  });
  const { text } = await annsBrowser.get(sharing);
  t.equal(revocableIn(text).length, 3, "no link for everybody");
  for (const email of ["BOB@EXAMPLE.COM", "dan@example.com", "eve@example.com"]) t.match(text, email);
  t.equal((await bobsBrowser.get(linkIn(text))).status, 200);
  const [invitation = "", ...others] = revocableIn(text);
  t.match(await annsBrowser.post(`${sharing}/revoke`, { invitation }), {
    status: 303,
    location: sharing,
    notice: "sharing-revoked",
  });
  t.same(revocableIn((await annsBrowser.get(sharing)).text), others);
  t.equal((await bobsBrowser.get(linkIn(text))).status, 400, "the link is not valid any more");
  t.equal((await annsBrowser.post(`${sharing}/revoke`, { invitation })).status, 404);
  t.equal((await annsBrowser.post(`${sharing}/link`, { link_role: "member" })).status, 303);
  const path = linkIn((await annsBrowser.get(sharing)).text);
  await bobsBrowser.get(path);
  t.equal((await bobsBrowser.post(path)).status, 303, "the link comes first in the list");
  t.match((await bobsBrowser.get(`/bookmarks/collections/${recipes}/sharing`)).text, "Leave the collection");
});

t.test("invitations of another collection can't be revoked", async (t) => {
  const { ann, bob, sharing, annsBrowser, bobsBrowser } = await openRecipes(t);
  const { _id: own } = await bob.addCollection("Bob's");
  await invite(bob, own, "viewer");
  const [invitation = ""] = revocableIn((await bobsBrowser.get(`/bookmarks/collections/${own}/sharing`)).text);
  await annsBrowser.get(sharing);
  t.equal((await annsBrowser.post(`${sharing}/revoke`, { invitation })).status, 404);
  t.equal((await annsBrowser.post(`/bookmarks/collections/${own}/sharing/revoke`, { invitation })).status, 404);
  t.equal(ann.id === bob.id, false);
  t.same(revocableIn((await bobsBrowser.get(`/bookmarks/collections/${own}/sharing`)).text), [invitation]);
});

t.test("wrong addresses and roles are said in the form, which keeps what was typed", async (t) => {
  const { app, sharing, annsBrowser } = await openRecipes(t);
  await annsBrowser.get(sharing);
  const cases = {
    "": "E-mail addresses is required.",
    " ,; ": "E-mail addresses is required.",
    "dan@example.com nobody": "E-mail addresses must be valid. This is no e-mail address: nobody.",
    '"><script>alert(1)</script>@x': "&#60;script&#62;alert(1)&#60;/script&#62;@x.",
    [Array.from({ length: 11 }, (_, index) => `p${index}@example.com`).join(" ")]: "must have at most 10 addresses.",
  };
  for (const [emails, error] of Object.entries(cases)) {
    const page = await annsBrowser.post(sharing, { emails, role: "member" });
    t.match(page, { status: 200, text: error }, emails);
    t.notMatch(page.text, "<script>alert");
    t.match(page.text, /id="emails"[^>]*autofocus/);
    t.match(page.text, 'value="member" selected');
  }
  t.match(await annsBrowser.post(sharing, { emails: "dan@example.com", role: "owner" }), { status: 200 });
  t.match(await annsBrowser.post(`${sharing}/link`, { link_role: "" }), {
    status: 200,
    text: /id="link_role"[^>]*autofocus/,
  });
  const stored = await app.context.database.selectFrom("invitations").select("id").execute();
  t.same(stored, []);
});

t.test("more than 100 pending invitations are said in the form", async (t) => {
  const { ann, recipes, sharing, annsBrowser } = await openRecipes(t);
  for (let start = 0; start < 100; start += 10) {
    const emails = Array.from({ length: 10 }, (_, index) => `p${start + index}@example.com`);
    await invite(ann, recipes, "viewer", emails);
  }
  await annsBrowser.get(sharing);
  const page = await annsBrowser.post(sharing, { emails: "dan@example.com", role: "viewer" });
  t.match(page, { status: 200, text: "There are 100 invitations that nobody has used yet." });
  t.ok(page.text.length < 150_000);
});

t.test("the owner stops sharing after a question", async (t) => {
  const { bob, recipes, sharing, annsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("member");
  t.match((await annsBrowser.get(sharing)).text, `href="${sharing}/end"`);
  t.match((await annsBrowser.get(`${sharing}/end`)).text, "<h1>Stop sharing</h1>");
  t.match(await annsBrowser.post(`${sharing}/end`), { status: 303, location: sharing, notice: "sharing-stopped" });
  t.equal((await bob.request("GET", `/collection/${recipes}`)).status, 404);
  t.same(revocableIn((await annsBrowser.get(sharing)).text), []);
});

t.test("somebody who shares a collection that contains this one is told so", async (t) => {
  const { ann, recipes, bobsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  const { _id: inside } = await ann.addCollection("Soups", recipes);
  const { text } = await bobsBrowser.get(`/bookmarks/collections/${inside}/sharing`);
  t.match(text, "You have access because a collection that contains this one is shared with you.");
  t.notMatch(text, "/end");
});

t.test("other people's collections are 404, public ones 403, and strangers sign in first", async (t) => {
  const { ann, recipes, sharing, bobsBrowser, stranger } = await openRecipes(t);
  await bobsBrowser.get("/account/profile");
  for (const path of [sharing, `${sharing}/end`]) {
    t.equal((await bobsBrowser.get(path)).status, 404, path);
    const location = `/account/sign-in?next=${encodeURIComponent(path)}`;
    t.match(await stranger.get(path), { status: 303, location });
  }
  for (const path of ["", "/link", "/revoke", "/people", "/end"]) {
    const fields = { emails: "x@example.com", role: "viewer", link_role: "viewer", invitation: "1", person: "1" };
    t.equal((await bobsBrowser.post(sharing + path, fields)).status, 404, path);
  }
  for (const id of ["0", "-1", "x", "9".repeat(30)])
    t.equal((await bobsBrowser.get(`/bookmarks/collections/${id}/sharing`)).status, 404, id);
  await ann.call("PUT", `/collection/${recipes}`, { public: true });
  const forbidden = await bobsBrowser.get(sharing);
  t.equal(forbidden.status, 403);
  t.match(forbidden.text, 'You are signed in as <bdi dir="auto">Bob</bdi>.');
  t.notMatch(forbidden.text, "Your level");
});

t.test("every form needs a CSRF token", async (t) => {
  const { app, bob, recipes, sharing, annsBrowser, shareWithBob } = await openRecipes(t);
  await shareWithBob("viewer");
  await annsBrowser.get(sharing);
  const fields = {
    emails: "x@example.com",
    role: "member",
    link_role: "member",
    invitation: "1",
    person: String(bob.id),
  };
  for (const path of ["", "/link", "/revoke", "/people", "/end"]) {
    for (const _csrf of ["", "wrong"])
      t.equal((await annsBrowser.post(sharing + path, { ...fields, _csrf })).status, 403, path);
    t.equal((await openPageClient(app.base).post(sharing + path, fields)).status, 303, "signed out");
  }
  t.equal((await app.context.database.selectFrom("invitations").select("id").execute()).length, 1);
  t.equal((await bob.request("PUT", `/collection/${recipes}`, { title: "Mine" })).status, 403);
});

t.test("names and titles are escaped", async (t) => {
  const { app, ann, recipes, sharing, annsBrowser, shareWithBob, bob } = await openRecipes(t);
  await shareWithBob("viewer");
  const hostile = '"><script>alert("x")</script>\u202e';
  await accounts.update(app.context.database, app.context.clock, bob.id, { name: hostile });
  await ann.call("PUT", `/collection/${recipes}`, { title: hostile });
  await app.context.database
    .insertInto("invitations")
    .values({
      collection_id: recipes,
      account_id: ann.id,
      role: "viewer",
      email: hostile,
      email_key: hostile,
      token_hash: "x",
      created_at: 0,
      expires_at: app.context.clock() + 1,
    })
    .execute();
  for (const path of [sharing, `${sharing}/end`]) {
    const { text } = await annsBrowser.get(path);
    t.notMatch(text, "<script>alert", path);
    t.match(text, "&#60;script&#62;alert", path);
  }
});

t.test("a page has 50 people and is small", async (t) => {
  const { app, ann, recipes, sharing, annsBrowser } = await openRecipes(t);
  const { database } = app.context;
  const rows = Array.from({ length: 120 }, (_, index) => {
    const email = `crowd${index}@example.com`;
    const times = { registered_at: 0, created_at: 0, updated_at: 0 };
    return { email, email_key: email, name: "N".repeat(100), locale: "en" as const, password_hash: "", ...times };
  });
  const added = await database.insertInto("accounts").values(rows).returning("id").execute();
  const collaborators = added.map(({ id }) => ({
    collection_id: recipes,
    account_id: id,
    role: "viewer" as const,
    created_at: 0,
    owner_id: ann.id,
  }));
  await database.insertInto("collaborators").values(collaborators).execute();
  const counts: number[] = [];
  for (const start of ["", "?start=50", "?start=100", "?start=x"]) {
    const { text } = await annsBrowser.get(sharing + start);
    counts.push(text.match(/name="remove"/g)?.length ?? 0);
    t.ok(text.length < 150_000, `${text.length}`);
  }
  t.same(counts, [49, 50, 21, 49]);
});

t.test("invitations are mailed in the language of the page, and the page says who gets no mail", async (t) => {
  const smtp = await openSmtpServer(t);
  const { app, sharing, annsBrowser } = await openRecipes(t, { ...smtp.settings, MAILS_PER_HOUR: "2" });
  annsBrowser.jar.set("triptych_language", "de");
  t.match((await annsBrowser.get(sharing)).text, "Jede Adresse bekommt eine E-Mail");
  const mailed = await annsBrowser.post(sharing, { emails: "dan@example.com", role: "viewer" });
  t.match(mailed, { location: `${sharing}#links`, notice: "sharing-mailed" });
  await app.context.outbox?.settled();
  t.equal(smtp.mails[0]?.headers.get("subject"), "Einladung zu einer Lesezeichen-Sammlung");
  t.match(smtp.mails[0]?.text, /Sie dürfen sie lesen\..*http:\/\/triptych\.test\/join\//s);
  const limited = await annsBrowser.post(sharing, { emails: "eve@example.com fay@example.com", role: "viewer" });
  t.match(limited, { location: `${sharing}#links`, notice: "sharing-not-mailed" });
  t.equal(revocableIn((await annsBrowser.get(sharing)).text).length, 3);
});
