import { createHash } from "node:crypto";
import type { Database } from "../../src/database/database.ts";
import { countAndHashTables, type TableSummary } from "../../src/maintenance/tables/summaries.ts";

/**
 * What a copy of a database must have in common with it: the rows of every table. Of the audit log the events without
 * those that record a restore or a move, which each copy has in addition; the end of the chain differs by them.
 */
export async function summarizeContent(database: Database): Promise<TableSummary[]> {
  const events = await database
    .selectFrom("audit_events")
    .selectAll()
    .where("action", "not in", ["backup.restore", "data.move"])
    .orderBy("id")
    .execute();
  const hash = createHash("sha256").update(JSON.stringify(events)).digest("hex");
  const tables = await countAndHashTables(database);
  return tables
    .filter(({ table }) => table !== "audit_head")
    .map((summary) => (summary.table === "audit_events" ? { ...summary, rows: events.length, hash } : summary));
}
