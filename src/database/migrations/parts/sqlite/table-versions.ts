import { VERSIONED_TABLES } from "../versioned-tables.ts";

/**
 * The table `table_versions`, with a row for each group of tables, and triggers that give the group a new version with
 * every change. Versions are random, so that none returns with other data: a counter would, after the restore of an
 * older database.
 */
export const TABLE_VERSIONS: readonly string[] = [
  "create table table_versions (name text not null primary key, version integer not null) without rowid",
  ...Object.entries(VERSIONED_TABLES).flatMap(([group, tables]) => [
    `insert into table_versions (name, version) values ('${group}', random())`,
    ...tables.flatMap((table) =>
      ["insert", "update", "delete"].map(
        (event) => `create trigger ${table}_version_${event} after ${event} on ${table} begin
          update table_versions set version = random() where name = '${group}'; end`,
      ),
    ),
  ]),
];
