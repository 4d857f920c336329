import type { Test } from "tap";
import { formOf, pageFormOf } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { pngOf } from "../../harness/pictures.ts";
import { makeSegments } from "../../harness/segments.ts";
import * as apiKeys from "../../src/accounts/api-keys.ts";
import * as formDrafts from "../../src/accounts/form-drafts.ts";
import * as imports from "../../src/library/import/imports.ts";
import * as hostIcons from "../../src/library/links/host-icons.ts";
import * as savedSearches from "../../src/library/saved-searches.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import * as reminders from "../../src/reminders/settings.ts";
import type { TestApp } from "./app.ts";
import { openLibrary } from "./library.ts";
import { share } from "./shares.ts";

/**
 * A word in every text that Ann stores, in any case: her e-mail address, names, titles, links, tags and so on. Random
 * base64url, such as a hash, has these letters only between characters of base64url.
 */
export const ANNS_WORD = /(?<![\w-])ann(?![\w-])/i;

/**
 * Starts a server whose database has a row in every table; where rows belong to accounts, at least one is Ann's. Bob has
 * a library too, shares a collection with her, and uses one of hers.
 */
export async function openFilled(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const library = await openLibrary(t, settings);
  const { app, ann, bob } = library;
  const { database, clock, config } = app.context;

  await signIn(app.base, ann);
  await app.send("POST", "/api/user/login", { body: { email: ann.email, password: "Ann's wrong password" } });
  await passwordReset.createLink(database, { clock, baseUrl: config.baseUrl }, ann.id);
  for (const person of [ann, bob]) {
    const draft = JSON.stringify({ values: { name: person === ann ? "Ann's draft" : "Bob's draft" } });
    await formDrafts.add(database, clock, { accountId: person.id, path: "/products/new" }, draft);
    const name = `${person === ann ? "Ann" : "Bob"}'s key`;
    await apiKeys.create(database, clock, person.id, { name, expiresAt: null });
    await apiKeys.create(database, clock, person.id, { name: `${name}, revoked`, expiresAt: null });
    await reminders.addCalendar(database, clock, person.id);
    const list = { placeId: 0, search: "#x", sort: undefined, nested: false };
    await savedSearches.create(database, clock, person.id, "A search", list);
    const [newest] = await apiKeys.list(database, person.id);
    if (newest !== undefined) await apiKeys.revoke(database, clock, person.id, newest.id);
  }
  await app.send("POST", "/api/products", { token: ann.token, body: { name: "Lamp", price: 1 } });
  await ann.call("PUT", "/user", { groups: [{ title: "Ann's group", hidden: false, sort: 0, collections: [] }] });
  for (const person of [ann, bob]) await fillLibrary(app, person, person === ann ? "Ann" : "Bob");
  await shareLibraries(library);
  for (const { id } of [bob, ann]) {
    await fillWebhooks(app, id, id === ann.id ? "ann" : "bob");
    await fillPages(app, id, id === ann.id ? "ann" : "bob");
  }
  for (const { id } of [bob, ann]) {
    const name = id === ann.id ? "ann" : "bob";
    await imports.add(database, clock, id, Buffer.from(`https://${name}.example/imported\n/${name}`));
  }
  await fillServerTables(app);
  await loosenPictures(app);
  await makeSegments(database);
  return library;
}

type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Fills the tables of collections, items, files, pictures, stored exports, repeated requests and undo steps. */
async function fillLibrary(app: TestApp, { addCollection, addItem, call, request }: Library["ann"], name: string) {
  const parent = await addCollection(`${name}'s collection`);
  const child = await addCollection(`${name}'s child`, parent._id);
  const form = await formOf({ bytes: await pngOf(2, 2, "#00ff00") });
  const file = await formOf({ bytes: Buffer.from(`${name}'s file.\n`), field: "file", name: `${name}.txt` });
  const item = { tags: [`${name}'s tag`], excerpt: `${name}'s excerpt`, highlights: [{ text: `${name}'s words` }] };
  const { _id: id } = await addItem(child._id, { ...item, link: `https://${name}.example/`, title: `${name}'s item` });
  await addItem(child._id, { ...item, link: `https://${name}.example/`, title: `${name}'s repeated link` });
  await request("PUT", `/collection/${child._id}/cover`, form.body, form.headers);
  await request("PUT", `/raindrop/${id}/cover`, form.body, form.headers);
  await request("PUT", "/raindrop/file", file.body, file.headers);
  const page = await pageFormOf(`<p>${name}'s copy`, { url: `https://${name}.example/` });
  // The second one can be reverted.
  for (let count = 0; count < 2; count++) await request("POST", "/copies", page.body, page.headers);
  const key = { "idempotency-key": `${name}'s idempotency key` };
  await request("POST", "/raindrop", { link: `https://${name}.example/keyed`, title: `${name}'s keyed` }, key);
  await app.context.database
    .insertInto("item_texts")
    .values(({ selectFrom }) => ({
      item_id: id,
      account_id: selectFrom("items").select("account_id").where("id", "=", id),
      html: `<p>${name}'s page</p>`,
      words: `${name.toLowerCase()} s page`,
    }))
    .execute();
  const deleted = await addCollection(`${name}'s deleted collection`);
  await request("PUT", `/collection/${deleted._id}/cover`, form.body, form.headers);
  await addItem(deleted._id, { link: `https://${name}.example/deleted` });
  await call("PUT", "/raindrops/0", { ids: [id], tags: [`${name}'s other tag`] });
  await call("DELETE", `/collection/${deleted._id}`);
  await call("GET", "/backup");
  await app.context.backups.settled();
}

