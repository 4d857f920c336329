import { type AuditEvent, toExported } from "../../audit/event.ts";
import * as listing from "../../audit/listing.ts";
import type { Database } from "../../database/database.ts";
import { toSpreadsheetLine } from "./csv-line.ts";

/** The cells of an event, by column. */
const COLUMNS: Readonly<Record<string, (event: AuditEvent) => string | number | null>> = {
  id: ({ id }) => id,
  time: ({ occurredAt }) => new Date(occurredAt).toISOString(),
  actor: ({ actor }) => actor,
  actor_id: ({ actorId }) => actorId,
  via: ({ via }) => via,
  credential: ({ credential }) => credential,
  ip_address: ({ address }) => address,
  user_agent: ({ userAgent }) => userAgent,
  action: ({ action }) => action,
  account_id: ({ accountId }) => accountId,
  target_kind: ({ targetKind }) => targetKind,
  target_id: ({ targetId }) => targetId,
  details: ({ details }) => details,
  personal: ({ personal }) => personal,
  hash: ({ hash }) => hash,
};

/** The events of a filter as the parts of a CSV file, newest first; read as the parts are consumed. */
export async function* csvParts(database: Database, filter: listing.Filter): AsyncIterable<string> {
  yield toSpreadsheetLine(Object.keys(COLUMNS));
  const toCells = Object.values(COLUMNS);
  for await (const events of listing.batches(database, filter)) {
    yield events.map((event) => toSpreadsheetLine(toCells.map((toCell) => String(toCell(event) ?? "")))).join("");
  }
}

/** `csvParts` as JSON lines, an object for each event. */
export async function* jsonLines(database: Database, filter: listing.Filter): AsyncIterable<string> {
  for await (const events of listing.batches(database, filter)) {
    yield events.map((event) => `${JSON.stringify(toExported(event))}\n`).join("");
  }
}
