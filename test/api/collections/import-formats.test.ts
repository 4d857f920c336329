import { readFileSync } from "node:fs";
import t from "tap";
import type { components } from "../../../generated/collections.ts";
import { FORMATS } from "../../import/format-cases.ts";
import { TABLE_CASES } from "../../import/table-cases.ts";
import { formOf } from "../../support/forms.ts";
import { openLibrary } from "../../support/library.ts";

const FILES = [
  ...Object.entries(TABLE_CASES).map(([file, expected]) => ({ file: `cases/${file}`, ...expected })),
  ...Object.entries(FORMATS).map(([file, expected]) => ({ file: `formats/${file}`, ...expected })),
];

t.test("parseFile: reads tables, lists of links and JSON of browsers and other services", async (t) => {
  const { ann } = await openLibrary(t);
  for (const { file, bookmarks, skipped = [] } of FILES) {
    const bytes = readFileSync(new URL(`../../import/${file}`, import.meta.url));
    const { headers, body } = await formOf({ bytes, field: "import", name: "file" });
    const response = await ann.request("POST", "/import/file", body, headers);
    // The server checks the body against the contract.
    const { count } = response.body as components["schemas"]["FileContents"];
    t.match(count, { bookmarks: bookmarks.length, skipped: skipped.length }, file);
  }
});
