import type { FairSlots } from "#contract/fair-slots";
import type { Slots } from "../base/slots.ts";

/**
 * A request that reads as much as an account or the server stores, such as all collections. It holds a slot, so that
 * one caller has few of them at a time, and the others take turns.
 */
interface LargeRead {
  /** What it reads as a whole. */
  readonly reads: string;
  readonly slots: keyof Slots;
  /**
   * Whether it holds its slot until its response is sent: it is read in small parts, as fast as the client takes them.
   */
  readonly isStream?: true;
  /** Requests with this parameter, in the path or the query, hold a slot of another kind. */
  readonly instead?: {
    readonly parameter: string;
    /** Any value if it is undefined. */
    readonly value?: string;
    readonly slots: keyof Slots;
  };
}

/** A request that reads a part of what an account stores, and holds no slot. */
interface SmallRead {
  /** The most that it reads, however much is stored. */
  readonly atMost: string;
}

type Reads = Readonly<Record<string, LargeRead | SmallRead>>;

const TREE = "the collection tree, shared by requests for the same version of the library";
const SHELVES = "the counts of all collections";
const LIST_TEXTS = "texts up to an eighth of UNREAD_RESPONSES_MIB, and as much of what others share";
const SEARCHED = { parameter: "search", slots: "searches" } as const;

const TYPED = "the titles of all collections if the name of one is typed";

const treePage: LargeRead = { reads: `${TREE}; the texts of at most 501 collections; ${TYPED}`, slots: "pages" };
const listPage: LargeRead = {
  reads: `${TREE}; the texts of at most 500 collections; ${SHELVES} and tags; ${TYPED}`,
  slots: "lists",
  instead: SEARCHED,
};
const treeChange: LargeRead = { reads: TREE, slots: "changes" };
const itemsChange: LargeRead = { reads: "the changed items, in chunks", slots: "itemChanges" };
const itemsExport: LargeRead = {
  reads: `${TREE}; 20 items at a time`,
  slots: "downloads",
  isStream: true,
  instead: { parameter: "format", value: "zip", slots: "archives" },
};
const fileContents: LargeRead = { reads: "the 25,000 bookmarks of a file, and an item for each", slots: "files" };
const publicFeed: LargeRead = { reads: "50 items, in up to five attempts", slots: "lists" };
const publicPage: LargeRead = {
  ...publicFeed,
  reads: `${publicFeed.reads}; the tags of a collection`,
  instead: SEARCHED,
};

/**
 * Every request that reads what grows with the data of an account, and how it is bounded: operations of contracts by
 * operationId, pages by method and path. Requests that are not listed read at most about 2,000 rows.
 */
