import { Failure } from "#contract/failure";
import type { Item } from "../../../library/items/item.ts";
import { completeLink, titleOfLink } from "../../../library/items/link.ts";
import { placeIdOf, UNSORTED } from "../../../library/placement.ts";
import type { Values } from "../../design/form-state.ts";
import { tagsIn, withLineFeeds } from "../../design/form-values.ts";
import { fingerprintOf } from "./unchanged.ts";

/** The fields of the form for a stored bookmark. */
export const FIELDS = [
  "link",
  "title",
  "excerpt",
  "note",
  "tags",
  "important",
  "broken",
  "reminder",
  "collection",
] as const;

export type Field = (typeof FIELDS)[number];

/** The fields of a bookmark that the forms have, with the names that the contract gives them. */
export interface ItemFields {
  readonly link: string;
  readonly title: string;
  readonly excerpt: string;
  readonly note: string;
  readonly tags: readonly string[];
  readonly important: boolean;
  readonly collectionId: number;
}

/** What a form says about a bookmark. A title that is left empty is the link. */
export function fieldsIn(values: Values): ItemFields {
  const link = completeLink(values.link ?? "");
  return {
    link,
    title: (values.title ?? "").trim() || titleOfLink(link),
    excerpt: withLineFeeds(values.excerpt),
    note: withLineFeeds(values.note),
    tags: tagsIn(values.tags),
    important: values.important === "1",
    collectionId: toPlaceId(values.collection),
  };
}

/** The place in a field; Unsorted if it is empty. Throws `unprocessable` for anything but an id. */
export function toPlaceId(text = ""): number {
  if (text === "") return UNSORTED;
  const id = Number(text);
  if (/^-?\d{1,15}$/.test(text) && id !== 0) return id;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/collection", message: "must be one of your collections", reason: "not-own-collection" }],
  });
}

/** The values of the form for a bookmark as it is stored. */
export function valuesOf(item: Item): Values {
  const tags: string[] = JSON.parse(item.tags);
  return {
    link: item.link,
    title: item.title,
    excerpt: item.excerpt,
    note: item.note,
    tags: tags.join(", "),
    important: String(item.important),
    broken: String(item.broken),
    collection: String(placeIdOf(item)),
    reminder: item.reminder_at === null ? "" : toLocalTime(item.reminder_at),
    version: versionOf(item),
  };
}

/** Differs if somebody changed a field that the form has: a part for each of `FIELDS`. */
export function versionOf(item: Item): string {
  const { link, title, excerpt, note, tags, important, broken, reminder_at: reminder } = item;
  const stored = { link, title, excerpt, note, tags, important, broken, reminder, collection: placeIdOf(item) };
  return FIELDS.map((field) => fingerprintOf([stored[field]]).slice(0, 8)).join(".");
}

/** Whether somebody changed a field since an item had a version. A text that is no version differs in all fields. */
export function isChangedSince(version: string, item: Item, field: Field): boolean {
  const [then, now] = [version, versionOf(item)].map((text) => text.split(".")[FIELDS.indexOf(field)]);
  return then !== now;
}

/** The text of a field for a time, in UTC: `2026-01-31T08:00`. */
function toLocalTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16);
}

/**
 * The time in a field, as UTC; null for an empty one. Throws `unprocessable` for anything else. `before` is the stored
 * time: the field has no seconds, so they are kept if it did not change.
 */
export function reminderIn(text: string | undefined, before: number | null): number | null {
  if (text === undefined || text.trim() === "") return null;
  if (before !== null && toLocalTime(before) === text) return before;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/reminder", message: "must be a date and time", reason: "not-a-time" }],
  });
}
