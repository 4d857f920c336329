import { FairSlots } from "#contract/fair-slots";

/** How many calls wait for slots of one kind. A waiting request takes about 10 KB. */
const WAITING = { waiting: 400, waitingPerCaller: 100, reason: "server-busy" };

/**
 * The slots of the server's expensive work. Each response that is built takes up to 10 MB: rows, objects and JSON of a
 * page of 50 items of 64 KiB. Waiting requests hold no such data.
 */
export function createSlots() {
  return {
    /** Lists of an account: items, collections, tags, filters. */
    lists: new FairSlots({ slots: 4, perCaller: 2, ...WAITING, what: "lists", limit: "lists" }),
    /** Searches have slots of their own, because a search of many rows takes seconds. */
    searches: new FairSlots({ slots: 3, perCaller: 2, ...WAITING, what: "searches", limit: "searches" }),
    /** Pages that read the tree of an account. */
    pages: new FairSlots({ slots: 6, perCaller: 2, ...WAITING, what: "pages", limit: "lists" }),
    /** Changes that read the tree of an account. Those of one account run one after the other anyway. */
    changes: new FairSlots({ slots: 8, perCaller: 2, ...WAITING, what: "changes", limit: "lists" }),
    /**
     * Changes of many items. Only those that have the writer hold items, and few at a time. An account may have many,
     * because those that wait for the writer together share a commit.
     */
    itemChanges: new FairSlots({ slots: 64, perCaller: 32, ...WAITING, what: "changes", limit: "lists" }),
    /** Requests with bodies above 1 MiB, until they are processed. Each holds up to 70 MB: bytes, objects and rows. */
    bodies: new FairSlots({ slots: 3, perCaller: 1, ...WAITING, what: "large requests", limit: "uploads" }),
    /** Files of bookmarks, until their contents are ready to be sent. Each holds up to 140 MB: texts and JSON. */
    files: new FairSlots({
      slots: 3,
      perCaller: 1,
      ...WAITING,
      what: "imports",
      limit: "uploads",
      reason: "files-in-progress",
    }),
    /** Exports, until they are sent. Each holds 5 MB of a tree of 30,000 collections, and 20 items. */
    downloads: new FairSlots({ slots: 12, perCaller: 2, ...WAITING, what: "exports", limit: "exports" }),
    /** Exports with uploaded files, until they are sent. */
    archives: new FairSlots({ slots: 4, perCaller: 1, ...WAITING, what: "exports", limit: "exports" }),
    /** Lists of products of up to 7 MB. More slots help where the database is on another machine. */
    products: new FairSlots({ slots: 8, perCaller: 6, ...WAITING, what: "lists", limit: "lists" }),
    /** Pages of other servers, while they are read for a person. Each holds up to 30 MB, and a process. */
    pagesOfOthers: new FairSlots({
      slots: 8,
      perCaller: 2,
      ...WAITING,
      waitingPerCaller: 10,
      what: "pages",
      limit: "lists",
    }),
    /** Calls of tools. Each holds a response of up to 4 MiB, and slots of the operation that it calls. */
    tools: new FairSlots({ slots: 8, perCaller: 3, ...WAITING, what: "tool calls", limit: "lists" }),
  } as const;
}

export type Slots = Readonly<Record<keyof ReturnType<typeof createSlots>, FairSlots>>;
