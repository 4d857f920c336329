import t from "tap";
import type { components } from "../../generated/collections.ts";
import { formOf } from "../../harness/forms.ts";
import { openLibrary } from "../support/library.ts";
import { CHARSETS } from "./siblings/charsets.ts";
import { MARKUP } from "./siblings/markup.ts";
import type { Siblings } from "./siblings/sibling.ts";
import { JSON_FILES, TABLES } from "./siblings/tables.ts";

// Small files of the kinds in `cases/`, with other traits; read as clients have them read.

type Schemas = components["schemas"];

/** All bookmarks as `Sibling` writes them. Those without a folder are in one called Import. */
function outline(folders: readonly Schemas["FileFolder"][], above: readonly string[] = []): string[] {
  return folders.flatMap(({ title, folders, bookmarks }) => {
    const path = above.length === 0 && title === "Import" ? [] : [...above, title];
    const place = path.length === 0 ? "" : `${path.join(" > ")} / `;
    // A cast: the contract leaves out the type of the third level of folders.
    return [...bookmarks.map((one) => place + toText(one)), ...outline(folders as Schemas["FileFolder"][], path)];
  });
}

function toText({ link, title, excerpt, note, tags, important, created }: Schemas["FileBookmark"]): string {
  return [
    ...[link, title],
    ...(excerpt === "" ? [] : [`excerpt=${excerpt}`]),
    ...(note === "" ? [] : [`note=${note}`]),
    ...(tags.length === 0 ? [] : [`tags=${tags.join(",")}`]),
    ...(important ? ["important"] : []),
    ...(created === undefined ? [] : [`created=${created}`]),
  ].join(" | ");
}

const GROUPS: Readonly<Record<string, Siblings>> = { CHARSETS, MARKUP, TABLES, JSON_FILES };

for (const [group, siblings] of Object.entries(GROUPS)) {
  t.test(`parseFile: files like those of the cases, ${group}`, async (t) => {
    const { ann } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100000" });
    for (const [name, { content, bookmarks, skipped = [], datesNotRead = 0 }] of Object.entries(siblings)) {
      const { headers, body } = await formOf({ bytes: Buffer.from(content), field: "import", name: "file" });
      const response = await ann.request("POST", "/import/file", body, headers);
      t.equal(response.status, 200, name);
      // The body was checked against the contract.
      const contents = response.body as Schemas["FileContents"];
      t.strictSame(outline(contents.items).toSorted(), bookmarks.toSorted(), name);
      t.strictSame(
        contents.skipped?.map(({ line, text }) => `${line}: ${text}`),
        skipped,
        name,
      );
      t.equal(contents.count.datesNotRead, datesNotRead, name);
    }
  });
}
