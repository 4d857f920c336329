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
  /** Their places do not overlap. */
  readonly edits: readonly Edit[];
  /**
   * Text that the check must print, and no other change may cause: it names the file, operation or field. Undefined if
   * the check prints nothing about the change.
   */
  readonly expected?: string;
}

/** A change that a check must report. */
export interface Break extends Change {
  readonly expected: string;
}

/** A change, and the places of its edits in the unchanged files. */
export interface LocatedChange extends Change {
  readonly places: readonly Place[];
}

/** What an edit replaces, as offsets in the unchanged file. */
interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

/** Thrown when a file no longer contains the text that an edit replaces. */
export class StaleEditError extends Error {
  constructor({ file, after, from }: Edit) {
    const place = after === undefined ? "" : ` after ${JSON.stringify(after)}`;
    super(`${file} does not contain ${JSON.stringify(from)}${place}. Update the edit in scripts/breaks/.`);
  }
}

/** Finds the places of a change in the files below a folder. Throws StaleEditError. */
export async function locate(root: URL, change: Change): Promise<LocatedChange> {
  return { ...change, places: await Promise.all(change.edits.map((edit) => placeOf(root, edit))) };
}

async function placeOf(root: URL, edit: Edit): Promise<Place> {
  const { file, after = "", from, to } = edit;
  const text = await readText(root, file);
  const offset = text.indexOf(after);
  const start = offset === -1 ? -1 : text.indexOf(from, offset);
  if (start === -1) throw new StaleEditError(edit);
  return { file, start, end: start + from.length, to };
}

/** Whether two changes replace text at the same place, or side by side. */
export function overlap(one: LocatedChange, other: LocatedChange): boolean {
  return one.places.some((a) => other.places.some((b) => a.file === b.file && a.start <= b.end && b.start <= a.end));
}

/** Makes changes that do not overlap in files below a folder. Returns a function that undoes them. */
export async function apply(root: URL, changes: readonly LocatedChange[]): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = [];
  const places = changes.flatMap((change) => change.places);
  for (const [file, inFile] of Map.groupBy(places, (place) => place.file)) {
    const url = new URL(file, root);
    const isNew = !existsSync(url);
    const before = await readText(root, file);
    // From the end of the file, so that the other offsets stay valid.
    const after = inFile
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end, to }) => text.slice(0, start) + to + text.slice(end), before);
    await writeFile(url, after);
    undo.push(() => (isNew ? rm(url) : writeFile(url, before)));
  }
  return async () => {
    await Promise.all(undo.map((undoOne) => undoOne()));
  };
}

async function readText(root: URL, file: string): Promise<string> {
  const url = new URL(file, root);
  return existsSync(url) ? readFile(url, "utf8") : "";
}
