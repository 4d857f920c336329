import { sql } from "kysely";
import type { Database, Transaction } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";

/** An item whose page is to be read. */
export interface PageJob {
  readonly item_id: number;
  readonly account_id: number;
  readonly urgent: Flag;
  /** How often reading has failed. */
  readonly attempts: number;
  readonly link: string;
  /** The host of the link, without `www.`. */
  readonly domain: string;
}

/** Accounts that one statement of `listAccounts` looks at. */
export const MAX_ACCOUNTS = 100;

/** Whether a page is to be read by now. */
export async function isAnyDue(database: Database, now: Time): Promise<boolean> {
  const due = database.selectFrom("page_jobs").select("item_id").where("due_at", "<=", now).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

interface AccountsQuery {
  readonly urgent: Flag;
  /** The id of an account. */
  readonly after: number;
}

/**
 * The next accounts after one, in the order of their ids, with pages to be read, and when the first of these is due. It
 * is null for an account that is deactivated or deleted. Each account costs a look into an index, however many pages it
 * waits for.
 */
export const listAccounts = prepare(
  (_database, value: ValueOf<AccountsQuery>) => sql<{
    account_id: number;
    due_at: Time | null;
  }>`with recursive waiting (account_id, number) as (
    select (select account_id from page_jobs where urgent = ${value("urgent")} and account_id > ${value("after")}
      order by account_id limit 1), 1
    union all
    select (select account_id from page_jobs where urgent = ${value("urgent")}
      and page_jobs.account_id > waiting.account_id order by account_id limit 1), number + 1
    from waiting where account_id is not null and number < ${sql.lit(MAX_ACCOUNTS)})
  select account_id, (select due_at from page_jobs where urgent = ${value("urgent")}
    and page_jobs.account_id = waiting.account_id and exists (select 1 from accounts
      where accounts.id = page_jobs.account_id and active = 1 and deleted_at is null)
    order by due_at limit 1) as due_at
  from waiting where account_id is not null`,
);

interface HeadsQuery {
  readonly urgent: Flag;
  readonly accountId: number;
  readonly now: Time;
  readonly limit: number;
}

/** The pages of an account that are due, the longest waiting first. Those of items that await deletion have no `link`. */
export const listHeads = prepare((database, value: ValueOf<HeadsQuery>) =>
  database
    .selectFrom("page_jobs")
    .innerJoin("items", "items.id", "page_jobs.item_id")
    .leftJoin("shelves", (join) => join.onRef("shelves.id", "=", "items.shelf_id").on("place", "<>", "nowhere"))
    .select(["page_jobs.item_id", "page_jobs.account_id", "page_jobs.urgent", "attempts", "domain"])
    .select(sql<string | null>`case when shelves.id is null then null else link end`.as("link"))
    .where("urgent", "=", value("urgent"))
    .where("page_jobs.account_id", "=", value("accountId"))
    .where("due_at", "<=", value("now"))
    .orderBy("due_at")
    .orderBy("page_jobs.item_id")
    .limit(value("limit")),
);

/** Puts off a page until its host may be asked. */
export const postpone = prepare((database, value: ValueOf<{ itemId: number; dueAt: Time }>) =>
  database
    .updateTable("page_jobs")
    .set({ due_at: value("dueAt") })
    .where("item_id", "=", value("itemId")),
);

/** Ends a job. False if it has ended. */
export async function take(transaction: Transaction, itemId: number): Promise<boolean> {
  return (await remove(transaction, { itemId })).length > 0;
}

const remove = prepare((database, value: ValueOf<{ itemId: number }>) =>
  database.deleteFrom("page_jobs").where("item_id", "=", value("itemId")).returning("item_id"),
);

/** Plans the next attempt, unless the job was renewed meanwhile. */
export async function retry(database: Database, job: PageJob, dueAt: Time): Promise<void> {
  await database
    .updateTable("page_jobs")
    .set({ attempts: job.attempts + 1, due_at: dueAt, urgent: 0 })
    .where("item_id", "=", job.item_id)
    .where("attempts", "=", job.attempts)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("items").select("id").where("id", "=", job.item_id).where("link", "=", job.link)),
    )
    .execute();
}

/** Pages that are counted at most. */
const MAX_COUNTED = 10_000;

/** How many pages wait to be read, at most 10,000, and when the first of them is or was due. */
export async function measure(database: Database): Promise<{ count: number; firstDueAt: Time | undefined }> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 from page_jobs limit ${sql.lit(MAX_COUNTED)}) as counted`.execute(database);
  const [first] = await database.selectFrom("page_jobs").select("due_at").orderBy("due_at").limit(1).execute();
  return { count: Number(rows[0]?.count ?? 0), firstDueAt: first?.due_at };
}
