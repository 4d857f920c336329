import * as accounts from "../accounts/accounts.ts";
import type { Database } from "../database/database.ts";
import { TEXTS } from "../mail/languages.ts";
import type { Mail } from "../mail/mail.ts";
import { cleanTitle } from "../page-reading/clean.ts";
import * as settings from "./settings.ts";

/** Maximum bookmarks that a mail lists. */
const MAX_LISTED = 20;

/** Maximum characters of a title in a mail. */
const MAX_TITLE_LENGTH = 200;

interface Dependencies {
  readonly database: Database;
  /** The server's public URL, for links. */
  readonly baseUrl: string;
}

/**
 * Writes the mail that reminds an account of items. Undefined if nobody may get it: sends nothing to an e-mail address
 * that was not confirmed, which may belong to somebody else, nothing to deactivated accounts and those that want no
 * mails, and nothing about items that were deleted meanwhile.
 */
export async function compose(
  { database, baseUrl }: Dependencies,
  accountId: number,
  itemIds: readonly number[],
): Promise<Mail | undefined> {
  const account = await accounts.find(database, accountId);
  if (account === undefined || account.active === 0 || account.email_confirmed_at === null) return undefined;
  const { mails: language } = await settings.get(database, accountId);
  if (language === "none") return undefined;
  const items = await titlesOf(database, accountId, itemIds.slice(0, MAX_LISTED));
  if (items.length === 0) return undefined;
  const { subject, text } = TEXTS[language].reminders({
    items: items.map(({ id, title }) => ({
      title: [...cleanTitle(title)].slice(0, MAX_TITLE_LENGTH).join(""),
      link: `${baseUrl}/bookmarks/items/${id}`,
    })),
    more: itemIds.slice(MAX_LISTED).length,
    all: `${baseUrl}/bookmarks?search=reminder%3Atrue`,
    settings: `${baseUrl}/account/reminders`,
  });
  return { to: account.email, subject, text };
}

function titlesOf(database: Database, accountId: number, ids: readonly number[]) {
  return database
    .selectFrom("items")
    .innerJoin("shelves", "shelves.id", "items.shelf_id")
    .select(["items.id", "title"])
    .where("items.id", "in", ids)
    .where("items.account_id", "=", accountId)
    .where("place", "in", ["collection", "unsorted"])
    .orderBy("reminder_at")
    .orderBy("items.id")
    .execute();
}
