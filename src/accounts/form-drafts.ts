import { randomBytes } from "node:crypto";
import { type Database, inTransaction } from "../database/database.ts";

// A draft is what somebody typed in the form of a page and did not save: because something was wrong with it, the
// session had ended, or another button of the page was pressed. The page shows it again, after a redirect. Passwords are
// never part of a draft.

/** How long a draft can be shown, in milliseconds. */
export const LIFETIME_MS = 60 * 60 * 1000;

/** Maximum drafts of an account; a further one replaces the oldest. */
export const MAX_DRAFTS = 10;

/** Maximum characters of a draft. */
export const MAX_LENGTH = 1024 * 1024;

/** The form of an account that a draft is of. */
interface AccountForm {
  readonly accountId: number;
  /** The path of the form. */
  readonly path: string;
}

/** Stores a draft, and returns its id, which is random. Returns undefined for one that is too long. */
export async function add(
  database: Database,
  clock: () => number,
  { accountId, path }: AccountForm,
  content: string,
): Promise<string | undefined> {
  if (content.length > MAX_LENGTH) return undefined;
  const id = randomBytes(16).toString("base64url");
  const now = clock();
  await inTransaction(database, async (transaction) => {
    const row = { id, account_id: accountId, path, content, created_at: now, expires_at: now + LIFETIME_MS };
    await transaction.insertInto("form_drafts").values(row).execute();
    const newestOthers = transaction
      .selectFrom("form_drafts")
      .select("id")
      .where("account_id", "=", accountId)
      .where("id", "!=", id)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(MAX_DRAFTS - 1);
    await transaction
      .deleteFrom("form_drafts")
      .where("account_id", "=", accountId)
      .where("id", "!=", id)
      .where("id", "not in", newestOthers)
      .execute();
  });
  return id;
}

/** The content of a draft; undefined if the account has none with this id for the path, or it has expired. */
export async function find(
  database: Database,
  clock: () => number,
  { accountId, path }: AccountForm,
  id: string,
): Promise<string | undefined> {
  const draft = await database
    .selectFrom("form_drafts")
    .select("content")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("path", "=", path)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  return draft?.content;
}

/** All drafts of an account, oldest first. One is in memory at a time: each can have a million characters. */
export async function* all(database: Database, clock: () => number, accountId: number) {
  const ids = await database
    .selectFrom("form_drafts")
    .select("id")
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const { id } of ids) {
    yield* await database
      .selectFrom("form_drafts")
      .select(["path", "content", "created_at", "expires_at"])
      .where("id", "=", id)
      .execute();
  }
}
