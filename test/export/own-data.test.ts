import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import * as formDrafts from "../../src/accounts/form-drafts.ts";
import * as sessions from "../../src/accounts/sessions.ts";
import * as ownData from "../../src/library/export/own-data.ts";
import * as savedSearches from "../../src/library/saved-searches.ts";
import { openLibrary } from "../support/library.ts";
import { createKey, logIn, registrationOf } from "../support/people.ts";
import { createWebhook } from "../support/webhooks.ts";

type Library = Awaited<ReturnType<typeof openLibrary>>;

/** The parts of the JSON text about an account. */
async function partsOf({ context }: Library["app"], id: number): Promise<string[]> {
  const { database, clock } = context;
  const parts: string[] = [];
  for await (const part of await ownData.start(database, clock, { id, credential_version: 1, browser_id: "" })) {
    parts.push(part);
  }
  return parts;
}

/** A server with Ann, who has some of everything, and Bob, who has a bookmark. */
async function openFilled(t: Test) {
  const library = await openLibrary(t);
  const { ann, bob, app } = library;
  const { database, clock } = app.context;
  await logIn(app.send, registrationOf("Ann"));
  const key = await createKey(app, ann.id, "Script");
  const client = { address: "192.0.2.1", userAgent: "Laptop" };
  const tokens = await sessions.signIn(
    database,
    clock,
    { id: ann.id, credential_version: 1 },
    { client, isKept: true },
  );
  const [outer] = [await ann.addCollection("Outer")];
  const inner = await ann.addCollection("Inner", outer._id);
  const saved = await ann.addItem(inner._id, { title: "Saved", tags: ["one"], highlights: [{ text: "Marked" }] });
  const deleted = await ann.addItem(-1, { title: "Deleted" });
  await ann.call("DELETE", `/raindrop/${deleted._id}`);
  await ann.call("PUT", "/user", { config: { font_color: "night" } });
  await createWebhook(app, ann.id, "https://example.com/hook", ["change.reverted"]);
  const { _id: ofBob } = await bob.addItem(-1, { title: "Of Bob" });
  await app.context.database
    .insertInto("item_pages")
    .values([
      { item_id: saved._id, account_id: ann.id, author: "Ada", read_at: app.context.clock() },
      { item_id: ofBob, account_id: bob.id, author: "Of Bob" },
    ])
    .execute();
  await app.context.database
    .insertInto("link_checks")
    .values({ item_id: saved._id, due_at: 0, seen: "404", checked_at: app.context.clock() })
    .execute();
  for (const { id } of [ann, bob]) {
    const list = { placeId: -1, search: id === ann.id ? "tea" : "Of Bob", sort: "title", nested: false };
    await savedSearches.create(database, clock, id, list.search, list);
    const fields = { name: id === ann.id ? "Typed" : "Of Bob" };
    const host = id === ann.id ? "site.example" : "Of Bob";
    const icon = {
      account_id: id,
      host,
      id: "icon",
      bytes: Buffer.from("icon"),
      decoded: 1,
      used_at: clock(),
    } as const;
    await database.insertInto("account_icons").values(icon).execute();
    await formDrafts.add(database, clock, { accountId: id, path: "/products/new" }, JSON.stringify({ fields }));
  }
  return { ...library, key, tokens, outer, inner, saved, deleted };
}

