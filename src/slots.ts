import { FairSlots } from "./fair-slots.ts";

/** How many calls wait for slots of one kind. A waiting request takes about 10 KB. */
const WAITING = { waiting: 400, waitingPerCaller: 100 };

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
    /** Lists of products of up to 7 MB. More slots help where the database is on another machine. */
    products: new FairSlots({ slots: 8, perCaller: 6, ...WAITING, what: "lists", limit: "lists" }),
  } as const;
}

export type Slots = Readonly<Record<keyof ReturnType<typeof createSlots>, FairSlots>>;
