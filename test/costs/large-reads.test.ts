import { sql } from "kysely";
import t, { type Test } from "tap";
import { openPageClient, type PageClient, signIn } from "../../harness/page-client.ts";
import { LARGE_READS } from "../../src/context/large-reads.ts";
import type { Database } from "../../src/database/database.ts";
import { engine } from "../support/databases.ts";
import { addCollections } from "../support/large-account.ts";
import { openWorld, PAGE_LIST, pathOn, type World } from "../support/page-list.ts";
import { costOf } from "./cost.ts";
import { createFixtures } from "./fixtures.ts";
import { REQUESTS } from "./requests.ts";
import { openSeededApp } from "./seeded-app.ts";

/** Rows that a request may read without being in the table of large reads. */
const MAX_ROWS = 2_100;

/** Collections of the account, each with an item, a tag and a login. */
const SIZE = 2_500;

// PostgreSQL reads whole tables of this size where SQLite uses an index, and the table is the same for both.
const options = engine === "sqlite" ? {} : { skip: "the rows are counted on SQLite" };

/** Lists 1,000 values in a statement, more than the meter takes. It is in the table. */
const UNCOUNTED = "updateCollections";

const READS: Readonly<Record<string, Readonly<Record<string, object>>>> = LARGE_READS;

/** Whether the table says that a request holds a slot. */
function holdsSlot(part: string, name: string): boolean {
  return "slots" in (READS[part]?.[name] ?? {});
}

