import type Sqlite from "better-sqlite3";
import { sameVersions, TABLE_GROUPS, type TableVersions } from "../../schema/table-groups.ts";
import type { Connections } from "./connections.ts";

const GROUPS = Object.keys(TABLE_GROUPS);

/**
 * Returns a function that reads the versions of all committed data; it returns undefined once the database is closed,
 * and while groups have no version. `PRAGMA data_version` changes with every commit of other connections, so it runs
 * on the reader, and the table of versions is read only when it has changed. An in-memory database has no reader, and
 * its writer would see versions that are rolled back, so there all groups change with every write.
 */
export function tableVersionReader({ writer, reader }: Connections): () => TableVersions | undefined {
  const readers = once(() => (reader === undefined ? changeReaders(writer) : groupReaders(reader)));
  let known: { readonly commit: unknown; readonly versions: TableVersions } | undefined;
  return () => {
    try {
      const { readCommit, readVersions } = readers();
      // Read first: a commit between the two reads is then noticed at the next call.
      const commit = readCommit();
      if (known === undefined || commit !== known.commit) known = { commit, versions: readVersions(commit) };
      return known.versions;
    } catch {
      return undefined;
    }
  };
}

interface Readers {
  /** Returns a value that changes with every commit. */
  readonly readCommit: () => unknown;
  readonly readVersions: (commit: unknown) => TableVersions;
}

function changeReaders(writer: Sqlite.Database): Readers {
  const changes = writer.prepare("select total_changes()").pluck();
  return { readCommit: () => changes.get(), readVersions: (commit) => sameVersions(String(commit)) };
}

function groupReaders(reader: Sqlite.Database): Readers {
  const dataVersion = reader.prepare("pragma data_version").pluck();
  // Changes of the schema fire no triggers, and may drop them.
  const schemaVersion = reader.prepare("pragma schema_version").pluck();
  // As text, because a number of JavaScript has only 53 bits.
  const versions = reader.prepare<[], { name: string; version: string }>(
    "select name, cast(version as text) as version from table_versions",
  );
  return {
    readCommit: () => dataVersion.get(),
    readVersions: () => {
      const schema = schemaVersion.get();
      const rows = new Map(versions.all().map(({ name, version }) => [name, version]));
      return Object.fromEntries(
        GROUPS.flatMap((name) => {
          const version = rows.get(name);
          return version === undefined ? [] : [[name, `${schema}.${version}`]];
        }),
      );
    },
  };
}

/** Calls a function the first time only. If it throws, it is called again. */
function once<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