t.test("start: contains what is stored about the account, and nothing of others", async (t) => {
  const { app, ann, outer, inner, saved, deleted } = await openFilled(t);
  const text = (await partsOf(app, ann.id)).join("");
  const data = JSON.parse(text);
  t.same(Object.keys(data), [
    "exported_at",
    "account",
    "settings",
    "browsers",
    "api_keys",
    "reminders",
    "saved_searches",
    "webhooks",
    "logins",
    "audit_log",
    "collections",
    "items",
    "pages",
    "icons",
    "collaborators",
    "shared_with_me",
    "form_drafts",
  ]);
  t.match(data.saved_searches, [
    { name: "tea", place_id: -1, search: "tea", sort: "title", nested: false, created_at: "2026-01-01T12:00:00.000Z" },
  ]);
  t.match(data.form_drafts, [
    {
      path: "/products/new",
      content: { fields: { name: "Typed" } },
      created_at: "2026-01-01T12:00:00.000Z",
      expires_at: "2026-01-01T13:00:00.000Z",
    },
  ]);
  t.match(data.account, {
    id: ann.id,
    email: ann.email,
    name: "Ann",
    locale: "en",
    registered_at: "2026-01-01T12:00:00.000Z",
  });
  t.match(data.settings, { config: { font_color: "night" } });
  t.match(data.browsers, [{ userAgent: "Laptop", network: "192.0.2.1", signedInAt: "2026-01-01T12:00:00.000Z" }]);
  t.match(data.api_keys, [{ name: "Script", prefix: /^trip_/, expires_at: null }]);
  t.match(data.webhooks, [{ url: "https://example.com/hook", disabled_reason: null }]);
  t.notMatch(text, "whsec_");
  t.match(data.logins, [{ ip_address: "127.0.0.1", created_at: "2026-01-01T12:00:00.000Z" }]);
  t.match(data.collections, [
    { id: outer._id, title: "Outer", parent_id: null },
    { id: inner._id, title: "Inner", parent_id: outer._id },
  ]);
  t.equal(data.items.length, 2);
  t.match(data.items[0], { id: saved._id, title: "Saved", collection_id: inner._id, tags: ["one"] });
  t.match(data.items[0].highlights, [{ text: "Marked" }]);
  t.match(data.items[1], { id: deleted._id, title: "Deleted", collection_id: -99 });
  const time = "2026-01-01T12:00:00.000Z";
  t.match(data.pages, [{ item_id: saved._id, author: "Ada", read_at: time, seen: "404", checked_at: time }]);
  t.match(data.icons, [{ host: "site.example", id: "icon", used_at: time }]);
  t.notMatch(text, "Of Bob");
});

t.test("start: contains who shares the collections, and what is shared with the account", async (t) => {
  const { app, ann, bob, outer, inner } = await openFilled(t);
  for (const [collection, role] of [
    [outer._id, "member"],
    [inner._id, "viewer"],
  ] as const) {
    const { token } = await ann.call("POST", `/collection/${collection}/sharing`, { role });
    await bob.call("POST", `/collection/${collection}/join`, { token });
  }
  const dataOf = async (id: number) => JSON.parse((await partsOf(app, id)).join(""));
  const since = { created_at: "2026-01-01T12:00:00.000Z" };
  const roles = [
    { collection_id: outer._id, role: "member", ...since },
    { collection_id: inner._id, role: "viewer", ...since },
  ];
  t.match(await dataOf(ann.id), {
    collaborators: roles.map((role) => ({ ...role, account_id: bob.id })),
    shared_with_me: [],
  });
  t.match(await dataOf(bob.id), { collaborators: [], shared_with_me: roles });
});

t.test("start: contains no secrets", async (t) => {
  const { app, ann, key, tokens } = await openFilled(t);
  const text = (await partsOf(app, ann.id)).join("");
  for (const secret of [key, tokens.session, tokens.remember ?? "", ann.token]) t.notOk(text.includes(secret));
  t.notMatch(text, /argon2|hash|credential_version/);
});

t.test("start: reads long lists in batches, in order", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { database } = app.context;
  const login = { account_id: ann.id, ip_address: "192.0.2.1", user_agent: "", referer: "", via_remember: 0 } as const;
  const logins = Array.from({ length: 250 }, (_, number) => ({ ...login, created_at: number }));
  await database.insertInto("logins").values(logins).execute();
  for (let number = 0; number < 45; number++) await ann.addItem(-1, { title: String(number) });
  const parts = await partsOf(app, ann.id);
  const data = JSON.parse(parts.join(""));
  t.equal(data.logins.length, 250);
  t.equal(new Set(data.logins.map(({ id }: { id: number }) => id)).size, 250);
  t.same(
    data.items.map(({ title }: { title: string }) => title),
    Array.from({ length: 45 }, (_, number) => String(44 - number)),
  );
  t.ok(
    parts.every(({ length }) => length < 2_000),
    "no part has several items",
  );
});

t.test("start: throws notFound, and works for an account that has nothing", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { database, clock } = app.context;
  const unknown = { id: 4711, credential_version: 1, browser_id: "" };
  t.match(await failureOf(ownData.start(database, clock, unknown)), { kind: "notFound" });
  t.match(JSON.parse((await partsOf(app, ann.id)).join("")), {
    browsers: [],
    api_keys: [],
    collections: [],
    items: [],
  });
});
