import type { Insertable } from "kysely";
import type { Database } from "../../src/database/database.ts";
import type { AccountsTable } from "../../src/database/schema/accounts.ts";
import { toEmailKey } from "../../src/mail/email-key.ts";

const NOW = Date.UTC(2026, 0, 1);

type AccountRow = Insertable<AccountsTable>;

let created = 0;

/**
 * A row for an active account of level 1, with a unique e-mail address and no valid password.
 * `columns` override the defaults.
 */
export function accountRow(columns: Partial<AccountRow> = {}): AccountRow {
  created += 1;
  const { email = `account${created}@example.com` } = columns;
  return {
    email,
    email_key: toEmailKey(email),
    name: "Somebody",
    locale: "en",
    active: 1,
    user_level: 1,
    password_hash: "",
    registered_at: NOW,
    created_at: NOW,
    updated_at: NOW,
    deleted_at: null,
    ...columns,
  };
}

/** Inserts an account; see `accountRow`. Returns its id. */
export async function insertAccount(database: Database, columns?: Partial<AccountRow>): Promise<number> {
  const { id } = await database
    .insertInto("accounts")
    .values(accountRow(columns))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Inserts up to 1,000 accounts with one statement; the parameters of a statement are limited.
 * `columnsOf` is called with 0, 1, 2, …
 */
export async function insertAccounts(
  database: Database,
  count: number,
  columnsOf: (index: number) => Partial<AccountRow>,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => accountRow(columnsOf(index)));
  await database.insertInto("accounts").values(rows).execute();
}
