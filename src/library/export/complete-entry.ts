// The entries of an exported archive that an import reads, in their order. All others come after them.

/** The entry with all items and collections, as an import reads them; older archives begin with their table. */
export const COMPLETE_ENTRY = "bookmarks.json";

/** The readable texts of the pages of items: a line for each, a `TextLine` as JSON. */
export const TEXTS_ENTRY = "texts.jsonl";

/** The readable text of the page of an item. */
export interface TextLine {
  /** Of the item in `COMPLETE_ENTRY`. */
  readonly id: number;
  readonly html: string;
  /** As the columns of `item_pages`. */
  readonly language?: string;
  readonly author?: string;
  readonly published_at?: number;
}

/** The entry with the copy of the page of an item. */
export function copyEntryOf(id: number): string {
  return `copies/${id}.html`;
}

/** The item whose copy an entry has; undefined for other entries. */
export function copiedItemIn(path: string): number | undefined {
  const [, id] = /^copies\/(\d{1,15})\.html$/.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}
