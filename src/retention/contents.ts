import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The data of an account that an erasure would delete. */
export interface Contents {
  readonly id: number;
  /** Empty once it is erased. */
  readonly email: string;
  readonly isDeleted: boolean;
  /** Numbers of rows that mean something to its owner. */
  readonly rows: Readonly<Record<(typeof TABLES)[number], number>>;
  /** Bytes of its items, files, pictures and stored exports. */
  readonly bytes: number;
}

const TABLES = ["api_keys", "sessions", "logins", "collections", "items", "files", "backups"] as const;

/** The account with this id or, unless it is deleted, with this e-mail address; undefined if there is none. */
export async function find(
  database: Database,
  { id, emailKey }: { readonly id?: number | undefined; readonly emailKey?: string | undefined },
): Promise<Contents | undefined> {
  const accounts = database.selectFrom("accounts").select(["id", "email", "deleted_at"]);
  const account =
    id === undefined
      ? await accounts
          .where("email_key", "=", emailKey ?? "")
          .where("deleted_at", "is", null)
          .executeTakeFirst()
      : await accounts.where("id", "=", id).executeTakeFirst();
  if (account === undefined) return undefined;
  const rows = await countRows(database, account.id);
  const library = await database
    .selectFrom("libraries")
    .select("stored_bytes")
    .where("account_id", "=", account.id)
    .executeTakeFirst();
  const { email, deleted_at } = account;
  return { id: account.id, email, isDeleted: deleted_at !== null, rows, bytes: library?.stored_bytes ?? 0 };
}

async function countRows(database: Database, accountId: number): Promise<Contents["rows"]> {
  const count = async (table: (typeof TABLES)[number]) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where account_id = ${accountId}`.execute(database);
    return Number(rows[0]?.count ?? 0);
  };
  const [api_keys, sessions, logins] = [await count("api_keys"), await count("sessions"), await count("logins")];
  const [collections, items] = [await count("collections"), await count("items")];
  return {
    api_keys,
    sessions,
    logins,
    collections,
    items,
    files: await count("files"),
    backups: await count("backups"),
  };
}
