import t, { type Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { createKey, createPerson, registrationOf } from "../support/people.ts";

const LIFETIME_MS = 15 * 60_000;

/** A server with Ann, who is signed in on the page of a group. */
async function openReference(t: Test, page = "/docs/collections/items") {
  const app = await openApp(t);
  const { id } = await createPerson(app, "Ann");
  const client = await signIn(app.base, registrationOf("Ann"));
  const { text } = await client.get(page);
  return { app, id, client, text };
}

/** Asks for the credential of the signed-in user, as the script of a page does. */
async function credentialFor(client: PageClient, contract: string): Promise<string> {
  const { status, headers, text } = await client.post("/docs/credential", { contract });
  if (status !== 200) throw new Error(`The credential returned ${status}: ${text}`);
  const { credential }: { credential: string } = JSON.parse(text);
  trackSecrets(credential);
  if (headers.get("cache-control") !== "no-store") throw new Error("A cache may keep the credential.");
  return credential;
}

async function keysOf({ context }: TestApp, id: number) {
  return apiKeys.list(context.database, id);
}

t.test("a page gets a login token for its signed-in user, which ends after 15 minutes", async (t) => {
  const { app, client } = await openReference(t);
  const token = await credentialFor(client, "collections");
  const headers = { authorization: `Bearer ${token}` };
  t.match(await app.send("GET", "/rest/v1/user", { headers }), { status: 200, body: { user: { fullName: "Ann" } } });
  const product = { name: "Desk lamp", price: 4 };
  const created = await app.send("POST", "/api/products", {
    token: await credentialFor(client, "catalogue"),
    body: product,
  });
  t.equal(created.status, 201);
  app.advanceClock(LIFETIME_MS);
  t.equal((await app.send("GET", "/rest/v1/user", { headers })).status, 401);
});

t.test("a page gets an API key where only keys are accepted, of which an account has one at a time", async (t) => {
  const { app, id, client } = await openReference(t, "/docs/users/users");
  const own = await createKey(app, id, "Mine");
  const [first, second] = [await credentialFor(client, "users"), await credentialFor(client, "users")];
  const statusOf = async (key: string) => (await app.send("GET", `/api/v1/users/${id}.json`, { key })).status;
  t.equal(await statusOf(first), 401, "the next one replaces it");
  t.equal(await statusOf(second), 200);
  t.same(
    (await keysOf(app, id)).map(({ name }) => name),
    ["API reference (temporary)", "Mine"],
  );
  app.advanceClock(LIFETIME_MS);
  t.equal(await statusOf(second), 401);
  t.equal(await statusOf(own), 200);
});

t.test("a key of the account's own with the name of a temporary one is not replaced", async (t) => {
  const { app, id, client } = await openReference(t, "/docs/users/users");
  await createKey(app, id, "API reference (temporary)");
  t.equal((await client.post("/docs/credential", { contract: "users" })).status, 409);
  t.equal((await keysOf(app, id)).length, 1);
});

t.test(
  "nobody gets a credential without a session, with the token of another session, or for no contract",
  async (t) => {
    const { app, client } = await openReference(t);
    const anonymous = openPageClient(app.base);
    t.match(await anonymous.post("/docs/credential", { contract: "collections" }), {
      status: 303,
      location: /^\/account\/sign-in/,
    });
    const without = await client.send("/docs/credential", new URLSearchParams({ contract: "collections" }));
    t.equal(without.status, 403);
    await createPerson(app, "Bob");
    const [, token = ""] = /name="_csrf" value="([^"]+)"/.exec((await client.get("/docs/users/users")).text) ?? [];
    const bob = await signIn(app.base, registrationOf("Bob"));
    t.equal((await bob.post("/docs/credential", { contract: "collections", _csrf: token })).status, 403);
    t.equal((await client.post("/docs/credential", { contract: "nothing" })).status, 404);
  },
);

t.test("a page names its signed-in user and is not stored; that of others has no form for a credential", async (t) => {
  const { app, client, text } = await openReference(t);
  t.match(text, 'action="/docs/credential"');
  t.match(text, 'Requests are sent as <b dir="auto">Ann</b>');
  t.equal((await client.get("/docs/collections/items")).headers.get("cache-control"), "private, no-store");
  const { text: public_ } = await openPageClient(app.base).get("/docs/collections/items");
  t.notMatch(public_, /docs\/credential|_csrf|Ann</);
  t.match(public_, 'href="/account/sign-in?next&#61;%2Fdocs%2Fcollections%2Fitems"');
});

