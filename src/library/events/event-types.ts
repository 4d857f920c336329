import type { webhooks } from "../../../generated/collections.ts";

/** The body of each event by its type, as the collections contract describes it under `webhooks`. */
type Bodies = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
};

/** The body of an event. */
export type EventBody = Bodies[keyof Bodies];

/** The type of the events with which owners try a webhook. Every webhook receives it. */
export const TEST_TYPE = "webhook.test";

/** A type of events that a webhook can receive. */
export type EventType = Exclude<keyof Bodies, typeof TEST_TYPE>;

/** The types of events that a webhook can receive; docs/webhooks.md describes them. */
export const EVENT_TYPES: readonly EventType[] = [
  "item.created",
  "item.updated",
  "item.removed",
  "item.deleted",
  "collection.created",
  "collection.updated",
  "collection.removed",
  "collection.merged",
  "reminder.due",
  "change.reverted",
];

/** What an event of a type says besides the items and collections. */
type Facts<Type extends EventType> = Readonly<Omit<Bodies[Type]["data"], "items" | "collections">>;

/** An event of one of the types: its data, with these types of its items and collections. */
export type EventOf<Items, Collections> = {
  [Type in EventType]: { readonly type: Type; readonly collections: Collections } & Facts<Type> &
    ("items" extends keyof Bodies[Type]["data"] ? Items : unknown);
}[EventType];

/** Whether a text is a type of events that a webhook can be created for. */
export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
