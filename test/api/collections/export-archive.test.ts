import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import t from "tap";
import { fromBufferPromise } from "yauzl";
import { encodeForm } from "../../../harness/forms.ts";
import { fillLibrary } from "../../../harness/large-library.ts";
import { errorFieldsOf, type LibraryOwner, openLibrary } from "../../support/library.ts";

const TEXT = Buffer.from("Nothing new.\n");

async function upload({ request }: LibraryOwner, collectionId: number, name: string): Promise<void> {
  const form = new FormData();
  form.append("collectionId", String(collectionId));
  form.append("file", new File([TEXT], name, { type: "text/plain" }));
  const { headers, body } = await encodeForm(form);
  const { status } = await request("PUT", "/raindrop/file", body, headers);
  if (status !== 200) throw new Error(`The upload of ${name} returned ${status}.`);
}

/** The contents of the files in an archive, by their paths. yauzl rejects paths that lead out of the archive. */
async function filesIn(base: string, { token }: LibraryOwner, path: string): Promise<Map<string, string>> {
  const response = await fetch(`${base}/rest/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}.`);
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))));
  }
  return files;
}

t.test(
  "exportItems: zip has a text for imports, the table, the bookmark file, and the files in folders like their collections",
  async (t) => {
    const { ann, app } = await openLibrary(t);
    const { _id: work } = await ann.addCollection("Work");
    const { _id: talks } = await ann.addCollection("Talks / 2026", work);
    await ann.addItem(work, { title: "A link" });
    await upload(ann, talks, "notes.txt");
    await upload(ann, talks, "notes.txt");
    await upload(ann, -1, "notes.txt");

    const files = await filesIn(app.base, ann, "/raindrops/0/export.zip");
    t.equal([...files.keys()][0], "bookmarks.json");
    t.match(JSON.parse(files.get("bookmarks.json") ?? ""), {
      collections: [
        { id: work, parent_id: null, title: "Work" },
        { id: talks, parent_id: work, title: "Talks / 2026" },
      ],
      items: [
        { collection_id: -1 },
        { collection_id: talks },
        { collection_id: talks },
        { title: "A link", collection_id: work },
      ],
    });
    files.delete("bookmarks.json");
    for (const format of ["csv", "html"]) {
      const { body } = await ann.request("GET", `/raindrops/0/export.${format}`);
      t.equal(files.get(`bookmarks.${format}`), body);
      files.delete(`bookmarks.${format}`);
    }
    t.same(
      [...files],
      [
        ["files/Work/Talks _ 2026/notes.txt", String(TEXT)],
        ["files/Work/Talks _ 2026/notes (2).txt", String(TEXT)],
        ["files/Unsorted/notes.txt", String(TEXT)],
      ],
    );
  },
);

t.test("exportItems: zip has the files of the place, its descendants and the search alone", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: work } = await ann.addCollection("Work");
  const { _id: talks } = await ann.addCollection("Talks", work);
  await upload(ann, work, "a.txt");
  await upload(ann, talks, "b.txt");
  await upload(ann, -1, "c.txt");
  const pathsIn = async (path: string) => {
    const files = await filesIn(app.base, ann, path);
    return [...files.keys()].filter((file) => file.startsWith("files/"));
  };
  t.same(await pathsIn(`/raindrops/${work}/export.zip`), ["files/Work/a.txt"]);
  t.same(await pathsIn(`/raindrops/${work}/export.zip?nested=true`), ["files/Work/a.txt", "files/Work/Talks/b.txt"]);
  t.same(await pathsIn("/raindrops/0/export.zip?search=title:b match:OR title:c"), [
    "files/Work/Talks/b.txt",
    "files/Unsorted/c.txt",
  ]);
});

t.test("exportItems: zip is a file to save, and only for the owner", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const { _id: open } = await ann.addCollection("Open", undefined, { public: true });
  const { headers } = await ann.request("GET", `/raindrops/${open}/export.zip`);
  t.equal(headers.get("content-type"), "application/zip");
  t.equal(headers.get("content-disposition"), 'attachment; filename="bookmarks.zip"');
  t.match(errorFieldsOf(await bob.request("GET", `/raindrops/${open}/export.zip`)), { status: 403 });
});

t.test("exportItems: returns 400 for an archive with more than 10,000 files", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { database } = app.context;
  await upload(ann, -1, "a.txt");
  const { id } = await database.selectFrom("files").select("id").executeTakeFirstOrThrow();
  await fillLibrary(database, ann.id, { collections: 1, items: 10_000, depth: 1 });
  await sql`update items set file_id = ${id}`.execute(database);
  t.match(errorFieldsOf(await ann.request("GET", "/raindrops/0/export.zip")), {
    status: 400,
    error: "search",
    errorMessage: "An archive can have at most 10,000 files. Export fewer items at a time.",
  });
  t.equal((await ann.request("GET", "/raindrops/-1/export.zip")).status, 200);
});
