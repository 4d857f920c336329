import { CompiledQuery } from "kysely";
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
  const query = new SharedQuery(async () => {
    const [row] = await rejectIfSlow(selectVersions(database), TIMEOUT_MS);
    if (row === undefined) return undefined;
    if (GROUPS.some((group) => known[group] !== (row[group] ?? undefined)))
      known = Object.fromEntries(GROUPS.flatMap((group) => (row[group] === null ? [] : [[group, row[group]]])));
    return known;
  });
  return () => query.run().catch(() => undefined);
}

const SELECT = `select ${GROUPS.map((group) => `${versionOf(group)} as "${group}"`).join(", ")}`;

async function selectVersions(database: Database): Promise<readonly Row[]> {
  const found = await pipelinesOf(database)?.execute<Row>({ sql: SELECT, values: [], isRead: true });
  return found ?? (await database.executeQuery<Row>(CompiledQuery.raw(SELECT))).rows;
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
