import type { Item } from "../../../library/items/item.ts";
import type * as items from "../../../library/items/items.ts";
import { placeIdOf } from "../../../library/placement.ts";
import type { Values } from "../../design/form-state.ts";
import { withLineFeeds } from "../../design/form-values.ts";
import { fieldsIn, reminderIn, valuesOf } from "./item-fields.ts";

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
export function isStored(
  { link, title, important, broken, reminderAt, ...others }: items.ItemChange,
  stored: Item,
): boolean {
  const { tags, excerpt, note, placeId } = others;
  return (
    link === stored.link &&
    title === stored.title &&
    important === (stored.important === 1) &&
    broken === (stored.broken === 1) &&
    reminderAt === stored.reminder_at &&
    (tags === undefined || JSON.stringify(tags) === stored.tags) &&
    (excerpt === undefined || excerpt === withLineFeeds(stored.excerpt)) &&
    (note === undefined || note === withLineFeeds(stored.note)) &&
    placeId === undefined
  );
}
