import { hash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { AuditEventsTable } from "../database/schema/audit.ts";

/** A stored event. */
export type EventRow = Selectable<AuditEventsTable>;

/** The columns that the hash of an event covers, in the order in which it contains them. */
type Covered = Omit<EventRow, "id" | "client" | "client_salt" | "personal" | "personal_salt" | "hash">;

/**
 * The hash of an event: SHA-256 in base64url of the hash of the event before and all columns that never change, as a
 * JSON array. The position in the chain stands for the id, and hashes stand for personal data, which can be erased.
 */
export function hashOf(event: Covered): string {
  return sha256(
    JSON.stringify([
      event.previous_hash,
      event.occurred_at,
      event.actor,
      event.actor_id,
      event.via,
      event.credential,
      event.action,
      event.account_id,
      event.target_kind,
      event.target_id,
      event.details,
      event.client_hash,
      event.personal_hash,
    ]),
  );
}

/** A value with a new salt: without the salt, nobody can find out an erased value by hashing guesses. */
export function salted(value: object | null) {
  if (value === null) return { text: null, salt: null, hash: null };
  const [text, salt] = [JSON.stringify(value), randomBytes(16).toString("base64url")];
  return { text, salt, hash: saltedHashOf(text, salt) };
}

/** The hash of a value with its salt. */
export function saltedHashOf(text: string, salt: string): string {
  return sha256(`${salt}\n${text}`);
}

function sha256(text: string): string {
  return hash("sha256", text, "base64url");
}
