import t from "tap";
import type { components } from "../../generated/collections.ts";
import { formOf } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import type { ExpectedEntry } from "../support/bookmark-files/file.ts";
import { GENERATED } from "../support/bookmark-files/formats.ts";
import { type LibraryOwner, openLibrary } from "../support/library.ts";
import { registrationOf } from "../support/people.ts";

// Generated files, through the API and the page; `generated.test.ts` reads all formats.

type Schemas = components["schemas"];

const IMPORT = "/bookmarks/import";

/** A bookmark as one text. Times are left out where the file has none. */
function toText({ path, link, title, excerpt, tags, created }: ExpectedEntry): string {
  return JSON.stringify([path, link, title, excerpt, tags, created]);
}

function bookmarksIn(folders: readonly Schemas["FileFolder"][], above: readonly string[] = []): ExpectedEntry[] {
  return folders.flatMap(({ title, folders, bookmarks }) => {
    const path = above.length === 0 && title === "Import" ? [] : [...above, title];
    const found = bookmarks.map(({ created, ...bookmark }) => ({ ...bookmark, path, created: timeOf(created) }));
    // A cast: the contract leaves out the type of the third level of folders.
    return [...found, ...bookmarksIn(folders as Schemas["FileFolder"][], path)];
  });
}

function timeOf(written: string | undefined): number | undefined {
  return written === undefined ? undefined : Date.parse(written);
}

/** All items in their manual order, which is that of the file. */
async function stored(owner: LibraryOwner): Promise<ExpectedEntry[]> {
  const collections = [...(await owner.call("GET", "/collections")).items];
  collections.push(...(await owner.call("GET", "/collections/childrens")).items);
  const byId = new Map(collections.map((collection) => [collection._id, collection]));
  const pathOf = (id: number): string[] => {
    const collection = byId.get(id);
    return collection === undefined ? [] : [...pathOf(collection.parent?.$id ?? 0), collection.title];
  };
  const entries: ExpectedEntry[] = [];
  for (let page = 0; ; page++) {
    const { items } = await owner.call("GET", `/raindrops/0?sort=sort&perpage=50&page=${page}`);
    if (items.length === 0) return entries;
    for (const { collection, created, ...item } of items)
      entries.push({ ...item, path: pathOf(collection.$id), created: timeOf(created) });
  }
}

for (const name of ["html", "csv, raindrop", "json, Firefox", "txt, OneTab"]) {
  t.test(`5,000 entries are read by parseFile, and listed in order after an import on the page: ${name}`, async (t) => {
    const { ann, app } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100000" });
    const file = GENERATED[name]?.({ seed: 2027, count: 5000 });
    if (file === undefined) throw new Error(`There is no format ${name}.`);
    const expected = file.entries.filter(({ link }) => link !== undefined);

    const { headers, body } = await formOf({ bytes: file.bytes, field: "import", name: "file" });
    const response = await ann.request("POST", "/import/file", body, headers);
    // The body was checked against the contract.
    const contents = response.body as Schemas["FileContents"];
    t.strictSame(bookmarksIn(contents.items).map(toText).toSorted(), expected.map(toText).toSorted());
    const { datesNotRead, skipped } = file;
    t.match(contents.count, { bookmarks: expected.length, datesNotRead, skipped: skipped.length });
    t.strictSame(
      contents.skipped?.map(({ line, text }) => `${line}: ${text}`),
      skipped.slice(0, 100),
    );

    const client = await signIn(app.base, registrationOf("Ann"));
    const { location } = await postFile(app.base, client, IMPORT, { field: "file", bytes: file.bytes });
    await client.post(location ?? "", { into: "" });
    await waitForReport(client, location ?? "");
    const found = await stored(ann);
    const comparable = found.map((entry, index) =>
      toText(expected[index]?.created === undefined ? { ...entry, created: undefined } : entry),
    );
    t.equal(found.length, expected.length);
    const different = expected.flatMap((entry, index) =>
      toText(entry) === comparable[index] ? [] : [[toText(entry), comparable[index]]],
    );
    t.strictSame(different.slice(0, 3), []);
  });
}
