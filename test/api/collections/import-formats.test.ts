import { readFileSync } from "node:fs";
import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { formOf } from "../../../harness/forms.ts";
import { FORMATS } from "../../import/format-cases.ts";
import { TABLE_CASES } from "../../import/table-cases.ts";
import { type LibraryOwner, openLibrary } from "../../support/library.ts";

type FileContents = components["schemas"]["FileContents"];

const FILES = [
  ...Object.entries(TABLE_CASES).map(([file, expected]) => ({ file: `cases/${file}`, ...expected })),
  ...Object.entries(FORMATS).map(([file, expected]) => ({ file: `formats/${file}`, ...expected })),
];

async function contentsOf({ request }: LibraryOwner, bytes: Buffer): Promise<FileContents> {
  const { headers, body } = await formOf({ bytes, field: "import", name: "file" });
  // A cast: the server checks the body against the contract.
  return (await request("POST", "/import/file", body, headers)).body as FileContents;
}

t.test("parseFile: reads tables, lists of links and JSON of browsers and other services", async (t) => {
  const { ann } = await openLibrary(t);
  for (const { file, bookmarks, skipped = [] } of FILES) {
    const { count } = await contentsOf(ann, readFileSync(new URL(`../../import/${file}`, import.meta.url)));
    t.match(count, { bookmarks: bookmarks.length, skipped: skipped.length }, file);
  }
});

t.test("parseFile: reads each format that exportItems writes", async (t) => {
  const { ann, app } = await openLibrary(t);
  const { _id: work } = await ann.addCollection("Work");
  const { _id: talks } = await ann.addCollection("Talks / 2026", work);
  await ann.addItem(talks, { link: "https://example.com/", title: 'A "title", and more', tags: ["a;b", "c|d"] });
  for (const format of ["csv", "html", "zip"]) {
    const headers = { authorization: `Bearer ${ann.token}` };
    const response = await fetch(`${app.base}/rest/v1/raindrops/0/export.${format}`, { headers });
    const { items, count } = await contentsOf(ann, Buffer.from(await response.arrayBuffer()));
    t.match(count, { bookmarks: 1, tags: 2, skipped: 0 }, format);
    const bookmarks = [{ link: "https://example.com/", title: 'A "title", and more', tags: ["a;b", "c|d"] }];
    t.match(items.find(({ title }) => title === "Work")?.folders, [{ title: "Talks / 2026", bookmarks }], format);
  }
});
