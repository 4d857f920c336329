import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";

/**
 * Replaces the first occurrence of the text `from` in a file with `to`. If `after` is set, skips all
 * text before the first occurrence of `after`. Without it, an empty `from` inserts `to` at the start
 * of the file, which need not exist.
 */
export interface Edit {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly after?: string;
  readonly from: string;
  readonly to: string;
}

/** A deliberate change of the repository, made to test whether a check of CI fails or passes. */
export interface Change {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Text that the check must print. If it must fail, the text proves that this change is the cause. */
  readonly expected: string;
}

/** Thrown when a file no longer contains the text that an edit replaces. */
export class StaleEditError extends Error {
  constructor({ file, after, from }: Edit) {
    const place = after === undefined ? "" : ` after ${JSON.stringify(after)}`;
    super(`${file} does not contain ${JSON.stringify(from)}${place}. Update the edit in scripts/breaks/.`);
  }
}

/**
 * Applies edits to files below a folder. Returns a function that undoes them. If one fails, for
 * example with StaleEditError, undoes the others before it throws.
 */
export async function applyEdits(root: URL, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = new Map<string, string | undefined>();
  const undo = async () => {
    for (const [file, text] of before) {
      if (text === undefined) await rm(new URL(file, root), { force: true });
      else await writeFile(new URL(file, root), text);
    }
  };
  try {
    for (const edit of edits) {
      const path = new URL(edit.file, root);
      const text = existsSync(path) ? await readFile(path, "utf8") : undefined;
      if (!before.has(edit.file)) before.set(edit.file, text);
      await writeFile(path, edited(text ?? "", edit));
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

function edited(text: string, edit: Edit): string {
  const { after = "", from, to } = edit;
  const offset = text.indexOf(after);
  const start = offset === -1 ? -1 : text.indexOf(from, offset);
  if (start === -1) throw new StaleEditError(edit);
  return text.slice(0, start) + to + text.slice(start + from.length);
}
