import * as apiKeys from "../accounts/api-keys.ts";
import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import * as reminders from "../reminders/settings.ts";
import * as webhooks from "../webhooks/webhooks.ts";

/** A collection in a list. */
interface Listed {
  readonly id: number;
  readonly title: string;
}

/** A collection of an account that others may use, or to which somebody is invited. */
export interface SharedCollection extends Listed {
  readonly collaborators: number;
  readonly invitations: number;
}

/** What gives programs and other people access to the data of an account, or the account access to theirs. */
export interface Access {
  readonly keys: readonly apiKeys.ApiKey[];
  readonly webhooks: readonly webhooks.Webhook[];
  /** The calendar of its reminders, if it has an address. */
  readonly calendars: readonly { readonly createdAt: Time }[];
  /** At most 100, as the lists below. */
  readonly shared: readonly SharedCollection[];
  readonly joined: readonly (Listed & { readonly ownerName: string; readonly role: "member" | "viewer" })[];
  readonly published: readonly Listed[];
}

const MAX_LISTED = 100;

/** Lists what an eviction would end, and the public collections, which it leaves public. */
export async function list(database: Database, accountId: number): Promise<Access> {
  const [keys, ofWebhooks] = [await apiKeys.list(database, accountId), await webhooks.list(database, accountId)];
  const { calendarCreatedAt } = await reminders.get(database, accountId);
  return {
    keys,
    webhooks: ofWebhooks,
    calendars: calendarCreatedAt === null ? [] : [{ createdAt: calendarCreatedAt }],
    shared: await listShared(database, accountId),
    joined: await listJoined(database, accountId),
    published: await listPublished(database, accountId),
  };
}

/** Whether there is anything in a list of access. */
export function isEmpty(access: Access): boolean {
  return Object.values(access).every((entries: readonly unknown[]) => entries.length === 0);
}

async function listShared(database: Database, accountId: number): Promise<SharedCollection[]> {
  const shared = database
    .selectFrom("collaborators")
    .innerJoin("collections as own", "own.id", "collaborators.collection_id")
    .select("own.id")
    .where("own.account_id", "=", accountId)
    .union(database.selectFrom("invitations").select("collection_id as id").where("account_id", "=", accountId));
  const rows = await database
    .selectFrom("collections")
    .select(["id", "title"])
    .select(({ selectFrom, fn }) => [
      selectFrom("collaborators")
        .select(fn.countAll<number>().as("count"))
        .whereRef("collaborators.collection_id", "=", "collections.id")
        .as("collaborators"),
      selectFrom("invitations")
        .select(fn.countAll<number>().as("count"))
        .whereRef("invitations.collection_id", "=", "collections.id")
        .as("invitations"),
    ])
    .where("id", "in", shared)
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    ...row,
    collaborators: Number(row.collaborators),
    invitations: Number(row.invitations),
  }));
}

function listJoined(database: Database, accountId: number): Promise<Access["joined"][number][]> {
  return database
    .selectFrom("collaborators")
    .innerJoin("collections", "collections.id", "collaborators.collection_id")
    .innerJoin("accounts", "accounts.id", "collections.account_id")
    .select(["collections.id", "title", "accounts.name as ownerName", "role"])
    .where("collaborators.account_id", "=", accountId)
    .orderBy("collections.id")
    .limit(MAX_LISTED)
    .execute();
}

function listPublished(database: Database, accountId: number): Promise<Listed[]> {
  return database
    .selectFrom("collections")
    .select(["id", "title"])
    .where("account_id", "=", accountId)
    .where("public", "=", 1)
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
}
