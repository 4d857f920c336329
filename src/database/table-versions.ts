import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { syncVersionReaderOf } from "./dialect.ts";
import { versionOf } from "./postgres/table-versions.ts";
import { prepare } from "./prepared.ts";
import { SharedQuery } from "./shared-query.ts";
import { rejectIfSlow } from "./slow-query.ts";
import { TABLE_GROUPS, type TableGroup, type TableVersions } from "./table-groups.ts";

// A cast: the object has exactly these keys.
const GROUPS = Object.keys(TABLE_GROUPS) as TableGroup[];

/** Milliseconds that a request waits for the versions. Without them its response is not cached. */
const TIMEOUT_MS = 1_000;

type Read = TableVersions | undefined;

/**
 * Returns a function that reads the versions of the committed data by group of tables; undefined if they can't be read.
 * A group that has no version now is left out.
 */
export function tableVersionReader(database: Database): () => Read | Promise<Read> {
  const readSync = syncVersionReaderOf(database);
  if (readSync !== undefined) return readSync;
  let known: TableVersions = {};
  const query = new SharedQuery(async () => {
    const [row] = await rejectIfSlow(selectVersions(database, {}), TIMEOUT_MS);
    if (row === undefined) return undefined;
    if (GROUPS.some((group) => known[group] !== (row[group] ?? undefined)))
      known = Object.fromEntries(GROUPS.flatMap((group) => (row[group] === null ? [] : [[group, row[group]]])));
    return known;
  });
  return () => query.run().catch(() => undefined);
}

const selectVersions = prepare((database) =>
  database.selectNoFrom(GROUPS.map((group) => versionColumn(group).as(group))),
);

function versionColumn(group: TableGroup): RawBuilder<string | null> {
  return sql.raw<string | null>(versionOf(group));
}
