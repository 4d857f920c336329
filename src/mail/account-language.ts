import type { Database } from "../database/database.ts";
import type { Language } from "./languages.ts";

/**
 * The language in which an account gets mails: the one that it has chosen for its reminders, or else the one that its
 * clients have stored, or English.
 */
export async function languageOf(database: Database, accountId: number): Promise<Language> {
  const row = await database
    .selectFrom("accounts")
    .leftJoin("reminder_settings", "reminder_settings.account_id", "accounts.id")
    .leftJoin("user_settings", "user_settings.account_id", "accounts.id")
    .select(["mails", "config"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) return "en";
  const { mails, config } = row;
  if (mails === "en" || mails === "de") return mails;
  const { lang }: { readonly lang?: unknown } = JSON.parse(config ?? "{}");
  return typeof lang === "string" && /^de\b|^de_/i.test(lang) ? "de" : "en";
}
