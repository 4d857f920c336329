import { Failure } from "#contract/failure";
import { MAX_DEPTH } from "../../tree.ts";

/** As many collections as an account may have. */
const MAX_FOLDERS = 100_000;

/** What identifies a folder in a file: the number of its node, or its id. */
export type FolderKey = number | string;

export interface Folder {
  /** Undefined for one that is none for the reader, such as the root: what is in it belongs to the folder around it. */
  readonly title: string | undefined;
  readonly parent: FolderKey | undefined;
  /** Whether nothing in it is read. */
  readonly isIgnored?: boolean;
}

/** The folders of a file, which may name them after what is in them: ask for paths when it is read. */
export class JsonFolders {
  readonly #folders = new Map<FolderKey, Folder>();
  readonly #paths = new Map<FolderKey, readonly string[] | undefined>();

  /** Throws `invalid` if there are too many. */
  add(key: FolderKey, folder: Folder): void {
    this.#folders.set(key, folder);
    if (this.#folders.size <= 2 * MAX_FOLDERS) return;
    const message = `The file has more than ${MAX_FOLDERS.toLocaleString("en")} folders.`;
    throw new Failure("invalid", message, { reason: "file-too-many-folders", values: { limit: MAX_FOLDERS } });
  }

  has(key: FolderKey | undefined): boolean {
    return key !== undefined && this.#folders.has(key);
  }

  /** The titles from the outermost folder to this one; empty for an unknown folder. Undefined if it is ignored. */
  pathOf(key: FolderKey | undefined): readonly string[] | undefined {
    if (key === undefined) return [];
    if (!this.#paths.has(key)) this.#paths.set(key, this.#findPath(key));
    return this.#paths.get(key);
  }

  #findPath(key: FolderKey): readonly string[] | undefined {
    const titles: string[] = [];
    const seen = new Set<FolderKey>();
    for (let next: FolderKey | undefined = key; next !== undefined && !seen.has(next); ) {
      seen.add(next);
      const folder: Folder | undefined = this.#folders.get(next);
      if (folder?.isIgnored) return undefined;
      if (folder?.title !== undefined) titles.push(folder.title);
      next = folder?.parent;
    }
    return titles.toReversed().slice(0, MAX_DEPTH);
  }
}
