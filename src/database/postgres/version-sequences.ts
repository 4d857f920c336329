import { VERSIONED_TABLES } from "../versioned-tables.ts";

// Frozen like migrations: 0030-version-sequences creates these sequences, functions and triggers.

/**
 * A sequence for each group of tables, whose value is the version of the group, and triggers that give it a random value
 * with every change. A version in a row would be locked by each change until its commit, and all other changes would
 * wait. A sequence is not locked, but other connections see its new value before the commit. So each change also holds
 * an advisory lock, in shared mode, until its commit: while nobody holds it, the version is that of the committed data.
 * The number of the lock is the sequence's OID.
 *
 * Versions are random, so that none returns with other data. An exception is an asynchronous standby that becomes the
 * primary and has received a version, but not the commit after it.
 */
export const VERSION_SEQUENCES: readonly string[] = [
  `create function renew_version(sequence regclass) returns void language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(sequence::oid::bigint);
    perform setval(sequence, 1 + floor(random() * 2 ^ 52)::bigint);
  end $$`,
  `create function renew_version_of_table() returns trigger language plpgsql as $$ begin
    perform renew_version(tg_argv[0]::regclass);
    return null;
  end $$`,
  ...Object.entries(VERSIONED_TABLES).flatMap(([group, tables]) => [
    `create sequence ${group}_version`,
    ...tables.map(
      (table) => `create trigger ${table}_version after insert or update or delete or truncate on ${table}
        for each statement execute function renew_version_of_table('${group}_version')`,
    ),
  ]),
];

/**
 * SQL: the version of a group as text. Null while a change of one of its tables is not committed, and for microseconds
 * while another process reads the versions.
 */
export function versionOf(group: string): string {
  const sequence = `${group}_version`;
  return `case when pg_try_advisory_xact_lock('${sequence}'::regclass::oid::bigint)
    then (select last_value::text from ${sequence}) end`;
}

/** SQL: gives all groups new versions. Call it in the transaction that changes the tables. */
export const RENEW_VERSIONS: string = Object.keys(VERSIONED_TABLES)
  .map((group) => `renew_version('${group}_version')`)
  .join(", ");
