import { Failure } from "#contract/failure";
import { sortYielding } from "#contract/scheduling";
import type { Database } from "../../database/database.ts";
import * as existingLinks from "../items/existing-links.ts";
import { linkKeyOf } from "../items/link-key.ts";
import { keeping } from "./batches.ts";
import type { Bookmark } from "./bookmark/bookmark.ts";
import type { Source } from "./decode.ts";
import type { KeepEntry } from "./packed/first-entry.ts";
import { type Entry, isBookmark, readEntries, type Skipped } from "./reader.ts";
import { MAX_FILE } from "./stored-file.ts";

/** A folder of a file with the bookmarks in it, the newest first. */
export interface PreviewFolder {
  readonly title: string;
  readonly folders: readonly PreviewFolder[];
  readonly bookmarks: readonly Bookmark[];
}

/** What an import of a file would store, and what it would not. */
export interface Summary {
  readonly counts: PreviewCounts;
  /** The first skipped entries. */
  readonly skipped: readonly Skipped[];
}

/** A summary with all folders and bookmarks. */
export interface Preview extends Summary {
  readonly folders: readonly PreviewFolder[];
}

export interface PreviewCounts {
  readonly bookmarks: number;
  readonly folders: number;
  /** Different tags. */
  readonly tags: number;
  readonly highlights: number;
  /** Bookmarks with a link that the account has already. */
  readonly duplicates: number;
  /** Bookmarks with a link that one before them in the file has. */
  readonly repeated: number;
  /** Entries that are no bookmarks. */
  readonly skipped: number;
  /** Bookmarks with a time that can't be read. */
  readonly datesNotRead: number;
}

/** What a file may have. Whether it has icons does not matter. */
export const MAX_BOOKMARKS = 25_000;
const MAX_FOLDERS = 30_000;

/** Characters of the texts of all bookmarks that a preview keeps in memory. */
const MAX_CHARACTERS = 16_000_000;

/** Skipped entries that are listed; all are counted. */
export const MAX_LISTED = 100;

/** Characters of a skipped entry that are listed. */
const MAX_SKIPPED_TEXT = 200;

/** The folder of bookmarks without one; it comes last. */
const LOOSE_TITLE = "Import";

/** A folder while the file is read. */
interface Draft {
  readonly title: string;
  readonly folders: Map<string, Draft>;
  readonly bookmarks: Bookmark[];
}

interface PreviewInput {
  readonly accountId: number;
  readonly source: Source;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** See `ReadOptions`. */
  readonly keepPage?: KeepEntry;
}

/**
 * Reads a file of bookmarks without storing anything. Throws `invalid` like `readEntries`, and for a file with more
 * than 50 MiB, 25,000 bookmarks, 30,000 folders, or 16 million characters in the texts of its bookmarks.
 */
export async function preview(database: Database, input: PreviewInput): Promise<Preview> {
  const tally = new Tally({ keepsBookmarks: true });
  const summary = await tally.read(database, input);
  return { ...summary, folders: await tally.folders() };
}

/** Like `preview`, without the folders and bookmarks: calls `keep` with batches of them, see `keeping`. */
export async function summarize(
  database: Database,
  input: PreviewInput,
  keep: (batch: Buffer) => Promise<void>,
): Promise<Summary> {
  return new Tally({ keepsBookmarks: false }).read(database, input, (entries) => keeping(entries, keep));
}

/** Counts what a file holds. */
class Tally {
  readonly #root = toDraft("");
  readonly #loose = toDraft(LOOSE_TITLE);
  readonly #keepsBookmarks: boolean;
  readonly #tags = new Set<string>();
  readonly #linkKeys = new Set<string>();
  readonly #skipped: Skipped[] = [];
  #characters = 0;
  readonly #counts = { bookmarks: 0, folders: 0, highlights: 0, skipped: 0, datesNotRead: 0 };

  constructor({ keepsBookmarks }: { readonly keepsBookmarks: boolean }) {
    this.#keepsBookmarks = keepsBookmarks;
  }

  /** `through`: passes the entries on. */
  async read(
    database: Database,
    { accountId, source, now, keepPage }: PreviewInput,
    through = (entries: AsyncIterable<Entry>) => entries,
  ): Promise<Summary> {
    const links: string[] = [];
    const options = {
      maxCount: MAX_BOOKMARKS,
      maxBytes: MAX_FILE,
      now,
      wantsIcons: !this.#keepsBookmarks,
      keepPage,
      onSkipped: (entry: Skipped) => this.#addSkipped(entry),
      onDateNotRead: () => {
        this.#counts.datesNotRead++;
      },
    };
    for await (const entry of through(readEntries(source, options))) {
      const folder = this.#folderAt(entry.path);
      if (!isBookmark(entry)) continue;
      this.#add(entry, folder);
      links.push(entry.link);
    }
    const { length: duplicates } = await existingLinks.find(database, accountId, links);
    const { bookmarks } = this.#counts;
    const counts = { tags: this.#tags.size, duplicates, repeated: bookmarks - this.#linkKeys.size, ...this.#counts };
    return { counts, skipped: this.#skipped };
  }

  /** The folders in the order of the file, and last that of the bookmarks without one. */
  async folders(): Promise<PreviewFolder[]> {
    const { folders } = await toFolder(this.#root);
    return this.#loose.bookmarks.length === 0 ? [...folders] : [...folders, await toFolder(this.#loose)];
  }

  #add(bookmark: Bookmark, folder: Draft): void {
    this.#counts.bookmarks++;
    this.#counts.highlights += bookmark.highlights.length;
    for (const tag of bookmark.tags) this.#tags.add(tag);
    this.#linkKeys.add(linkKeyOf(bookmark.link));
    if (!this.#keepsBookmarks) return;
    this.#characters += lengthOf(bookmark);
    if (this.#characters > MAX_CHARACTERS) throw tooMuchText();
    folder.bookmarks.push(bookmark);
  }

  #addSkipped(entry: Skipped): void {
    this.#counts.skipped++;
    if (this.#skipped.length >= MAX_LISTED) return;
    this.#skipped.push({ ...entry, text: entry.text.slice(0, MAX_SKIPPED_TEXT).replaceAll("\0", "").toWellFormed() });
  }

  #folderAt(path: readonly string[]): Draft {
    let folder = path.length === 0 ? this.#loose : this.#root;
    for (const title of path) {
      const inside = folder.folders.get(title) ?? toDraft(title);
      if (!folder.folders.has(title) && ++this.#counts.folders > MAX_FOLDERS) throw tooManyFolders();
      folder.folders.set(title, inside);
      folder = inside;
    }
    return folder;
  }
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

/** Characters of the texts of a bookmark. */
function lengthOf({ link, title, excerpt, note, cover, tags, highlights }: Bookmark): number {
  const texts = [link, title, excerpt, note, cover, ...tags, ...highlights.flatMap(({ text, note }) => [text, note])];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function tooMuchText(): Failure {
  const message = "The texts of the bookmarks have more than 16 million characters.";
  return new Failure("invalid", message, { reason: "file-too-much-text" });
}

function tooManyFolders(): Failure {
  const message = `The file has more than ${MAX_FOLDERS.toLocaleString("en")} folders.`;
  return new Failure("invalid", message, { reason: "file-too-many-folders", values: { limit: MAX_FOLDERS } });
}