t.test("every operation that reads as much as an account has is in the table of large reads", options, async (t) => {
  const app = await openSeededApp(t, SIZE + 100);
  const { database } = app.context;
  const openLarge = async () => {
    const fixtures = await createFixtures(app, "collections");
    await addCollections(database, fixtures.owner.id, SIZE);
    return fixtures;
  };
  // An account for all reads, because filling one takes longer than most requests; each change gets its own.
  const read = await openLarge();
  const missing: string[] = [];
  for (const { name, contract, isRead, send } of REQUESTS.filter(({ name }) => name !== UNCOUNTED)) {
    const isLarge = contract === "collections";
    const fixtures = isLarge ? (isRead ? read : await openLarge()) : await createFixtures(app, contract);
    if (isLarge) await addVersions(database);
    await app.flush();
    const { rows } = await costOf(database, () => send(fixtures));
    const [operation = ""] = name.split(/,| \(/);
    if (rows > MAX_ROWS && !holdsSlot(contract, operation)) missing.push(`${name}: ${rows} rows`);
  }
  t.same(missing, []);
  const operations = REQUESTS.map(({ name, contract }) => `${contract} ${name.split(" (")[0]}`);
  for (const contract of ["catalogue", "users", "collections"]) {
    const known = Object.keys(READS[contract] ?? {});
    t.same(
      known.filter((name) => !operations.includes(`${contract} ${name}`)),
      [],
      contract,
    );
  }
});

/** Other paths of `GET`: downloads, feeds, and redirects. */
const OTHER_PATHS: readonly ((world: World) => string)[] = [
  () => "/account",
  () => "/account/profile/confirmation",
  () => "/account/reminders/calendar",
  () => "/manifest.webmanifest",
  () => "/bookmarks/collections/clean",
  () => "/bookmarks/export/download?collection=0&format=csv",
  () => "/bookmarks/export/download?collection=0&format=zip",
  () => "/bookmarks/highlights/export?format=md",
  () => "/account/data/download",
  () => "/account/audit/export.csv",
  () => "/account/audit/export.jsonl",
  () => `/feeds/${"x".repeat(22)}/reminders.ics`,
  ({ archive }) => `/public/${archive}/feed.xml`,
  ({ archive }) => `/public/${archive}/feed.json`,
  ({ archive }) => `/public/${archive}/archive/feed.xml`,
  ({ archive }) => `/public/${archive}/archive/feed.json`,
  ({ archive }) => `/bookmarks/${archive}/bulk`,
];

type Post = readonly [path: string, fields?: Readonly<Record<string, string>>];

/** Forms that change Ann's library. Those with a missing field show their page again. */
function formsOf({ archive, collection, item, child }: World, large: number): readonly Post[] {
  const collections = "/bookmarks/collections";
  return [
    [`${collections}/new`, { title: "" }],
    [`${collections}/${collection}`, { title: "" }],
    [`${collections}/${large}/move`, { direction: "down" }],
    [`${collections}/${collection}/cover/remove`],
    [`${collections}/${collection}/sharing`, { email: "", role: "viewer" }],
    [`${collections}/${collection}/sharing/link`, { role: "viewer" }],
    [`${collections}/${collection}/sharing/revoke`, { invitation: "1" }],
    [`${collections}/${collection}/sharing/people`, { person: "1", "role-1": "viewer" }],
    [`${collections}/${collection}/sharing/end`],
    ["/bookmarks/items/new", { link: "" }],
    ["/bookmarks/items/new/window", { link: "" }],
    ["/bookmarks/items/links", { links: "" }],
    [`/bookmarks/items/${item}`, { link: "" }],
    [`/bookmarks/items/${item}/highlights`, { text: "" }],
    [`/bookmarks/items/${item}/cover/remove`],
    [`/bookmarks/items/${item}/trash`],
    [`/bookmarks/${archive}/bulk`, { action: "tag", scope: "all", tags: "new" }],
    [`/bookmarks/${archive}/order`, { item: String(item), position: "1" }],
    ["/bookmarks/searches/new?place=0&search=x", { name: "" }],
    ["/bookmarks/searches/1", { name: "" }],
    ["/bookmarks/searches/1/delete"],
    ["/bookmarks/tags/change?tags=databases", { replace: "new" }],
    ["/bookmarks/tags/change/delete?tags=new"],
    ["/bookmarks/duplicates"],
    ["/bookmarks/shared", { accept: "1" }],
    ["/bookmarks/broken", { action: "works", ids: String(item) }],
    [`${collections}/${child}/place`, { after: String(archive) }],
    [`${collections}/${child}/title`, { title: "New" }],
    [`${collections}/${child}/merge`, { to: String(archive) }],
    [`${collections}/clean`],
    [`${collections}/${large}/delete`],
    ["/bookmarks/undo", { step: "1" }],
    ["/bookmarks/-99/empty"],
  ];
}

t.test("every page that reads as much as an account has is in the table of large reads", options, async (t) => {
  const { world, routes, routeOf, measure } = await openMeasured(t);
  const missing: string[] = [];
  const check = async (client: PageClient, method: "GET" | "POST", [path, fields]: Post) => {
    const rows = await measure(() => (method === "GET" ? client.get(path) : client.post(path, fields)));
    const route = routeOf();
    if (rows > MAX_ROWS && !holdsSlot("pages", route)) missing.push(`${route}: ${rows} rows`);
  };
  const large = await addCollections(world.app.context.database, world.ann.id, SIZE);
  const [ann, anonymous] = [await signIn(world.app.base, world.ann), openPageClient(world.app.base)];
  for (const page of PAGE_LIST) await check(page.isSignedIn ? ann : anonymous, "GET", [pathOn(world, page)]);
  for (const path of OTHER_PATHS) await check(ann, "GET", [path(world)]);
  await ann.get("/bookmarks/collections/new");
  for (const form of formsOf(world, large)) await check(ann, "POST", form);
  t.same(missing, []);

  const isMeasured = (route: string) =>
    (route.startsWith("GET ") &&
      !/^GET \/(assets|openapi|docs|sdk|llms|mcp|api|rest|health|setup|__test__)/.test(route)) ||
    route.startsWith("POST /bookmarks");
  const visited = routes.visited;
  t.same([...routes.known].filter((route) => isMeasured(route) && !visited.has(route)).sort(), [
    // Its file must be uploaded first; it shows the same choice as the page of an export.
    "GET /bookmarks/import/:id",
    // One copy, a chunk at a time, and one icon.
    "GET /bookmarks/items/:id/copy",
    "GET /bookmarks/items/:id/file",
    "GET /copies/:name",
    "GET /site-icons/:id",
    "POST /bookmarks/collections/:id/cover",
    "POST /bookmarks/import",
    "POST /bookmarks/import/:id",
    "POST /bookmarks/import/:id/cancel",
    "POST /bookmarks/items/:id/copy",
    "POST /bookmarks/items/:id/copy/remove",
    "POST /bookmarks/items/:id/cover",
    "POST /bookmarks/items/:id/reader",
    "POST /bookmarks/items/upload",
  ]);
  t.same(
    Object.keys(LARGE_READS.pages).filter((route) => !routes.known.has(route)),
    [],
  );
});

t.test("pages that are requested at the same time share one read of the tree", options, async (t) => {
  const { world, measure } = await openMeasured(t);
  await addCollections(world.app.context.database, world.ann.id, SIZE);
  const ann = await signIn(world.app.base, world.ann);
  const get = () => ann.get("/bookmarks/collections/clean");
  const one = await measure(get);
  const many = await measure(() => Promise.all(Array.from({ length: 20 }, get)));
  t.ok(one > SIZE, `${one} rows`);
  t.ok(many < 2 * one, `${many} rows for 20 pages`);
});

/** A server with something on every page that records which routes it has, and which were visited. */
async function openMeasured(t: Test) {
  const routes = { known: new Set<string>(), visited: new Set<string>() };
  let last = "";
  const toName = (method: string, url: string) => `${method} ${url.replace(/(?<=.)\/$/, "")}`;
  const world = await openWorld(t, (server) => {
    server.addHook("onRoute", ({ method, url }) => {
      for (const each of [method].flat()) routes.known.add(toName(each, url));
    });
    server.addHook("onRequest", async ({ method, routeOptions: { url = "" } }) => {
      last = toName(method, url);
      routes.visited.add(last);
    });
  });
  return {
    world,
    routes,
    routeOf: () => last,
    async measure(send: () => Promise<unknown>) {
      const { database } = world.app.context;
      await addVersions(database);
      return (await costOf(database, send)).rows;
    },
  };
}

/** Adds a version to each library, so that a request shares no tree with the one before. */
async function addVersions(database: Database): Promise<void> {
  await database.updateTable("libraries").set({ version: sql`version + 1` }).execute();
}
