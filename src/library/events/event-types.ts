/** The types of events that a webhook can receive; docs/webhooks.md describes them. */
export const EVENT_TYPES = [
  "item.created",
  "item.updated",
  "item.removed",
  "item.deleted",
  "collection.created",
  "collection.updated",
  "collection.removed",
  "collection.merged",
  "change.reverted",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The type of the events with which owners try a webhook. Every webhook receives it. */
export const TEST_TYPE = "webhook.test";

/** Whether a text is a type of events that a webhook can be created for. */
export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
