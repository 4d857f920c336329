import { type CompiledQuery, sql } from "kysely";
import type { Database } from "../core/handle.ts";
import { TABLE_GROUPS, type TableGroup, type TableVersions } from "../schema/table-groups.ts";
import { pipelinesOf } from "./driver/dialect.ts";
import { rejectIfSlow } from "./driver/slow-query.ts";
import { SharedQuery } from "./shared-query.ts";

// A cast: the object has exactly these keys.
const GROUPS = Object.keys(TABLE_GROUPS) as TableGroup[];

/** Milliseconds that a request waits for the versions. Without them its response is not cached. */
const TIMEOUT_MS = 1_000;

type Row = Readonly<Record<TableGroup, string | null>>;

/** See `Engine`. */
export function tableVersionReader(database: Database): () => Promise<TableVersions | undefined> {
  let known: TableVersions = {};
  const columns = GROUPS.map((group) => sql.raw<string | null>(versionOf(group)).as(group));
  const select = database.selectNoFrom(columns).compile();
  const query = new SharedQuery(async () => {
    const [row] = await rejectIfSlow(selectVersions(database, select), TIMEOUT_MS);
    if (row === undefined) return undefined;
    if (GROUPS.some((group) => known[group] !== (row[group] ?? undefined)))
      known = Object.fromEntries(GROUPS.flatMap((group) => (row[group] === null ? [] : [[group, row[group]]])));
    return known;
  });
  return () => query.run().catch(() => undefined);
}

async function selectVersions(database: Database, select: CompiledQuery<Row>): Promise<readonly Row[]> {
  const found = await pipelinesOf(database)?.execute<Row>({ sql: select.sql, values: [], isRead: true });
  return found ?? (await database.executeQuery(select)).rows;
}

/**
 * SQL: the version of a group as text. Null while a change of one of its tables is not committed, and for microseconds
 * while another process reads the versions. Migration 0030-version-sequences says how.
 */
function versionOf(group: string): string {
  const sequence = `${group}_version`;
  return `case when pg_try_advisory_xact_lock('${sequence}'::regclass::oid::bigint)
    then (select last_value::text from ${sequence}) end`;
}

/** SQL: gives all groups new versions. Call it in the transaction that changes the tables. */
export const RENEW_VERSIONS: string = GROUPS.map((group) => `renew_version('${group}_version')`).join(", ");
