import { isDeepStrictEqual } from "node:util";
import t, { type Test } from "tap";
import { encodeForm, formOf } from "../../../harness/forms.ts";
import { inBatches } from "../../../harness/import-batches.ts";
import { pngOf } from "../../../harness/pictures.ts";
import { readBookmarks } from "../../../src/library/import/reader.ts";
import { store } from "../../../src/library/import/store.ts";
import { type Body, errorFieldsOf, type Item, type LibraryOwner, openLibrary } from "../../support/library.ts";
import { share } from "../../support/shares.ts";

// Clients read a whole object, change a field, and send all of it back: each object that the server returns must be one
// that it accepts, and one that is sent back as it was read changes nothing.

/** Texts that are hard to store, or longer than an item may have. */
const TEXTS = [
  "x".repeat(12_000),
  "😀".repeat(6_000),
  "a\u202eb\u0301\u200d\t\u0085",
  "<b>&amp; \"quoted\" 'text'",
  "=1+1,\u2028",
  "a\ud83d\0b",
  " ",
];

/** Links that browsers and clients write. */
const LINKS = [
  "https://example.com/%",
  "https://example.com/%zz?a=b&c[]=%20#%23",
  "HTTP://EXAMPLE.COM:8080/\u00fc?q=😀|{}^`",
  "https://\u00fcmlaut.example/",
  "https://user:pass@example.com/",
  `https://example.com/${"x".repeat(7_980)}`,
  "http://[::1]/",
  "https://example.com/a\\b",
  "https://example.com/\ud83d/\u0007",
];

/** Times before 1970, in the far future, and none. */
const TIMES = ["-11644473600", "0", "1700000000", "253402300799", "99999999999999999", "tomorrow", ""];

const COVERS = ["https://example.com/c.png", "data:image/png;base64,AA==", `https://example.com/${"c".repeat(3_000)}`];

