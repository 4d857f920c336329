import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import t from "tap";
import { encodeForm } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import type { Database } from "../../src/database/database.ts";
import * as ownData from "../../src/library/export/own-data.ts";
import { placeIdOf } from "../../src/library/placement.ts";
import { type Administration, openAdministration } from "../support/command-runner.ts";
import { type LibraryOwner, ownerOf } from "../support/library.ts";
import type { Person } from "../support/people.ts";

// What an account has, exported by the server in each format and imported into an empty account in each way.

const START = Date.now();

const CREATED = "2001-02-03T04:05:06.789Z";
const UPDATED = Date.UTC(2011, 11, 13, 14, 15, 16, 171);

/** An account with everything that an export can have. */
async function fill(ann: LibraryOwner): Promise<void> {
  const look = {
    description: "All\nof it",
    view: "masonry",
    expanded: false,
    cover: ["https://a.example/icon.png"],
    keepCopies: true,
  };
  const work = await ann.addCollection("Work", undefined, look);
  const [talks, empty] = [await ann.addCollection("Talks / 2026", work._id), await ann.addCollection("Empty")];
  await ann.addCollection("Emptier", empty._id, { view: "grid" });
  const deep = await ann.addCollection("Work", talks._id, { public: true });
  await ann.addItem(talks._id, {
    link: "https://a.example/first?a=1&b=2",
    title: "First\nof all",
    excerpt: " Said of it \n",
    note: "\tNoted ",
    type: "video",
    cover: "https://a.example/cover.png",
    media: [{ link: "https://a.example/1.png" }, { link: "https://a.example/2.mp4", type: "video" }],
    tags: ["one, two", "[three]", "ä"],
    highlights: [
      { text: " Marked\n\nhere ", note: "Why", color: "teal", position: 3 },
      { text: "Marked", color: "red" },
    ],
    important: true,
    reminder: { date: "2040-01-02T03:04:05.000Z" },
    created: CREATED,
  });
  for (const [collection, title] of [
    [deep._id, "Deep"],
    [-1, "Loose"],
    [work._id, "Same link"],
    [work._id, "Same link again"],
  ] as const)
    await ann.addItem(collection, { title, link: `https://a.example/${title.slice(0, 9)}` });
  const deleted = await ann.addItem(work._id, { title: "Deleted", link: "https://a.example/deleted" });
  await ann.call("DELETE", `/raindrop/${deleted._id}`);
}

/** Collections in the order of lists and items in the manual order, without their ids. */
async function stored(database: Database, accountId: number) {
  const collections = await database
    .selectFrom("collections")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("depth")
    .orderBy("sort", "desc")
    .orderBy("id")
    .execute();
  const items = await database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .selectAll("items")
    .select(["place", "collection_id"])
    .where("items.account_id", "=", accountId)
    .where("place", "<>", "nowhere")
    .orderBy("items.sort", "desc")
    .execute();
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const pathOf = (id: number | null): string => {
    const found = byId.get(id ?? 0);
    return found === undefined ? "" : `${pathOf(found.parent_id)}>${found.title}`;
  };
  const allItems = items.map(({ id, shelf_id, account_id, sort, position, highlights, ...item }) => ({
    ...item,
    place: item.collection_id === null ? placeIdOf(item) : pathOf(item.collection_id),
    collection_id: undefined,
    highlights: JSON.parse(highlights).map(({ id, ...highlight }: { id: string }) => highlight),
  }));
  return {
    collections: collections.map(({ id, account_id, parent_id, sort, ...collection }) => ({
      ...collection,
      path: pathOf(id),
    })),
    items: allItems.filter(({ place }) => place !== -99),
    trash: allItems.filter(({ place }) => place === -99),
  };
}

type Stored = Awaited<ReturnType<typeof stored>>;

/**
 * What an import stores of the exports that have everything: all but whether a collection is public. The copy of all data
 * has the Trash too, which becomes a collection.
 */
