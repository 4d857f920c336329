import type { Item } from "../../../library/items/item.ts";
import type * as items from "../../../library/items/items.ts";
import { placeIdOf } from "../../../library/placement.ts";
import type { Values } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { FIELDS, type Field, fieldsIn, isChangedSince, reminderIn, valuesOf } from "./item-fields.ts";

/** What a form changes. Texts that it shows otherwise than they are stored change only if somebody changed them. */
export function toChange(values: Values, before: Item): items.ItemChange {
  const shown = valuesOf(before);
  const { collectionId: placeId, tags, excerpt, note, ...fields } = fieldsIn(values);
  return {
    ...fields,
    ...(values.tags !== shown.tags && { tags }),
    ...(values.excerpt !== shown.excerpt && { excerpt }),
    ...(values.note !== shown.note && { note }),
    ...(placeId !== placeIdOf(before) && { placeId }),
    broken: values.broken === "1",
    reminderAt: reminderIn(values.reminder, before.reminder_at),
  };
}

/** Whether an item already is as a change would make it. */
export function isStored(change: items.ItemChange, stored: Item): boolean {
  return differences(change, stored).length === 0;
}

/**
 * Whether a change, from a form with a version, overwrites nothing that somebody else has changed since. A field that
 * was changed since must be sent as it is stored now. So a form may be sent again with more changes while it is not
 * known whether it was saved before.
 */
export function overwritesNothing(change: items.ItemChange, stored: Item, version = ""): boolean {
  return differences(change, stored).every((field) => !isChangedSince(version, stored, field));
}

/** The fields in which a change differs from an item. */
function differences(change: items.ItemChange, stored: Item): Field[] {
  const { link, title, excerpt, note, tags, important, broken, reminderAt, placeId } = change;
  const isSame: Readonly<Record<Field, boolean>> = {
    link: link === stored.link,
    title: title === stored.title,
    excerpt: excerpt === undefined || excerpt === withLineFeeds(stored.excerpt),
    note: note === undefined || note === withLineFeeds(stored.note),
    tags: tags === undefined || JSON.stringify(tags) === stored.tags,
    important: important === (stored.important === 1),
    broken: broken === (stored.broken === 1),
    reminder: reminderAt === stored.reminder_at,
    collection: placeId === undefined || placeId === placeIdOf(stored),
  };
  return FIELDS.filter((field) => !isSame[field]);
}
