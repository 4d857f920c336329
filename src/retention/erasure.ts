import { sql } from "kysely";
import { BatchSize } from "#contract/scheduling";
import * as accounts from "../accounts/accounts.ts";
import { accountTarget, record } from "../audit/record.ts";
import { type Database, inTransaction } from "../database/database.ts";
import { STEPS } from "./erasure-steps.ts";
import type { Batch, Erased } from "./step.ts";

type Clock = () => number;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * After so many milliseconds, an erased account is erased again: what requests wrote that were in progress when it was
 * deleted. A request takes a minute at most, a stored export that waits for others longer.
 */
const CHECK_AFTER_MS = 3_600_000;

/** Delay before a failed erasure is retried, in milliseconds. Meanwhile other accounts are erased. */
const RETRY_AFTER_MS = 600_000;

/** How long the erasure of an account is left to the process that requested it, in milliseconds. */
const REQUESTED_MS = 300_000;

/** A slow disk makes batches this many times smaller at most: their number must not grow without end. */
const MAX_SHRINK = 50;

/** How `erase` proceeds. */
interface Pace {
  /** Called before each transaction. Resolves when it may begin; with false if the erasure must stop. */
  readonly pause: () => Promise<boolean>;
  /** Called after each transaction with the number of rows that it erased. */
  readonly onErased?: (rows: number) => void;
}

/** The data of an account that an erasure would delete. */
export interface Contents {
  readonly id: number;
  /** Empty once it is erased. */
  readonly email: string;
  readonly isDeleted: boolean;
  /** Numbers of rows that mean something to its owner. */
  readonly rows: Readonly<Record<(typeof COUNTED_TABLES)[number], number>>;
  /** Bytes of its items, files, pictures and stored exports. */
  readonly bytes: number;
}

const COUNTED_TABLES = ["api_keys", "sessions", "logins", "collections", "items", "files", "backups"] as const;

/** The account with this id or, unless it is deleted, with this e-mail address; undefined if there is none. */
export async function findContents(
  database: Database,
  { id, emailKey }: { readonly id?: number | undefined; readonly emailKey?: string | undefined },
): Promise<Contents | undefined> {
  const query = database.selectFrom("accounts").select(["id", "email", "deleted_at"]);
  const account =
    id === undefined
      ? await query
          .where("email_key", "=", emailKey ?? "")
          .where("deleted_at", "is", null)
          .executeTakeFirst()
      : await query.where("id", "=", id).executeTakeFirst();
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

/**
 * An account whose erasure continues or begins now: it was deleted `afterDays` ago or earlier. Undefined if there is none.
 * A time more than an hour ahead was written by a clock that was ahead, and counts as now.
 */
export async function findDue(database: Database, clock: Clock, afterDays: number): Promise<number | undefined> {
  const now = clock();
  const begun = database.selectFrom("accounts").select("id").orderBy("erasure_due_at").limit(1);
  const due =
    (await begun.where("erasure_due_at", "<=", now).executeTakeFirst()) ??
    (await begun.where("erasure_due_at", ">", now + CHECK_AFTER_MS).executeTakeFirst());
  if (due !== undefined) return due.id;
  const deleted = await database
    .selectFrom("accounts")
    .select("id")
    .where("deleted_at", "<=", now - afterDays * DAY_MS)
    .where("deleted_at", "is not", null)
    .where("erased_at", "is", null)
    .where("erasure_due_at", "is", null)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  return deleted?.id;
}

/**
 * Deletes an account unless it is deleted, and records that the caller erases it: in five minutes a server takes over.
 * Throws `notFound`, and `conflict` for the last active administrator.
 */
export async function request(database: Database, clock: Clock, id: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const account = await transaction
      .selectFrom("accounts")
      .select("deleted_at")
      .where("id", "=", id)
      .executeTakeFirst();
    if (account?.deleted_at == null) await accounts.remove(transaction, clock, id);
    await setDue(transaction, id, clock() + REQUESTED_MS);
  });
}

/**
 * Erases a deleted account in short transactions, from the beginning: what is erased already costs a few index
 * lookups. Returns false if `pace` stopped it.
 */
export async function erase(database: Database, clock: Clock, id: number, pace: Pace): Promise<boolean> {
  for (const step of STEPS) {
    const size = new BatchSize({ min: Math.ceil(step.maxRows / MAX_SHRINK), max: step.maxRows });
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      if (!(await pace.pause())) return false;
      const batch: Batch = { accountId: id, maxRows: size.current, cursor };
      const { rows, next }: Erased = await size.measure(() =>
        inTransaction(database, (transaction) => step.erase(transaction, batch)),
      );
      pace.onErased?.(rows);
      cursor = next;
    }
  }
  await complete(database, clock, id);
  return true;
}

/** Postpones the erasure of an account, after it failed. */
export async function postpone(database: Database, clock: Clock, id: number): Promise<void> {
  await setDue(database, id, clock() + RETRY_AFTER_MS);
}

/** Records that an account is erased and will be checked, or that it was checked. */
async function complete(database: Database, clock: Clock, id: number): Promise<void> {
  const now = clock();
  await inTransaction(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("accounts")
      .set({ erased_at: now, erasure_due_at: now + CHECK_AFTER_MS })
      .where("id", "=", id)
      .where("erased_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) await setDue(transaction, id, null);
    else record(transaction, { action: "account.erase", accountId: id, target: accountTarget(id) });
  });
}

async function setDue(database: Database, id: number, time: number | null): Promise<void> {
  await database.updateTable("accounts").set({ erasure_due_at: time }).where("id", "=", id).execute();
}

async function countRows(database: Database, accountId: number): Promise<Contents["rows"]> {
  const count = async (table: (typeof COUNTED_TABLES)[number]) => {
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