/** Ann and Bob use a collection of each other, and have invited somebody. */
async function shareLibraries({ app, ann, bob }: Library): Promise<void> {
  const { database, clock } = app.context;
  const [ofAnn, ofBob] = [await ann.addCollection("Ann's shared"), await bob.addCollection("Bob's shared")];
  await share(app, ofAnn._id, bob.id, "member");
  await share(app, ofBob._id, ann.id, "member");
  const invitation = { role: "member", created_at: clock(), expires_at: clock() + 60_000 } as const;
  const from = { collection_id: ofAnn._id, account_id: ann.id };
  const to = { collection_id: ofBob._id, account_id: bob.id };
  const [friend, herself] = ["friend.of.ann@example.com", ann.email];
  await database
    .insertInto("invitations")
    .values([
      { ...invitation, ...from, email: friend, email_key: friend, token_hash: "hash of Ann's invitation" },
      { ...invitation, ...to, email: herself, email_key: herself, token_hash: "hash of Bob's invitation" },
    ])
    .execute();
}

/** Adds a webhook with a delivery that waits and a result. */
async function fillWebhooks({ context: { database, clock } }: TestApp, account_id: number, name: string) {
  const { id: webhook_id } = await database
    .insertInto("webhooks")
    .values({ account_id, url: `https://${name}.example/`, event_types: "[]", secret: name, enabled: 1, created_at: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const message = { webhook_id, message_id: `${name}'s message`, type: "item.created", created_at: clock() };
  const { id: delivery_id } = await database
    .insertInto("webhook_deliveries")
    .values({ ...message, payload: `"${name}"`, epoch: 1, blockers: 1, next_at: clock() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("webhook_lanes").values({ webhook_id, epoch: 1, collection_id: 1, delivery_id }).execute();
  await database
    .insertInto("webhook_results")
    .values({ ...message, delivered: 1, attempts: 1, status: 200, reason: null, finished_at: clock() })
    .execute();
}

/** What is known of the page of an item, and that it is to be read. */
async function fillPages({ context: { database } }: TestApp, account_id: number, name: string): Promise<void> {
  const items = database.selectFrom("items").select("id").where("account_id", "=", account_id).orderBy("id").limit(1);
  const { id: item_id } = await items.executeTakeFirstOrThrow();
  const page = { item_id, account_id, canonical: `https://${name}.example/`, author: name, read_at: 1 };
  await database.insertInto("item_pages").values(page).execute();
  const icon = {
    account_id,
    host: `${name}.example`,
    id: name,
    bytes: Buffer.from(name),
    decoded: 1,
    used_at: 1,
  } as const;
  await database.insertInto("account_icons").values(icon).execute();
  await database.insertInto("page_jobs").values({ item_id, account_id, urgent: 0, due_at: 1 }).execute();
  await database.insertInto("link_checks").values({ item_id, due_at: 1, seen: name }).execute();
  await database.insertInto("link_aliases").values({ item_id, account_id, link_key: name }).execute();
}

/** Releases all pictures, as if other covers had replaced them. Stops the cleanup worker, which would notice. */
async function loosenPictures({ context: { database, cleanup } }: TestApp): Promise<void> {
  await cleanup.close();
  await database.deleteFrom("loose_pictures").execute();
  await database
    .insertInto("loose_pictures")
    .columns(["picture_id"])
    .expression((from) => from.selectFrom("pictures").select("id"))
    .execute();
}

/** Fills the tables that have nothing of an account. */
async function fillServerTables({ context: { database, clock } }: TestApp): Promise<void> {
  await hostIcons.store(database, "site.example", Buffer.from("icon"), clock());
  await database.insertInto("secrets").values({ name: "other", value: "x" }).execute();
  await database
    .insertInto("setup_links")
    .values({ token_hash: "x", expires_at: clock() + 60_000 })
    .execute();
  await database.insertInto("server_settings").values({ name: "registration", value: "open" }).execute();
  const backup = { target: "/backups", name: "x", size: 1, created_at: clock() };
  await database.insertInto("server_backups").values(backup).execute();
  await database.insertInto("leases").values({ name: "other", holder: "x", expires_at: clock() }).execute();
  await database.insertInto("request_counts").values({ network: "192.0.2.1", count: 1, ends_at: clock() }).execute();
}
