import type { Database } from "../database/database.ts";
import { Failure } from "../errors.ts";
import * as existingLinks from "../items/existing-links.ts";
import { sortYielding } from "../scheduling.ts";
import type { Bookmark } from "./bookmark.ts";
import { type OnSkipped, readBookmarks } from "./reader.ts";

/** A folder of a file with the bookmarks in it, the newest first. */
export interface PreviewFolder {
  readonly title: string;
  readonly folders: readonly PreviewFolder[];
  readonly bookmarks: readonly Bookmark[];
}

/** What an import of a file would store. */
export interface Preview {
  readonly folders: readonly PreviewFolder[];
  readonly counts: PreviewCounts;
}

export interface PreviewCounts {
  readonly bookmarks: number;
  readonly folders: number;
  /** Different tags. */
  readonly tags: number;
  readonly highlights: number;
  /** Bookmarks with a link that the account has already. */
  readonly duplicates: number;
}

/** Bounds of a preview, whose response is about as large as the file. */
export const MAX_BOOKMARKS = 25_000;
const MAX_FOLDERS = 10_000;

/** The folder of bookmarks without one; it comes last. */
const LOOSE_TITLE = "Import";

/** A folder while the file is read. */
interface Draft {
  readonly title: string;
  readonly folders: Map<string, Draft>;
  readonly bookmarks: Bookmark[];
}

/**
 * Reads a file of bookmarks without storing anything. Throws `invalid` like `readBookmarks`, and for a file
 * with more than 25,000 bookmarks or 10,000 folders.
 */
export async function preview(
  database: Database,
  accountId: number,
  bytes: Buffer,
  onSkipped?: OnSkipped,
): Promise<Preview> {
  const [root, loose] = [toDraft(""), toDraft(LOOSE_TITLE)];
  const tags = new Set<string>();
  const links: string[] = [];
  let count = 0;
  let highlights = 0;
  for await (const bookmark of readBookmarks(bytes, MAX_BOOKMARKS, onSkipped)) {
    let folder = bookmark.path.length === 0 ? loose : root;
    for (const title of bookmark.path) {
      const inside = folder.folders.get(title) ?? toDraft(title);
      if (!folder.folders.has(title) && ++count > MAX_FOLDERS) throw tooManyFolders();
      folder.folders.set(title, inside);
      folder = inside;
    }
    folder.bookmarks.push(bookmark);
    for (const tag of bookmark.tags) tags.add(tag);
    highlights += bookmark.highlights.length;
    links.push(bookmark.link);
  }
  const { length: duplicates } = await existingLinks.find(database, accountId, links);
  const { folders } = await toFolder(root);
  return {
    folders: loose.bookmarks.length === 0 ? folders : [...folders, await toFolder(loose)],
    counts: { bookmarks: links.length, folders: count, tags: tags.size, highlights, duplicates },
  };
}

function toDraft(title: string): Draft {
  return { title, folders: new Map(), bookmarks: [] };
}

/** Sorts the bookmarks of a folder and of those inside it. Yields to the event loop for each folder. */
async function toFolder({ title, ...draft }: Draft): Promise<PreviewFolder> {
  const bookmarks = await sortYielding(draft.bookmarks, (one, other) => (other.created ?? 0) - (one.created ?? 0));
  const folders: PreviewFolder[] = [];
  for (const inside of draft.folders.values()) folders.push(await toFolder(inside));
  return { title, folders, bookmarks };
}

function tooManyFolders(): Failure {
  const message = `The file has more than ${MAX_FOLDERS.toLocaleString("en")} folders.`;
  return new Failure("invalid", message, { reason: "file_size_limit" });
}
