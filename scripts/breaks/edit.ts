import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";

/** A change of one file: a text that stands in it is replaced where it first comes up, behind another if that is given. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  readonly behind?: string;
  readonly from: string;
  readonly to: string;
}

/** A change of the repository, and what a check says of it. */
export interface Change {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** What the check prints, so that it is red for this reason and no other. */
  readonly says: string;
}

/** Makes edits below a folder, and gives back what undoes them. Throws when what would be replaced is not there. */
export async function make(root: URL, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = new Map<string, string | undefined>();
  for (const { file, behind = "", from, to } of edits) {
    const place = new URL(file, root);
    const text = existsSync(place) ? await readFile(place, "utf8") : "";
    const start = text.indexOf(from, text.indexOf(behind));
    if (!text.includes(behind) || start === -1)
      throw new Error(`${file} does not hold ${JSON.stringify(from)} any more.`);
    if (!before.has(file)) before.set(file, existsSync(place) ? text : undefined);
    await writeFile(place, text.slice(0, start) + to + text.slice(start + from.length));
  }
  return async () => {
    for (const [file, text] of before) {
      if (text === undefined) await rm(new URL(file, root));
      else await writeFile(new URL(file, root), text);
    }
  };
}
