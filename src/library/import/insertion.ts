import { type CompiledQuery, sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import { newId } from "../items/highlight.ts";
import { toColumns } from "../items/item.ts";
import { toStored } from "./bookmark/bookmark.ts";
import type { Fresh } from "./survey.ts";

/** What files of other programs do not say. */
const DEFAULTS = { type: "link", media: [], broken: false, reminderAt: null } as const;

/** The columns of a bookmark that differ between those of a file. */
export type Row = ReturnType<typeof toRow>;

/**
 * Inserts the bookmarks of an import, many in a statement. Compiles the statement once for each number of rows, because
 * that takes as long as everything else that is done with a bookmark before the database has it.
 */
export class Insertion {
  readonly #transaction: Transaction;
  /** By the number of rows. */
  readonly #statements = new Map<number, CompiledQuery<{ id: number }>>();

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** Returns the ids of the items. Call it within `Engine.insertItems`. */
  async insert(rows: readonly Row[]): Promise<{ id: number }[]> {
    if (rows.length === 0) return [];
    const statement = this.#statements.get(rows.length) ?? this.#compile(rows);
    this.#statements.set(rows.length, statement);
    // In the order of the columns, as Kysely compiles them.
    const parameters = rows.flatMap((row) => Object.values(row));
    const inserted = await this.#transaction.executeQuery<{ id: number }>({ ...statement, parameters });
    return inserted.rows;
  }

  #compile(rows: readonly Row[]): CompiledQuery<{ id: number }> {
    const position = sql.lit(0);
    const values = rows.map((row) => ({ ...row, position }));
    return this.#transaction.insertInto("items").values(values).returning("id").compile();
  }
}

export function toRow(
  { bookmark, linkKey }: Fresh,
  accountId: number,
  { shelfId, sort }: { readonly shelfId: number; readonly sort: number },
  now: number,
) {
  const { created, updated, path: _path, ...content } = bookmark;
  const highlights = toStored(bookmark, newId, now);
  return {
    account_id: accountId,
    shelf_id: shelfId,
    ...toColumns({ ...DEFAULTS, ...content, highlights }, linkKey),
    sort,
    created_at: created ?? now,
    // Clients that ask for what has changed since their last visit would miss an older time.
    updated_at: updated ?? now,
  };
}
