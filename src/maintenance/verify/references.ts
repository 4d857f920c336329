import { sql } from "kysely";
import type { ForeignKey } from "../../database/core/engine.ts";
import type { Database } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { listTables } from "../tables/tables.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

/** References that no foreign key checks, because the row that has them may outlive the other one for a while. */
const UNCHECKED: readonly ForeignKey[] = [
  reference("items", "account_id", "libraries", "account_id"),
  reference("items", "file_id", "files", "id"),
  reference("copies", "file_id", "files", "id"),
  reference("undo_copies", "file_id", "files", "id"),
  reference("copies", "account_id", "libraries", "account_id"),
  reference("items", "picture_id", "pictures", "id"),
  reference("items", "creator_id", "accounts", "id"),
  reference("products", "created_by", "accounts", "id"),
  reference("file_chunks", "account_id", "libraries", "account_id"),
  reference("backup_chunks", "account_id", "libraries", "account_id"),
  reference("invitations", "account_id", "libraries", "account_id"),
  {
    table: "collaborators",
    columns: ["collection_id", "owner_id"],
    parent: "collections",
    parentColumns: ["id", "account_id"],
  },
];

function reference(table: string, column: string, parent: string, parentColumn: string): ForeignKey {
  return { table, columns: [column], parent, parentColumns: [parentColumn] };
}

/** Rows that refer to rows which do not exist. */
export const REFERENCES: Check = {
  name: "references",
  async *find(snapshot) {
    const keys = new Map((await listTables(snapshot)).map(({ name, key }): [string, readonly string[]] => [name, key]));
    const references = [...(await engineOf(snapshot).listForeignKeys(snapshot)), ...UNCHECKED];
    // The check of the tree says more about a wrong parent.
    const others = references.filter(({ table, parent }) => keys.has(table) && table !== parent);
    for (const found of others) yield* findBroken(snapshot, found, keys.get(found.table) ?? []);
  },
};

async function* findBroken(
  snapshot: Database,
  { table, columns, parent, parentColumns }: ForeignKey,
  key: readonly string[],
): AsyncIterable<Problem> {
  const all = (side: string, names: readonly string[]) => names.map((name) => sql.ref(`${side}.${name}`));
  const isSet = sql.join(
    all("child", columns).map((column) => sql`${column} is not null`),
    sql` and `,
  );
  const { rows } = await sql<
    Record<string, string | number>
  >`select ${sql.join(all("child", [...new Set([...key, ...columns])]))}
    from ${sql.table(table)} as child where ${isSet} and not exists (
      select 1 from ${sql.table(parent)} as parent
      where (${sql.join(all("parent", parentColumns))}) = (${sql.join(all("child", columns))}))
    limit ${MAX_FOUND}`.execute(snapshot);
  for (const row of rows)
    yield {
      message: `A row of ${wordsOf(table)} (${describe(row, key)}) refers to a row of ${wordsOf(parent)} that does not exist (${describe(row, columns)}).`,
    };
}

function describe(row: Readonly<Record<string, string | number>>, columns: readonly string[]): string {
  return columns.map((column) => `${wordsOf(column)} ${row[column]}`).join(", ");
}

/** The name of a table or a column in words. A shelf is where the items of a collection, of Unsorted or of the Trash are. */
function wordsOf(name: string): string {
  return name.replace("shelves", "places of items").replace("shelf", "place").replaceAll("_", " ");
}