const some = <T>(values: readonly T[], index: number) => values[index % values.length] as T;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As many rows as there are combinations worth trying. */
const ROWS = Array.from({ length: 60 }, (_, index) => ({
  // The number makes each link another one.
  link: some(LINKS, index).replace("#", `${index}#`).slice(0, 7_990) + (some(LINKS, index).includes("#") ? "" : index),
  title: some(TEXTS, index),
  text: some(TEXTS, index + 1),
  note: some(TEXTS, index + 2),
  folder: some(TEXTS, index + 3).slice(0, 2_000),
  time: some(TIMES, index),
  cover: some(COVERS, index),
  tags: Array.from({ length: (index % 5) * 40 }, (_, number) => `${some(TEXTS, index).slice(0, 150)} ${number}`),
}));

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A file of each format. */
const FILES: Readonly<Record<string, () => string>> = {
  "a bookmark file": () => {
    const entries = ROWS.map(({ link, title, text, folder, time, cover, tags }) => {
      const attributes = Object.entries({ HREF: link, ADD_DATE: time, LAST_MODIFIED: time, TAGS: tags.join(",") });
      const all = [...attributes, ["DATA-COVER", cover], ["DATA-IMPORTANT", "true"]];
      const written = all.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(" ");
      return `<DT><H3>${escaped(folder)}</H3><DL><p><DT><A ${written}>${escaped(title)}</A><DD>${escaped(text)}</DL><p>`;
    });
    return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${entries.join("\n")}\n</DL><p>`;
  },
  "a table of Raindrop.io": () => {
    const header = "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite";
    const rows = ROWS.map(({ link, title, text, note, folder, time, cover, tags }, index) => {
      const highlights = `Highlight:${text}\nNote:${note}\nColor:${some(["red", "pinkish", ""], index)}`;
      const cells = [index, title, note, text, link, folder, tags.join(", "), time, cover, highlights, "true"];
      return cells.map((cell) => quoted(String(cell))).join(",");
    });
    return [header, ...rows].join("\r\n");
  },
  "a table with other columns": () => {
    const rows = ROWS.map(({ link, title, note, tags, time, folder }) =>
      [link, folder, title, note, tags.join(","), time].map(quoted).join(","),
    );
    return ["url,folder,title,note,tags,created", ...rows].join("\n");
  },
  "a backup of Firefox": () => {
    const folders = ROWS.map(({ link, title, text, folder, time, tags }) => {
      const annos = [{ name: "bookmarkProperties/description", value: text }];
      const dateAdded = Number(time) * 1_000_000;
      const bookmark = { typeCode: 1, uri: link, title, annos, dateAdded, tags: tags.join(",") };
      return { typeCode: 2, title: folder, children: [bookmark] };
    });
    return JSON.stringify({ typeCode: 2, root: "placesRoot", title: "", children: folders });
  },
  "the bookmarks of Chrome": () => {
    const children = ROWS.map(({ link, title, folder, time }) => {
      const date_added = String(Number(time) * 1_000_000);
      return { type: "folder", name: folder, children: [{ type: "url", name: title, url: link, date_added }] };
    });
    return JSON.stringify({ roots: { bookmark_bar: { type: "folder", name: "Bookmarks bar", children } } });
  },
  "an export of Pinboard": () =>
    JSON.stringify(
      ROWS.map(({ link, title, text, time, tags }) => {
        return { href: link, description: title, extended: text, time, tags: tags.join(" "), toread: "yes" };
      }),
    ),
  "an export of Karakeep": () => {
    const bookmarks = ROWS.map(({ link, title, note, time, tags }, index) => {
      return { content: { type: "link", url: link }, title, note, createdAt: Number(time), tags, lists: [`${index}`] };
    });
    const lists = ROWS.map(({ folder }, index) => ({ id: `${index}`, name: folder, type: "manual" }));
    return JSON.stringify({ bookmarks, lists });
  },
  "a backup of Linkwarden": () => {
    const collections = ROWS.map(({ link, title, text, folder, time, tags }, index) => {
      const names = tags.map((name) => ({ name }));
      const linked = { id: index, url: link, name: title, description: text, tags: names, createdAt: time };
      return { id: index, name: folder, links: [linked] };
    });
    return JSON.stringify({ collections, pinnedLinks: [{ id: 1 }] });
  },
  "a list of objects": () =>
    JSON.stringify(
      ROWS.map(({ link, title, text, note, folder, time, cover, tags }) => {
        return { link, title, excerpt: text, note, folder, created: time, cover, tags, important: true };
      }),
    ),
  "a list of links": () => ROWS.map(({ link }) => link).join("\n"),
};

/** Imports a file like the page and the command do. */
async function importFile({ app, ann }: Awaited<ReturnType<typeof openLibrary>>, text: string) {
  const bookmarks = [];
  for await (const bookmark of readBookmarks(Buffer.from(text), 1_000)) bookmarks.push(bookmark);
  const { database, clock } = app.context;
  await store(database, clock, ann.id, inBatches(bookmarks));
  return bookmarks.length;
}

async function allItems({ call }: LibraryOwner): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 0; ; page++) {
    const found = (await call("GET", `/raindrops/0?perpage=50&page=${page}`)).items;
    if (found.length === 0) return items;
    items.push(...found);
  }
}

const withoutTime = ({ lastUpdate: _, ...rest }: Item) => rest;

/** Sends an item back as each operation returned it, and expects that only its time changes. */
async function sendBack(t: Test, { call, request }: LibraryOwner, id: number): Promise<void> {
  const { item } = await call("GET", `/raindrop/${id}`);
  const response = await request("PUT", `/raindrop/${id}`, item);
  // Not the texts themselves: line breaks in the name of an assertion would end it.
  t.match(errorFieldsOf(response), { status: 200, error: undefined }, `item ${id}`);
  if (response.status !== 200) return;
  t.ok(isDeepStrictEqual(withoutTime((response.body as Body).item), withoutTime(item)), `item ${id} is as before`);
}

/** Sends all collections back, and expects that they do not change. */
async function sendBackCollections(t: Test, { call, request }: LibraryOwner): Promise<void> {
  const lists = [await call("GET", "/collections"), await call("GET", "/collections/childrens")];
  const ids = lists.flatMap(({ items }) => items.map(({ _id }) => _id));
  t.ok(ids.length > 0);
  for (const id of ids) {
    const { item } = await call("GET", `/collection/${id}`);
    const response = await request("PUT", `/collection/${id}`, item);
    t.match(errorFieldsOf(response), { status: 200, error: undefined }, `collection ${id}`);
    if (response.status !== 200) continue;
    const { lastUpdate, lastAction } = (response.body as Body).item;
    t.ok(isDeepStrictEqual((response.body as Body).item, { ...item, lastUpdate, lastAction }), "is as before");
  }
}

for (const [name, toText] of Object.entries(FILES)) {
  t.test(`updateItem and updateCollection: take what was imported from ${name}`, async (t) => {
    const library = await openLibrary(t);
    const count = await importFile(library, toText());
    const items = await allItems(library.ann);
    t.equal(items.length, count);
    t.ok(count > 40, `${count} of ${ROWS.length} were imported`);
    for (const { _id } of items) await sendBack(t, library.ann, _id);
    const hasFolders = name !== "a list of links" && name !== "an export of Pinboard";
    if (hasFolders) await sendBackCollections(t, library.ann);
  });
}

t.test("updateItem: takes items with everything that they can have", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: books } = await ann.addCollection("Books");
  const everything = {
    title: "😀".repeat(1_000),
    note: "x".repeat(10_000),
    type: "book",
    tags: ["a", "A b"],
    media: [{ link: "https://example.com/a.mp4", type: "video" }, { link: "https://example.com/b.png" }],
    cover: "https://example.com/c.png",
    highlights: [{ text: "One", note: "", color: "red", position: 4 }, { text: "Two" }],
    reminder: { date: "2030-01-01T00:00:00.000Z" },
    created: "1970-01-01T00:00:00.000Z",
    lastUpdate: "2001-01-01T00:00:00.000Z",
    important: true,
    broken: true,
    order: 1,
  };
  const { _id: whole } = await ann.addItem(books, everything);
  const { _id: trashed } = await ann.addItem(books, everything);
  await ann.call("DELETE", `/raindrop/${trashed}`);
  const { _id: covered } = await ann.addItem(books);
  const picture = await formOf({ bytes: await pngOf(1, 1, "#ff0000") });
  await ann.request("PUT", `/raindrop/${covered}/cover`, picture.body, picture.headers);
  const form = new FormData();
  form.append("file", new File(["A text.\n"], "ü %+?.txt"));
  const { headers, body } = await encodeForm(form);
  const uploaded = (await ann.request("PUT", "/raindrop/file", body, headers)).body as Body;
  for (const id of [whole, trashed, covered, uploaded.item._id]) await sendBack(t, ann, id);
  await ann.request("PUT", `/collection/${books}/cover`, picture.body, picture.headers);
  await sendBackCollections(t, ann);
});

t.test("updateItem and updateCollection: take what a member of a nested collection has read", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: above } = await ann.addCollection("Above");
  const { _id: books } = await ann.addCollection("Books", above);
  const { _id: below } = await ann.addCollection("Below", books);
  const [one, other] = [await ann.addItem(books), await ann.addItem(below)];
  await share(app, books, bob.id, "member");
  for (const { _id } of [one, other]) await sendBack(t, bob, _id);
  await sendBackCollections(t, bob);
  t.match((await ann.call("GET", `/collection/${books}`)).item, { parent: { $id: above } });
});

t.test("updateAccount: takes the account as it was read", async (t) => {
  const { ann } = await openLibrary(t);
  await ann.addCollection("Books");
  const { user } = await ann.call("GET", "/user");
  const { status, body } = await ann.request("PUT", "/user", user);
  t.equal(status, 200, JSON.stringify(body));
  const { lastUpdate: _lastUpdate, lastAction: _lastAction, ...rest } = user;
  t.match((body as Body).user, rest);
});