const COMPLETE: Readonly<Record<string, (all: Stored) => Pick<Stored, "items" | "collections">>> = {
  "bookmarks.zip": ({ items, collections }) => ({ items, collections: collections.map(unpublished) }),
  "account.json": ({ items, collections, trash }) => ({
    items: [...items, ...trash.map((item) => ({ ...item, place: ">Trash", trashed_from: null }))],
    collections: collections.map(unpublished),
  }),
};

function unpublished(collection: Stored["collections"][number]): Stored["collections"][number] {
  return { ...collection, public: 0 };
}

/** Without times since the test began, because an import sets some to its own. */
function withoutNow({ items, collections }: Stored): object {
  const timeless = (time: number) => (time < START ? time : undefined);
  const withTimes = <Row extends { readonly created_at: number; readonly updated_at: number }>(row: Row) => ({
    ...row,
    created_at: timeless(row.created_at),
    updated_at: timeless(row.updated_at),
  });
  return { items: items.map(withTimes), collections: collections.map(withTimes) };
}

/** The server's own exports, by the names of files. */
async function exportsOf({ base, context }: Administration, { id, token }: Person): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const format of ["zip", "csv", "html"]) {
    const address = `${base}/rest/v1/raindrops/0/export.${format}?sort=sort`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    files.set(`bookmarks.${format}`, Buffer.from(await response.arrayBuffer()));
  }
  const user = { id, credential_version: 1, browser_id: "" };
  const own = await ownData.start(context.database, context.clock, user);
  files.set("account.json", await buffer(Readable.from(own)));
  return files;
}

t.test("an import of the server's own exports brings back what they can carry", async (t) => {
  const app = await openAdministration(t);
  const { database } = app.context;
  const ann = await ownerOf(app, "Ann");
  await fill(ann);
  await database
    .updateTable("items")
    .set({ updated_at: UPDATED, broken: 1 })
    .where("title", "like", "First%")
    .execute();
  const expected = await stored(database, ann.id);
  const folder = t.testdir();
  for (const [name, bytes] of await exportsOf(app, ann)) {
    const file = `${folder}/${name}`;
    await writeFile(file, bytes);
    const [byCommand, byPage] = [await ownerOf(app, `c-${name}`), await ownerOf(app, `p-${name}`)];
    await app.succeed("import", file, "--email", byCommand.email);
    const client = await signIn(app.base, byPage);
    const { location = "" } = await postFile(app.base, client, "/bookmarks/import", { field: "file", bytes });
    await client.post(location ?? "", { into: "" });
    await waitForReport(client, location ?? "");
    const found = await stored(database, byCommand.id);
    const complete = COMPLETE[name]?.(expected);
    if (complete !== undefined) {
      t.same(found.items, complete.items, `${name}: items`);
      const collections = found.collections.filter(({ title }) => title !== "Trash");
      t.same(collections, complete.collections, `${name}: collections`);
    }
    t.same(withoutNow(await stored(database, byPage.id)), withoutNow(found), `${name}: by the page`);
    const form = new FormData();
    form.append("import", new File([Uint8Array.from(bytes)], name));
    const { headers, body } = await encodeForm(form);
    const read = await ann.request("POST", "/import/file", body, headers);
    t.match(read, { status: 200, body: { count: { skipped: 0, datesNotRead: 0 } } }, `${name}: by the API`);
  }
});

t.test("an account that has only empty collections can be imported", async (t) => {
  const app = await openAdministration(t);
  const ann = await ownerOf(app, "Ann");
  const outer = await ann.addCollection("Outer", undefined, { view: "grid" });
  await ann.addCollection("Inner", outer._id);
  const { collections } = await stored(app.context.database, ann.id);
  for (const [name, bytes] of await exportsOf(app, ann)) {
    // A table has no empty collections.
    if (name === "bookmarks.csv") continue;
    const file = `${t.testdir()}/${name}`;
    await writeFile(file, bytes);
    const target = await ownerOf(app, name);
    await app.succeed("import", file, "--email", target.email);
    const found = await stored(app.context.database, target.id);
    t.same(
      found.collections.map(({ path }) => path),
      collections.map(({ path }) => path),
      name,
    );
  }
});
