import type { Time } from "../database/schema/columns.ts";
import type { EventRow } from "./event-row.ts";

/** An event of the audit log. */
export interface AuditEvent {
  readonly id: number;
  readonly occurredAt: Time;
  readonly actor: EventRow["actor"];
  readonly actorId: number | null;
  readonly via: string;
  readonly credential: string | null;
  readonly action: string;
  readonly accountId: number | null;
  readonly targetKind: string;
  readonly targetId: string;
  /** A JSON object. */
  readonly details: string;
  /** A JSON object with personal data of the account; null if there is none or it is erased. */
  readonly personal: string | null;
  /** Empty if unknown or erased. */
  readonly address: string;
  readonly userAgent: string;
  readonly hash: string;
}

/** The columns that `toEvent` reads. */
export const EVENT_COLUMNS = [
  "id",
  "occurred_at",
  "actor",
  "actor_id",
  "via",
  "credential",
  "action",
  "account_id",
  "target_kind",
  "target_id",
  "details",
  "personal",
  "client",
  "hash",
] as const;

/** Converts a row of the audit log to an event. An erased client has an empty address and user agent. */
export function toEvent(row: Pick<EventRow, (typeof EVENT_COLUMNS)[number]>): AuditEvent {
  const { address = "", userAgent = "" } = row.client === null ? {} : JSON.parse(row.client);
  return {
    id: row.id,
    occurredAt: row.occurred_at,
    actor: row.actor,
    actorId: row.actor_id,
    via: row.via,
    credential: row.credential,
    action: row.action,
    accountId: row.account_id,
    targetKind: row.target_kind,
    targetId: row.target_id,
    details: row.details,
    personal: row.personal,
    address,
    userAgent,
    hash: row.hash,
  };
}

/** An event with times as ISO 8601 text, and objects instead of JSON text. */
export function toExported({ occurredAt, details, personal, ...event }: AuditEvent) {
  return {
    ...event,
    occurredAt: new Date(occurredAt).toISOString(),
    details: JSON.parse(details),
    personal: personal === null ? null : JSON.parse(personal),
  };
}
