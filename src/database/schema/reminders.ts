import type { Time } from "./columns.ts";

/** One row per account that has chosen something about its reminders. */
export interface ReminderSettingsTable {
  account_id: number;
  /** The language of mails, or `none` for no mails; null if the account has not chosen. */
  mails: "en" | "de" | "none" | null;
  /** SHA-256 of the secret in the address of the calendar, in hexadecimal; null without a calendar. */
  calendar_hash: string | null;
  calendar_created_at: Time | null;
}
