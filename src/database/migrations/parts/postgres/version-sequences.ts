import { VERSIONED_TABLES } from "../versioned-tables.ts";

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
