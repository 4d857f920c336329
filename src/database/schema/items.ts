import type { ColumnType, Generated } from "kysely";
import type { Flag, Id, Time } from "./columns.ts";
import type { SortColumn } from "./segments.ts";

/** The kinds of content that an item can link to. */
export const ITEM_TYPES = ["link", "article", "image", "video", "document", "audio"] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

export interface ItemsTable {
  id: Id;
  account_id: number;
  shelf_id: number;
  created_at: Time;
  updated_at: Time;
  /** Determines the manual order, which the API calls `sort`, highest first. */
  sort: number;
  /** The position in its collection that a client last set; 0 is the first. */
  position: number;
  important: Flag;
  broken: Flag;
  type: ItemType;
  domain: string;
  /** The sort key of the title. */
  title_key: string;
  /** The same for links that count as equal: SHA-256 of the normalised link in base64url. */
  link_key: string;
  link: string;
  title: string;
  /** A URL, or empty. */
  cover: string;
  /** A JSON array of strings. */
  tags: string;
  /** A JSON array of objects with `link` and `type`. */
  media: string;
  excerpt: string;
  note: string;
  /** The words of its texts that a search matches, from `searchTextOf`. Triggers add them to the index of texts. */
  search_text: string;
  /** A JSON array of objects; see `library/items/highlight.ts`. */
  highlights: Generated<string>;
  /** When the owner wants to be reminded; null for never. */
  reminder_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  /** The uploaded file; null for a bookmark. */
  file_id: ColumnType<number | null, number | null | undefined, never>;
  /** The picture that was uploaded last as the cover; null for none. */
  picture_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The collaborator who added it; null for the owner. */
  creator_id: ColumnType<number | null, number | null | undefined, never>;
  /**
   * Of an item in the Trash: the id of the place where it was before, as in `library/placement.ts`, which may be
   * deleted by now. Null if it is not known, or on the shelf. Elsewhere without meaning.
   */
  trashed_from: ColumnType<number | null, number | null | undefined, number | null>;
}

/** The readable texts of the pages that items link to. */
export interface ItemTextsTable {
  item_id: number;
  account_id: number;
  /** The text with few elements, as `page-reading/article.ts` makes it. At most 1 MiB. */
  html: string;
  /** The words of the text that a search matches, from `pageWordsOf`. Triggers add them to the index of pages. */
  words: string;
}

/** How many items of a shelf have a property, maintained by triggers. Rows with a count of 0 are deleted. */
export interface FacetsTable {
  account_id: ColumnType<number, never, never>;
  kind: ColumnType<"tag" | "type" | "month" | "flag", never, never>;
  /** A tag, a type, a month such as `2026-01`, or the name of a flag such as `important`. */
  name: ColumnType<string, never, never>;
  shelf_id: ColumnType<number, never, never>;
  count: ColumnType<number, never, never>;
}

/** The tags of items, by shelf, maintained by triggers. */
export interface ItemTagsTable {
  shelf_id: ColumnType<number, never, never>;
  name: ColumnType<string, never, never>;
  item_id: ColumnType<number, never, never>;
}

/** The tags of an account, maintained by triggers, with the number of shelves that have items with the tag. */
export interface TagNamesTable {
  account_id: ColumnType<number, never, never>;
  name: ColumnType<string, never, never>;
  shelf_count: ColumnType<number, never, never>;
}

/** The highlights of items by time, maintained by triggers; their content is in `items.highlights`. */
export interface ItemHighlightsTable {
  account_id: ColumnType<number, never, never>;
  shelf_id: ColumnType<number, never, never>;
  item_id: ColumnType<number, never, never>;
  /** 24 hexadecimal digits. */
  id: ColumnType<string, never, never>;
  created_at: ColumnType<Time, never, never>;
}

/** Links that several items of an account have, maintained by triggers. */
export interface RepeatedLinksTable {
  account_id: ColumnType<number, never, never>;
  link_key: ColumnType<string, never, never>;
}

/**
 * The lists of items of an account in every order, divided into segments; see `library/items/segments.ts`. Triggers
 * maintain the counts. The key of a segment is the least that an item in it can have.
 */
export interface ItemSegmentsTable {
  account_id: number;
  sorting: SortColumn;
  /** 0 for the items of all shelves. */
  shelf_id: number;
  /** The value of the column `sorting`, if it is a number. */
  number: number;
  /** The value of the column `sorting`, if it is a text. */
  text: string;
  item_id: number;
  count: number;
}
