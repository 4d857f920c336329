/** A small file of a kind that people have, and what is right for it. */
export interface Sibling {
  readonly content: string | Uint8Array;
  /** The bookmarks in order, each as `folder > folder / link | title`, and after it the fields that it has: `key=value`. */
  readonly bookmarks: readonly string[];
  /** Skipped entries, as `line: text`. */
  readonly skipped?: readonly string[];
  readonly datesNotRead?: number;
}

export type Siblings = Readonly<Record<string, Sibling>>;

/** A bookmark file with these entries. */
export function htmlWith(entries: string, charset = "UTF-8"): string {
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
${entries}
</DL><p>
`;
}
