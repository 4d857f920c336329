import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Time } from "../database/schema/columns.ts";
import type { Schema } from "../database/schema/schema.ts";
import type { Action } from "./action.ts";
import { type AuditEvent, EVENT_COLUMNS, toEvent } from "./event.ts";

/** Which events to list; a field that is left out does not filter. */
export interface Filter {
  /** Events about this account, and those that it caused. */
  readonly accountId?: number | undefined;
  readonly action?: Action | undefined;
  /** Milliseconds since 1970: the first, and the first that is too late. */
  readonly from?: Time | undefined;
  readonly until?: Time | undefined;
}

/** The position after an event in the list. */
export interface Cursor {
  readonly occurredAt: Time;
  readonly id: number;
}

type Query = SelectQueryBuilder<Schema, "audit_events", { id: number; occurred_at: Time }>;

/**
 * Up to `limit` events after the cursor, newest first, and whether there are more. Each combination of filters has an
 * index: a page reads only its events, however many there are.
 */
export async function page(
  database: Database,
  filter: Filter,
  { after, limit }: { readonly after?: Cursor | undefined; readonly limit: number },
): Promise<{ readonly events: readonly AuditEvent[]; readonly hasMore: boolean }> {
  const ids = idsOf(database, filter, { after, limit: limit + 1 });
  const rows = await database
    .selectFrom("audit_events")
    .select(EVENT_COLUMNS)
    .where("id", "in", ids)
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return { events: rows.slice(0, limit).map(toEvent), hasMore: rows.length > limit };
}

/** The newest ids of the filter. Events about an account and those that it caused are found by two indexes. */
function idsOf(
  database: Database,
  { accountId, ...filter }: Filter,
  options: { readonly after: Cursor | undefined; readonly limit: number },
) {
  const newest = (narrow: (query: Query) => Query) => {
    const query = narrow(database.selectFrom("audit_events").select(["id", "occurred_at"]));
    return database.selectFrom(newestOf(query, filter, options).as("newest")).select("newest.id");
  };
  if (accountId === undefined) return newest((query) => query);
  const about = newest((query) => query.where("account_id", "=", accountId));
  return about.union(newest((query) => query.where("actor_id", "=", accountId)));
}

function newestOf(
  query: Query,
  { action, from, until }: Omit<Filter, "accountId">,
  { after, limit }: { readonly after: Cursor | undefined; readonly limit: number },
): Query {
  // One bound only: with two, the database may search the index by the wrong one.
  const end = after === undefined || after.occurredAt >= (until ?? Number.POSITIVE_INFINITY) ? until : after;
  return query
    .$if(action !== undefined, (narrowed) => narrowed.where("action", "=", action ?? ""))
    .$if(from !== undefined, (narrowed) => narrowed.where("occurred_at", ">=", from ?? 0))
    .$if(end !== undefined, (narrowed) => narrowed.where(isBefore(end ?? 0)))
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

/** The SQL condition that an event comes after a cursor in the list, or is older than a time. */
function isBefore(end: Cursor | Time) {
  return typeof end === "number"
    ? sql<boolean>`occurred_at < ${end}`
    : sql<boolean>`(occurred_at, id) < (${end.occurredAt}, ${end.id})`;
}

/** Events in memory at a time. */
const BATCH_SIZE = 200;

/** The events of a filter, newest first, in batches that are read as they are consumed; at most `limit` events. */
export async function* batches(
  database: Database,
  filter: Filter,
  limit = Number.POSITIVE_INFINITY,
): AsyncIterable<readonly AuditEvent[]> {
  let [after, left]: [Cursor | undefined, number] = [undefined, limit];
  while (left > 0) {
    const { events, hasMore } = await page(database, filter, { after, limit: Math.min(left, BATCH_SIZE) });
    yield events;
    after = events.at(-1);
    left = hasMore ? left - events.length : 0;
  }
}
