import type { ColumnType, Generated } from "kysely";
import type { Flag, Id, Time } from "./columns.ts";

/** URLs to which the events of an account are sent. */
export interface WebhooksTable {
  id: Id;
  account_id: number;
  url: string;
  /** A JSON array of the types of events that it receives. */
  event_types: string;
  /** Signs its deliveries; begins with `whsec_`. */
  secret: string;
  /** Also signs them until `old_secret_ends_at`; null unless the secret was rotated in the last 24 hours. */
  old_secret: ColumnType<string | null, undefined, string | null>;
  old_secret_ends_at: ColumnType<Time | null, undefined, Time | null>;
  enabled: Flag;
  /** Null while it is enabled. */
  disabled_reason: ColumnType<DisabledReason | null, undefined, DisabledReason | null>;
  created_at: Time;
  last_succeeded_at: ColumnType<Time | null, undefined, Time>;
  /** When the first of the attempts failed that failed since the last success; null if none did. */
  failing_since: ColumnType<Time | null, undefined, Time | null>;
  /** When the next attempt is due, or before; null if nothing waits. */
  due_at: ColumnType<Time | null, undefined, Time | null>;
  /** 0 while attempts end quickly; see `webhooks/slots.ts`. */
  slow: Generated<Flag>;
  /** The epoch of the next delivery; see `library/events/outbox.ts`. */
  epoch: Generated<number>;
  /** Deliveries of lower epochs were dropped. */
  live_epoch: Generated<number>;
  /** Whether dropped deliveries have yet to be deleted. */
  has_dropped: Generated<Flag>;
  /** Number of deliveries that wait, and the bytes of their payloads. */
  waiting_count: Generated<number>;
  waiting_bytes: Generated<number>;
}

/**
 * Why a webhook receives nothing. `failing`: all attempts of a day failed; `gone`: the receiver responded 410;
 * `backlog`: too much was waiting; `account`: the account is deactivated or deleted.
 */
export type DisabledReason = "owner" | "failing" | "gone" | "backlog" | "account";

/** Why an attempt failed; see docs/webhooks.md. */
export type AttemptFailure =
  | "status"
  | "redirect"
  | "timeout"
  | "dns"
  | "address"
  | "connection"
  | "certificate"
  | "response";

/** Events that have not been delivered yet, one row per webhook. */
export interface WebhookDeliveriesTable {
  id: Id;
  webhook_id: number;
  /** The header `webhook-id`. */
  message_id: string;
  type: string;
  /** The body to send. */
  payload: string;
  /** All deliveries of lower epochs come first. */
  epoch: number;
  /** In how many collections an earlier delivery of this epoch waits; due only at 0. */
  blockers: number;
  created_at: Time;
  /** When it is tried, or tried again. */
  next_at: Time;
  attempts: Generated<number>;
  first_tried_at: ColumnType<Time | null, undefined, Time>;
  /** The HTTP status of the last attempt, and why it failed. */
  status: ColumnType<number | null, undefined, number | null>;
  reason: ColumnType<AttemptFailure | null, undefined, AttemptFailure | null>;
}

/** The collections of a delivery, within which deliveries keep their order. */
export interface WebhookLanesTable {
  webhook_id: number;
  epoch: number;
  /** An id as in `library/placement.ts`. */
  collection_id: number;
  delivery_id: number;
}

/** Deliveries that succeeded or were given up. */
export interface WebhookResultsTable {
  id: Id;
  webhook_id: number;
  message_id: string;
  type: string;
  delivered: Flag;
  attempts: number;
  status: number | null;
  reason: AttemptFailure | null;
  /** When the event happened. */
  created_at: Time;
  finished_at: Time;
}
