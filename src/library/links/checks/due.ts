import { sql } from "kysely";
import type { Database } from "../../../database/database.ts";
import type { Time } from "../../../database/schema/columns.ts";

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Items that one statement gives a row. */
const ITEMS_PER_STATEMENT = 500;

/** Checks that are due, as one search lists them, and those of one host among them; others of the host come later. */
const MAX_DUE = 200;
const MAX_OF_HOST = 20;

/** Into how many parts the time is divided in which the first checks of links are spread; a prime number. */
const PARTS = 10_007;

/** A number that spreads the ids of items, which follow each other, over the parts. */
const STEP = 7_919;

/** A link that is due. */
export interface DueLink {
  readonly itemId: number;
  /** When it was due, by which `settle` sees whether the link has changed meanwhile. */
  readonly dueAt: Time;
  readonly address: URL;
}

/**
 * Gives rows to those of the next items after `after` that have none: they are checked a week from now at the earliest,
 * spread over the period of checks. Returns the last item; undefined if there are no more.
 */
export async function enrol(
  database: Database,
  after: number,
  { now, period }: { readonly now: Time; readonly period: number },
): Promise<number | undefined> {
  const next = await database
    .selectFrom("items")
    .leftJoin("link_checks", "item_id", "items.id")
    .select(["items.id", "file_id", "item_id"])
    .where("items.id", ">", after)
    .orderBy("items.id")
    .limit(ITEMS_PER_STATEMENT)
    .execute();
  const last = next.at(-1)?.id;
  if (last !== undefined && next.some(({ file_id, item_id }) => file_id === null && item_id === null)) {
    const part = Math.floor(period / PARTS);
    const due = sql<number>`cast(${now + WEEK_MS} as bigint)
      + (id * ${sql.lit(STEP)}) % ${sql.lit(PARTS)} * cast(${part} as bigint)`;
    await database
      .insertInto("link_checks")
      .columns(["item_id", "due_at"])
      .expression((eb) =>
        eb
          .selectFrom("items")
          .select(["id", due.as("due_at")])
          .where("id", ">", after)
          .where("id", "<=", last)
          .where("file_id", "is", null),
      )
      .onConflict((conflict) => conflict.column("item_id").doNothing())
      .execute();
  }
  return next.length < ITEMS_PER_STATEMENT ? undefined : last;
}

/** Whether a link is due. */
export async function hasDue(database: Database, now: Time): Promise<boolean> {
  const due = database.selectFrom("link_checks").select("item_id").where("due_at", "<=", now).limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/**
 * Lists links that are due, the longest waiting first, by host. Postpones those that are not to be checked, which are
 * those in the Trash, of deactivated and deleted accounts, and without a host, and what is too much for a host.
 */
export async function take(
  database: Database,
  { now, period }: { readonly now: Time; readonly period: number },
): Promise<Map<string, DueLink[]>> {
  const rows = await database
    .selectFrom("link_checks")
    .innerJoin("items", "items.id", "item_id")
    .innerJoin("shelves", "shelves.id", "shelf_id")
    .innerJoin("accounts", "accounts.id", "items.account_id")
    .select(["item_id", "due_at", "link", "place", "accounts.active", "accounts.deleted_at"])
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .orderBy("item_id")
    .limit(MAX_DUE)
    .execute();
  const byHost = new Map<string, DueLink[]>();
  const [skipped, crowded]: [number[], number[]] = [[], []];
  for (const { item_id: itemId, due_at: dueAt, link, place, active, deleted_at } of rows) {
    const address = URL.parse(link);
    const isChecked = active === 1 && deleted_at === null && place !== "trash" && place !== "nowhere";
    if (!isChecked || address === null || !/^https?:$/.test(address.protocol)) skipped.push(itemId);
    else {
      const ofHost = byHost.get(address.host) ?? [];
      byHost.set(address.host, ofHost);
      if (ofHost.length < MAX_OF_HOST) ofHost.push({ itemId, dueAt, address });
      else crowded.push(itemId);
    }
  }
  await postpone(database, skipped, now, now + period);
  await postpone(database, crowded, now, now + HOUR_MS);
  return byHost;
}

async function postpone(database: Database, ids: readonly number[], now: Time, dueAt: Time): Promise<void> {
  if (ids.length === 0) return;
  const due = database.updateTable("link_checks").set({ due_at: dueAt }).where("due_at", "<=", now);
  await due.where("item_id", "in", ids).execute();
}
