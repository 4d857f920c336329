import { type RawBuilder, sql } from "kysely";
import { afterTransaction, type Database, type Transaction } from "../database/database.ts";
import { engineOf } from "../database/engine.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag, Time } from "../database/schema/columns.ts";

// Which pages are to be read. `library/links/` reads them.

/** By adapter, because a database and its transactions share one. */
const listeners = new WeakMap<object, Set<() => void>>();

/**
 * Lets `add` have an effect on this handle and its transactions, until the returned function is called. `onAdded` is
 * called after the commit of pages that are to be read.
 */
export function enable(database: Database, onAdded: () => void = () => {}): () => void {
  const { adapter } = database.getExecutor();
  const added = listeners.get(adapter) ?? new Set();
  listeners.set(adapter, added.add(onAdded));
  return () => added.delete(onAdded);
}

/**
 * Asks that the pages of these items be read, in the transaction of a change of the library: before those of others if a
 * person waits for it. Does nothing unless the server reads pages, and for uploaded files.
 */
export async function add(
  transaction: Transaction,
  clock: () => number,
  ids: readonly number[],
  { urgent }: { readonly urgent: boolean },
): Promise<void> {
  const enabled = listeners.get(transaction.getExecutor().adapter) ?? new Set();
  if (enabled.size === 0 || ids.length === 0) return;
  const [id] = ids;
  const values = { urgent: urgent ? 1 : 0, dueAt: clock() } as const;
  if (ids.length === 1 && id !== undefined) await insertOne(transaction, { ...values, id });
  else await insertMany(transaction, { ...values, ids: JSON.stringify(ids) });
  afterTransaction(transaction, async (_, isCommitted) => {
    if (isCommitted) for (const onAdded of enabled) onAdded();
  });
}

/** The value of `cover` in the column `filled` of an item whose cover was named by the file from which it was imported. */
export const NAMED_BY_FILE = "file";

/**
 * Asks that the covers of these items, which a file named, be copied when their pages are read. Does nothing unless the
 * server reads pages.
 */
export async function copyCovers(transaction: Transaction, ids: readonly number[]): Promise<void> {
  if (!listeners.has(transaction.getExecutor().adapter)) return;
  await insertCopies(transaction, { ids: JSON.stringify(ids) });
}

const insertCopies = prepare((database, value: ValueOf<{ ids: string }>) =>
  database
    .insertInto("item_pages")
    .columns(["item_id", "account_id", "filled"])
    .expression((from) =>
      from
        .selectFrom("items")
        .select(["id", "account_id", sql.lit(JSON.stringify({ cover: NAMED_BY_FILE })).as("filled")])
        .where("cover", "<>", "")
        .where(engineOf(database).isInArray(sql.ref("items.id"), value("ids"))),
    ),
);

interface Values {
  readonly urgent: Flag;
  readonly dueAt: Time;
}

const insertOne = prepare((database, value: ValueOf<Values & { id: number }>) =>
  insert(database, value, sql`items.id = ${value("id")}`),
);

const insertMany = prepare((database, value: ValueOf<Values & { ids: string }>) =>
  insert(database, value, engineOf(database).isInArray(sql.ref("items.id"), value("ids"))),
);

function insert(database: Database, value: ValueOf<Values>, isWanted: RawBuilder<unknown>) {
  return database
    .insertInto("page_jobs")
    .columns(["item_id", "account_id", "urgent", "due_at"])
    .expression((from) =>
      from
        .selectFrom("items")
        .select(["items.id", "items.account_id"])
        .select([sql<Flag>`cast(${value("urgent")} as integer)`.as("urgent")])
        .select([sql<Time>`cast(${value("dueAt")} as bigint)`.as("due_at")])
        .where(sql<boolean>`${isWanted}`)
        .where("items.file_id", "is", null),
    )
    .onConflict((conflict) =>
      conflict.column("item_id").doUpdateSet(({ ref }) => ({
        urgent: sql<Flag>`case when excluded.urgent = 1 then 1 else page_jobs.urgent end`,
        due_at: ref("excluded.due_at"),
        attempts: 0,
      })),
    );
}
