import type { Generated } from "kysely";
import type { Id, Time } from "./columns.ts";

/** How many requests, registrations or mails a network asked for in the hour or minute that ends at `ends_at`. */
export interface RequestCountsTable {
  /**
   * Has the prefix `registrations:` in rows that count registrations, and `mails:` in rows that count mails;
   * after `mails:to:` is a hash of the e-mail address. After `collections:` is a caller of the collections API:
   * `network:` and a network, or `account:` and an id.
   */
  network: string;
  count: number;
  ends_at: Time;
  /** How many requests the last statement of a `SharedCounter` has counted. */
  granted: Generated<number>;
}

/** Responses to requests with an `Idempotency-Key`, stored with the change that they report. */
export interface StoredResponsesTable {
  id: Id;
  /** The caller; 0 for anonymous ones. */
  account_id: number;
  /** Unique for each caller. */
  key: string;
  /** HMAC-SHA-256 of path and body in base64url; keyed because a body can hold a password. */
  fingerprint: string;
  /** JSON of the response; null if it was too long, or the caller has too many newer responses. */
  response: string | null;
  created_at: Time;
}