export const LARGE_READS = {
  catalogue: {
    listProducts: {
      reads: "all products, a batch at a time",
      slots: "products",
      instead: { parameter: "q", slots: "searches" },
    },
  },
  users: {
    listUsers: { atMost: "20 accounts, after at most 2,000 that a page skips" },
    getUser: { atMost: "20 logins" },
  },
  collections: {
    listRootCollections: { reads: `the root collections; ${LIST_TEXTS}`, slots: "lists" },
    listChildCollections: { reads: `the nested collections; ${LIST_TEXTS}`, slots: "lists" },
    updateCollections: { reads: "the titles of all collections", slots: "changes" },
    deleteCollections: treeChange,
    mergeCollections: treeChange,
    cleanCollections: treeChange,
    updateCollection: treeChange,
    deleteCollection: treeChange,
    listItems: { reads: `50 items; ${SHELVES}`, slots: "lists", instead: SEARCHED },
    updateItems: itemsChange,
    deleteItems: itemsChange,
    createItems: { atMost: "the 1,000 items of the request" },
    emptyTrash: itemsChange,
    exportItems: itemsExport,
    getFilters: { reads: `${SHELVES} and tags`, slots: "lists", instead: SEARCHED },
    listTags: { reads: `${SHELVES} and tags`, slots: "lists" },
    listCollectionTags: { reads: "the tags of a collection", slots: "lists" },
    replaceTags: itemsChange,
    deleteTags: itemsChange,
    replaceCollectionTags: itemsChange,
    deleteCollectionTags: itemsChange,
    listHighlights: { reads: `50 highlights; ${SHELVES}`, slots: "lists" },
    listCollectionHighlights: { reads: "50 highlights of a collection", slots: "lists" },
    getAccount: { reads: "the ids of the root collections, from the shared tree", slots: "lists" },
    updateAccount: { reads: "the ids of the root collections, from the shared tree", slots: "changes" },
    getStatistics: { reads: `${SHELVES}, and links that occur twice`, slots: "lists" },
    revertUndoStep: { reads: "what the step recorded", slots: "changes" },
    listUndoSteps: { atMost: "100 steps" },
    listCollaborators: { atMost: "1,000 people" },
    listBackups: { atMost: "30 backups" },
    downloadBackup: { atMost: "a chunk of 256 KB at a time" },
    getFile: { atMost: "a chunk of 256 KB at a time" },
    getCopy: { atMost: "a chunk of 256 KB at a time" },
    uploadCopy: { reads: "an uploaded page of at most 20 MiB, while it is cleaned", slots: "files" },
    suggestForItem: { atMost: "50 items of the same host, and 40 tags" },
    suggestForLink: { atMost: "50 items of the same host, and 40 tags" },
    findLinks: { atMost: "an item for each link of the request" },
    parseLink: { reads: "a page of another server, at most 8 MiB", slots: "pagesOfOthers" },
    parseFile: fileContents,
    parseFileByPut: fileContents,
  },
  pages: {
    "GET /bookmarks": listPage,
    "GET /bookmarks/:id": listPage,
    "GET /bookmarks/:id/bulk": listPage,
    "POST /bookmarks/:id/bulk": listPage,
    "GET /bookmarks/collections": treePage,
    "GET /bookmarks/collections/new": treePage,
    "POST /bookmarks/collections/new": treePage,
    "GET /bookmarks/collections/:id": treePage,
    "POST /bookmarks/collections/:id": treeChange,
    "POST /bookmarks/collections/:id/move": treeChange,
    "GET /bookmarks/collections/:id/delete": treePage,
    "POST /bookmarks/collections/:id/delete": treeChange,
    "POST /bookmarks/collections/:id/merge": treeChange,
    "POST /bookmarks/collections/:id/place": treeChange,
    "GET /bookmarks/collections/clean": treePage,
    "GET /bookmarks/searches": treePage,
    "GET /bookmarks/highlights": { reads: `${TREE}; at most 1,000 highlights; ${TYPED}`, slots: "pages" },
    "GET /bookmarks/highlights/export": {
      reads: "the bookmarks with highlights, 20 at a time",
      slots: "downloads",
      isStream: true,
    },
    "GET /bookmarks/tags": { reads: `${SHELVES} and tags`, slots: "lists" },
    "GET /bookmarks/tags/change": { reads: `${SHELVES} and tags`, slots: "lists" },
    "POST /bookmarks/tags/change": itemsChange,
    "POST /bookmarks/tags/change/delete": itemsChange,
    "POST /bookmarks/collections/clean": treeChange,
    "GET /bookmarks/items/new": treePage,
    "POST /bookmarks/items/new": treePage,
    "GET /bookmarks/items/new/window": treePage,
    "POST /bookmarks/items/new/window": treePage,
    "GET /bookmarks/items/links": treePage,
    "POST /bookmarks/items/links": treePage,
    "GET /bookmarks/items/upload": treePage,
    "POST /bookmarks/items/upload": { atMost: `a chunk of 256 KB at a time; ${TYPED}` },
    "GET /bookmarks/items/:id": treePage,
    "POST /bookmarks/items/:id": treePage,
    "GET /bookmarks/items/:id/file": { atMost: "a chunk of 256 KB at a time" },
    "GET /bookmarks/import/:id": treePage,
    "POST /bookmarks/import/:id": treePage,
    "GET /bookmarks/export": treePage,
    "GET /bookmarks/export/download": itemsExport,
    "POST /bookmarks/undo": { reads: "what the step recorded", slots: "changes" },
    "GET /bookmarks/-99/empty": { reads: SHELVES, slots: "pages" },
    "POST /bookmarks/-99/empty": itemsChange,
    "GET /bookmarks/shared": treePage,
    "GET /bookmarks/collections/:id/sharing": { atMost: "1,000 people and 102 invitations" },
    "GET /bookmarks/broken": { reads: "the items of the account, a batch at a time", slots: "searches" },
    "GET /bookmarks/duplicates": { atMost: "20 groups of at most 50 items" },
    "GET /account/data/download": {
      reads: "all rows of the account, 100 at a time",
      slots: "downloads",
      isStream: true,
    },
    "GET /account/audit/export.csv": { reads: "the audit log, in batches", slots: "downloads", isStream: true },
    "GET /account/audit/export.jsonl": { reads: "the audit log, in batches", slots: "downloads", isStream: true },
    "GET /account/audit": { atMost: "50 events" },
    "GET /account/users": { atMost: "a page of accounts" },
    "GET /account/sessions": { atMost: "200 sessions" },
    "GET /account/api-keys": { atMost: "100 keys" },
    "GET /account/webhooks": { atMost: "10 webhooks" },
    "GET /account/webhooks/:id": { atMost: "50 deliveries" },
    "GET /products": {
      reads: "the ids of all products, 20,000 at a time, or what 10,000 of them are sorted by, a batch at a time",
      slots: "products",
      instead: { parameter: "q", slots: "searches" },
    },
    "GET /feeds/:secret/reminders.ics": { atMost: "500 bookmarks, without their notes" },
    "GET /public/:id": publicPage,
    "GET /public/:id/:slug": publicPage,
    "GET /public/:id/feed.xml": publicFeed,
    "GET /public/:id/feed.json": publicFeed,
    "GET /public/:id/:slug/feed.xml": publicFeed,
    "GET /public/:id/:slug/feed.json": publicFeed,
  },
} as const satisfies Readonly<Record<string, Reads>>;

/** Where a large read gets its slot. */
interface Gate {
  readonly slots: FairSlots;
  readonly isStream: boolean;
  readonly instead?: { readonly parameter: string; readonly value?: string; readonly slots: FairSlots };
}

/** The gates of the large reads of a part of the table, by their names there. */
export function gatesOf(part: keyof typeof LARGE_READS, slots: Slots): Readonly<Record<string, Gate>> {
  const reads: Reads = LARGE_READS[part];
  const gates: Record<string, Gate> = {};
  for (const [name, read] of Object.entries(reads)) {
    if (!("slots" in read)) continue;
    const { isStream = false, instead } = read;
    const other = instead && { ...instead, slots: slots[instead.slots] };
    gates[name] = { slots: slots[read.slots], isStream, ...(other && { instead: other }) };
  }
  return gates;
}
