import { hash, randomBytes } from "node:crypto";
import { record } from "../audit/record.ts";
import { type Database, inTransaction } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { ReminderSettingsTable } from "../database/schema/reminders.ts";
import { languageOf } from "../mail/account-language.ts";
import { LANGUAGES } from "../mail/languages.ts";

/** The language of the mails that remind an account, or `none` for no mails. */
export type MailChoice = NonNullable<ReminderSettingsTable["mails"]>;

export const MAIL_CHOICES: readonly MailChoice[] = [...LANGUAGES, "none"];

/** How an account is reminded. */
export interface ReminderSettings {
  readonly mails: MailChoice;
  /** When the address of its calendar was made; null without a calendar. */
  readonly calendarCreatedAt: Time | null;
}

/** Bytes of the secret in the address of a calendar. */
const SECRET_BYTES = 16;

/** A secret as `addCalendar` returns it. */
const SECRET = /^[\w-]{22}$/;

/** Until an account chooses, it gets mails in the language that its clients have stored, or in English. */
export async function get(database: Database, accountId: number): Promise<ReminderSettings> {
  const row = await database
    .selectFrom("reminder_settings")
    .select(["mails", "calendar_created_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    mails: row?.mails ?? (await languageOf(database, accountId)),
    calendarCreatedAt: row?.calendar_created_at ?? null,
  };
}

/** Stores which mails an account gets. */
export async function chooseMails(database: Database, accountId: number, mails: MailChoice): Promise<void> {
  await database
    .insertInto("reminder_settings")
    .values({ account_id: accountId, mails, calendar_hash: null, calendar_created_at: null })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ mails }))
    .execute();
}

/** Gives the calendar of an account a new address, and returns the secret in it. A former address ends. */
export async function addCalendar(database: Database, clock: () => number, accountId: number): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const columns = { calendar_hash: hashOf(secret), calendar_created_at: clock() };
  await inTransaction(database, async (transaction) => {
    await transaction
      .insertInto("reminder_settings")
      .values({ account_id: accountId, mails: null, ...columns })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(columns))
      .execute();
    record(transaction, { action: "calendar.create", accountId, target: { kind: "calendar", id: accountId } });
  });
  return secret;
}

/** Ends the address of an account's calendar. Returns whether there was one. */
export async function removeCalendar(database: Database, accountId: number): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("reminder_settings")
      .set({ calendar_hash: null, calendar_created_at: null })
      .where("account_id", "=", accountId)
      .where("calendar_hash", "is not", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    record(transaction, { action: "calendar.remove", accountId, target: { kind: "calendar", id: accountId } });
    return true;
  });
}

/** The active account whose calendar has this secret in its address; undefined if there is none. */
export async function findOwner(database: Database, secret: string): Promise<number | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const row = await database
    .selectFrom("reminder_settings")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select("account_id")
    .where("calendar_hash", "=", hashOf(secret))
    .where("active", "=", 1)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.account_id;
}

/** May be a fast hash: 128 random bits can't be guessed. */
function hashOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