t.test("the language of samples is stored in a cookie, for all pages", async (t) => {
  const app = await openApp(t);
  const client = openPageClient(app.base);
  t.match((await client.get("/docs/users/users")).text, 'data-samples="curl"');
  const chosen = await client.send(
    "/preferences",
    new URLSearchParams({ samples: "Python", back: "/docs/users/users" }),
  );
  t.match(chosen, { status: 303, location: "/docs/users/users" });
  for (const path of ["/docs/users/users", "/docs/collections/tags"]) {
    const { text } = await client.get(path);
    t.match(text, 'data-samples="Python"');
    t.match(text, 'name="samples" value="Python" aria-pressed="true"');
  }
  await client.send("/preferences", new URLSearchParams({ samples: "Cobol" }));
  t.match((await client.get("/docs/users/users")).text, 'data-samples="Python"');
});

t.test("parameters and fields with few values are lists in the form of a request", async (t) => {
  const { base } = await openApp(t);
  const { text } = await openPageClient(base).get("/docs/collections/collections");
  t.match(
    text,
    /<select id="createCollection-body-view" data-field="view"><option value="">.*?"&#34;grid&#34;">grid</s,
  );
  t.match(text, 'data-field="public"');
  const items = (await openPageClient(base).get("/docs/collections/items")).text;
  const [, format = ""] = /<select id="exportItems-format"[^>]*>(.*?)<\/select>/s.exec(items) ?? [];
  t.same(
    [...format.matchAll(/<option value="(\w*)"/g)].map(([, value]) => value),
    ["csv", "html", "txt", "zip"],
  );
  const [, sort = ""] = /<select id="listItems-sort"[^>]*>(.*?)<\/select>/s.exec(items) ?? [];
  t.match(sort, '<option value="">(leave out)</option>');
  t.match(sort, '<option value="-created">-created</option>');
  t.notMatch(sort, 'value=" ');
});

/** The addresses of what a search finds, and its names. */
async function search(base: string, query: string) {
  const { text } = await openPageClient(base).get(`/docs/search?${new URLSearchParams({ q: query })}`);
  const [, found = ""] = /id="found">(.*)<\/main>/s.exec(text) ?? [];
  const links = [...found.matchAll(/<a href="([^"]+)">.*?<span>(.*?)<\/span>/gs)];
  return { found, links: links.map(([, path = ""]) => path), names: links.map(([, , name]) => name) };
}

t.test("the search finds operations by id, path and summary", async (t) => {
  const { base } = await openApp(t);
  for (const query of ["deleteProduct", "/api/products/{id} delete", "DELETE a PRODUCT"])
    t.equal((await search(base, query)).links[0], "/docs/catalogue/products#deleteProduct", query);
  t.equal((await search(base, "item.created")).links[0], "/docs/collections/webhooks#event-item.created");
});

t.test("the search finds fields of all groups, each with the first operation that takes it", async (t) => {
  const { base } = await openApp(t);
  t.ok((await search(base, "reminder")).links.includes("/docs/collections/items#createItem:body.reminder"));
  t.equal((await search(base, "inStock")).links[0], "/docs/catalogue/products#listProducts:inStock");
  t.equal((await search(base, "user_level")).names[0], "user_level");
});

t.test("the search finds errors by status, code and sentence", async (t) => {
  const { base } = await openApp(t);
  t.match((await search(base, "412")).links[0], /^\/docs\/errors#row-\d+$/);
  t.equal((await search(base, "rate-limit")).links[0], "/docs/errors#rate-limit");
  t.equal((await search(base, "rate_limit")).links[0], "/docs/errors#rate-limit");
  t.match((await search(base, "is not a valid URL")).found, "The link is not a valid URL.");
});

t.test("what the search finds is where its links lead", async (t) => {
  const { base } = await openApp(t);
  const client = openPageClient(base);
  const pages = new Map<string, string>();
  for (const query of ["e", "title", "parent.$id", "id", "404", "body", "collection"])
    for (const link of (await search(base, query)).links) {
      const [path = "", anchor = ""] = link.replaceAll("&#61;", "=").split("#");
      if (!pages.has(path)) pages.set(path, (await client.get(path)).text);
      t.ok(pages.get(path)?.includes(` id="${anchor}"`), link);
    }
  t.ok(pages.size > 3);
});

t.test("a search returns at most 12 of each kind, says how many there are, and escapes what was typed", async (t) => {
  const { base } = await openApp(t);
  const { found, links } = await search(base, "e");
  t.equal(links.length, 36);
  t.match(found, /role="status">[\d,]+ results: the first 12 of each kind</);
  t.match((await search(base, "lorem ipsum")).found, "Nothing found.");
  t.equal((await search(base, " ")).links.length, 0);
  const { text } = await openPageClient(base).get("/docs/search?q=%22%3E%3Cscript%3E");
  t.match(text, 'name="q" value="&#34;&#62;&#60;script&#62;"');
  const long = await openPageClient(base).get(`/docs/search?q=${"x".repeat(5000)}`);
  t.match(long.text, `value="${"x".repeat(100)}"`);
});
