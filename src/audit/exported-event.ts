import type { AuditEvent } from "./event.ts";

/** An event with times as ISO 8601 text, and objects instead of JSON text. */
export function toExported({ occurredAt, details, personal, ...event }: AuditEvent) {
  return {
    ...event,
    occurredAt: new Date(occurredAt).toISOString(),
    details: JSON.parse(details),
    personal: personal === null ? null : JSON.parse(personal),
  };
}
