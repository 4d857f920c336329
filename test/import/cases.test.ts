import { readdir, readFile } from "node:fs/promises";
import t from "tap";
import type { components } from "../../generated/collections.ts";
import { formOf } from "../../harness/forms.ts";
import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import { openAdministration } from "../support/command-runner.ts";
import { type LibraryOwner, openLibrary, ownerOf } from "../support/library.ts";
import { registrationOf } from "../support/people.ts";

// Small files with the traits of real ones; `cases/expected.json` says what each holds.

type FileFolder = components["schemas"]["FileFolder"];

interface Entry {
  readonly link: string;
  readonly title: string;
  readonly excerpt?: string;
  readonly tags?: readonly string[];
  readonly created?: string;
  readonly path?: readonly string[];
}

interface Expected {
  readonly bookmarks: readonly Entry[];
  /** All folders, each with those around it. */
  readonly folders?: readonly string[];
  readonly skipped?: readonly string[];
  readonly datesNotRead?: number;
}

const CASES = new URL("cases/", import.meta.url);

const IMPORT = "/bookmarks/import";

async function expectations(): Promise<[name: string, expected: Expected][]> {
  const expected: Record<string, Expected> = JSON.parse(await readFile(new URL("expected.json", CASES), "utf8"));
  return Object.entries(expected);
}

function contentOf(name: string): Promise<Buffer> {
  return readFile(new URL(name, CASES));
}

/** Entries in an order that does not depend on the one in which they were found, without empty fields. */
function comparable(entries: readonly Entry[]): Entry[] {
  return entries
    .map(({ link, title, excerpt = "", tags = [], created, path = [] }) => ({
      link,
      title,
      ...(excerpt !== "" && { excerpt }),
      ...(tags.length > 0 && { tags }),
      ...(created !== undefined && { created }),
      ...(path.length > 0 && { path }),
    }))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** What the library holds; times only where the file has them, others are those of the import. */
async function storedIn(owner: LibraryOwner, { bookmarks }: Expected) {
  const collections = [...(await owner.call("GET", "/collections")).items];
  collections.push(...(await owner.call("GET", "/collections/childrens")).items);
  const byId = new Map(collections.map((collection) => [collection._id, collection]));
  const pathOf = (id: number): string[] => {
    const collection = byId.get(id);
    return collection === undefined ? [] : [...pathOf(collection.parent?.$id ?? 0), collection.title];
  };
  const { items } = await owner.call("GET", "/raindrops/0?perpage=50");
  const dated = new Set(bookmarks.filter(({ created }) => created !== undefined).map(({ link }) => link));
  const entries = items.map(({ link, title, excerpt, tags, created, collection }) => ({
    ...{ link, title, excerpt, tags, path: pathOf(collection.$id) },
    ...(dated.has(link) && { created }),
  }));
  return { entries: comparable(entries), folders: collections.map(({ _id }) => pathOf(_id).join(" > ")).toSorted() };
}

/** A folder called Unsorted at the top level is no collection. */
function expectedIn({ bookmarks, folders = [] }: Expected) {
  const placed = bookmarks.map(({ path = [], ...entry }) => ({
    ...entry,
    path: path.length === 1 && path[0] === "Unsorted" ? [] : path,
  }));
  return { entries: comparable(placed), folders: folders.filter((title) => title !== "Unsorted").toSorted() };
}

async function clear(owner: LibraryOwner): Promise<void> {
  const { items } = await owner.call("GET", "/collections");
  for (const { _id } of items) await owner.request("DELETE", `/collection/${_id}`);
  await owner.request("DELETE", "/raindrops/0");
  await owner.request("DELETE", "/collection/-99");
}

t.test("each file of the cases is read by parseFile", async (t) => {
  const { ann } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100000" });
  const cases = await expectations();
  const names = (await readdir(CASES)).filter((name) => name.endsWith(".html"));
  t.same(cases.map(([name]) => name).toSorted(), names.toSorted(), "each case has a file");
  for (const [name, { bookmarks, folders = [], skipped = [], datesNotRead = 0 }] of cases) {
    const { headers, body } = await formOf({ bytes: await contentOf(name), field: "import", name });
    const response = await ann.request("POST", "/import/file", body, headers);
    t.equal(response.status, 200, name);
    // The body was checked against the contract.
    const contents = response.body as components["schemas"]["FileContents"];
    t.strictSame(comparable(entriesOf(contents.items, [])), comparable(bookmarks), name);
    t.same(
      contents.skipped?.map(({ text, line }) => `${line}: ${text}`),
      skipped,
      name,
    );
    t.match(contents.count, { bookmarks: bookmarks.length, folders: folders.length, datesNotRead }, name);
  }
});

/** The bookmarks of folders. Those without a folder are in one called Import. */
function entriesOf(folders: readonly FileFolder[], above: readonly string[]): Entry[] {
  return folders.flatMap(({ title, folders, bookmarks }) => {
    const path = above.length === 0 && title === "Import" ? [] : [...above, title];
    // A cast: the contract leaves out the type of the third level of folders.
    return [...bookmarks.map((bookmark) => ({ ...bookmark, path })), ...entriesOf(folders as FileFolder[], path)];
  });
}

t.test("each file of the cases is imported by the page", async (t) => {
  const { ann, app } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100000" });
  const client = await signIn(app.base, registrationOf("Ann"));
  for (const [name, expected] of await expectations()) {
    const { location } = await postFile(app.base, client, IMPORT, { field: "file", bytes: await contentOf(name) });
    const path = location ?? "";
    const preview = (await client.get(path)).text;
    for (const [index] of (expected.skipped ?? []).entries()) t.match(preview, "Skipped entries", `${name} ${index}`);
    await client.post(path, { into: "" });
    await waitForReport(client, path);
    t.strictSame(await storedIn(ann, expected), expectedIn(expected), name);
    await clear(ann);
  }
});

t.test("each file of the cases is imported by the command", async (t) => {
  const app = await openAdministration(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100000" });
  const ann = await ownerOf(app, "Ann");
  for (const [name, expected] of await expectations()) {
    const file = new URL(name, CASES).pathname;
    const output = await app.succeed("import", file, "--email", "ann@example.com");
    const { bookmarks, skipped = [], datesNotRead = 0 } = expected;
    t.match(output, `Imported ${bookmarks.length} bookmark`, name);
    for (const entry of skipped) t.match(output, entry.replace(/^(\d+): /, "  line $1: "), name);
    if (datesNotRead > 0) t.match(output, `Could not read the time of ${datesNotRead} bookmark`);
    t.strictSame(await storedIn(ann, expected), expectedIn(expected), name);
    await clear(ann);
  }
});
