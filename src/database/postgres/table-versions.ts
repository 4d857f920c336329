import { TABLE_GROUPS } from "../table-groups.ts";

/**
 * SQL: the version of a group as text. Null while a change of one of its tables is not committed, and for microseconds
 * while another process reads the versions. Migration 0030-version-sequences says how.
 */
export function versionOf(group: string): string {
  const sequence = `${group}_version`;
  return `case when pg_try_advisory_xact_lock('${sequence}'::regclass::oid::bigint)
    then (select last_value::text from ${sequence}) end`;
}

/** SQL: gives all groups new versions. Call it in the transaction that changes the tables. */
export const RENEW_VERSIONS: string = Object.keys(TABLE_GROUPS)
  .map((group) => `renew_version('${group}_version')`)
  .join(", ");
