import { setImmediate } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { type EventRow, hashOf, saltedHashOf } from "./event-row.ts";

/** A place where the audit log was changed or damaged. */
export interface Problem {
  /** The id of the event; for missing ones the first, and at the end the one that should come next. */
  readonly id: number;
  readonly kind: "changed" | "order" | "missing" | "truncated" | "head";
  readonly message: string;
}

/** The result of `verify`. */
export interface Verification {
  /** Events read. */
  readonly count: number;
  /** Events that were deleted from the beginning because they were old. */
  readonly deleted: number;
  /** The hash of the last event; empty if there is none. Noted elsewhere, it proves later that nothing before it changed. */
  readonly hash: string;
  /** The first problems, in the order of the log; empty if it is intact. */
  readonly problems: readonly Problem[];
}

/** Events read at a time: hashing them takes a few milliseconds. */
const BATCH_SIZE = 500;

/** Maximum problems that are listed. */
const MAX_PROBLEMS = 100;

/** Reads the whole audit log, and checks each event and the links between them. Yields to the event loop. */
export async function verify(
  database: Database,
  { onProgress = () => {} }: { readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<Verification> {
  // Read first: events that are recorded meanwhile are not missing.
  const head = await headOf(database);
  const problems: Problem[] = await eventsBefore(database, head.deleted);
  let [last, count] = [head.deleted, 0];
  for (;;) {
    const found = await batchAfter(database, last, head.count);
    ({ last } = found);
    for (const row of found.rows) {
      if (problems.length < MAX_PROBLEMS) problems.push(...problemsOf(row, last));
      last = row;
    }
    count += found.rows.length;
    onProgress(count, head.count - head.deleted.id);
    if (found.rows.length === 0 || last.id >= head.count) break;
    await setImmediate();
  }
  problems.push(...problemsOfEnd(last, head), ...(await eventsAfter(database, head.count)));
  return { count, deleted: head.deleted.id, hash: last.hash, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** An event that others follow. The first one follows the id 0 and an empty hash. */
type Link = Pick<EventRow, "id" | "hash">;

/** The ends of the log. */
interface Head {
  /** The number of events that were recorded. */
  readonly count: number;
  /** The hash of the last event. */
  readonly hash: string;
  /** The last event that was deleted from the beginning. */
  readonly deleted: Link;
}

async function headOf(database: Database): Promise<Head> {
  const head = await database.selectFrom("audit_head").selectAll().executeTakeFirst();
  if (head === undefined) return { count: 0, hash: "", deleted: { id: 0, hash: "" } };
  return { count: head.count, hash: head.hash, deleted: { id: head.deleted_count, hash: head.deleted_hash } };
}

/** The next events, and the one that they follow: `last`, or a later one up to which all have been deleted meanwhile. */
async function batchAfter(database: Database, last: Link, end: number) {
  const rows = await database
    .selectFrom("audit_events")
    .selectAll()
    .where("id", ">", last.id)
    .where("id", "<=", end)
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();
  if (rows[0]?.id === last.id + 1 || last.id === end) return { rows, last };
  const { deleted } = await headOf(database);
  if (deleted.id <= last.id) return { rows, last };
  return { rows: rows.filter(({ id }) => id > deleted.id), last: deleted };
}

/** Events at the beginning that should have been deleted. */
async function eventsBefore(database: Database, deleted: Link): Promise<Problem[]> {
  const left = await database.selectFrom("audit_events").select("id").where("id", "<=", deleted.id).limit(1).execute();
  return left.map(({ id }) => ({ id, kind: "head", message: `event ${id} is left, but recorded as deleted` }));
}

function problemsOf(row: EventRow, previous: Link): Problem[] {
  const { id } = row;
  const problems: Problem[] = [];
  if (id > previous.id + 1) {
    const missing = previous.id + 1;
    const range = id - 1 === missing ? `event ${missing} is` : `events ${missing} to ${id - 1} are`;
    problems.push({ id: missing, kind: "missing", message: `${range} missing` });
  } else if (row.previous_hash !== previous.hash) {
    const message =
      id === 1
        ? "event 1 was not the first: the events before it are missing"
        : `event ${id} does not follow event ${id - 1}: events are missing, changed or in another order`;
    problems.push({ id, kind: "order", message });
  }
  if (hashOf(row) !== row.hash) problems.push({ id, kind: "changed", message: `event ${id} was changed` });
  for (const column of ["client", "personal"] as const) {
    if (!isPersonalDataIntact(row, column)) {
      problems.push({ id, kind: "changed", message: `event ${id} was changed: its column ${column}` });
    }
  }
  return problems;
}

/** Whether personal data matches its hash, or was erased together with its salt. */
function isPersonalDataIntact(row: EventRow, column: "client" | "personal"): boolean {
  const [text, salt, hash] = [row[column], row[`${column}_salt`], row[`${column}_hash`]];
  if (text === null || salt === null) return text === null && salt === null;
  return saltedHashOf(text, salt) === hash;
}

function problemsOfEnd(last: Link, head: Head): Problem[] {
  if (last.id < head.count) {
    const message = `the end is missing: the last event is ${last.id}, but ${head.count} were recorded`;
    return [{ id: last.id + 1, kind: "truncated", message }];
  }
  // More than what was recorded at the beginning has been deleted meanwhile.
  if (last.id > head.count || last.hash === head.hash) return [];
  return [{ id: last.id, kind: "head", message: `event ${last.id} is not the last one that was recorded` }];
}

/** Events whose id is beyond the recorded number, unless more were recorded meanwhile. */
async function eventsAfter(database: Database, count: number): Promise<Problem[]> {
  const newest = await database
    .selectFrom("audit_events")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { count: current } = await headOf(database);
  if (newest === undefined || newest.id <= Math.max(current, count)) return [];
  const message = `event ${current + 1} was added without being recorded`;
  return [{ id: current + 1, kind: "head", message }];
}
