import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

/** Where items are: each collection can hold items, and items are in places of their own account. */
export const PLACES: Check = {
  name: "places of items",
  async *find(snapshot) {
    yield* findMissing(snapshot);
    yield* findForeign(snapshot);
    yield* findHeld(snapshot);
  },
};

/** Each collection has one permanent shelf; a unique index allows no second one. */
async function* findMissing(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number }>`select id, account_id from collections
    where not exists (select 1 from shelves where collection_id = collections.id and place = 'collection' and moved = 0)
    order by id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id } of rows)
    yield {
      message: `The collection ${id} of account ${account_id} has no place for its items.`,
      repair: async (transaction) => {
        await sql`insert into shelves (account_id, place, collection_id)
          select account_id, 'collection', id from collections where id = ${id}
          on conflict do nothing`.execute(transaction);
      },
    };
}

async function* findForeign(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number; other: number }>`select items.id, items.account_id,
      shelves.account_id as other
    from items inner join shelves on shelves.id = shelf_id
    where shelves.account_id <> items.account_id order by items.id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id, other } of rows)
    yield { message: `The item ${id} of account ${account_id} is in a collection of account ${other}.` };
}

/** A held shelf awaits that its undo step is reverted or expires. */
async function* findHeld(snapshot: Database): AsyncIterable<Problem> {
  const { rows } = await sql<{ id: number; account_id: number; count: number }>`select id, account_id, count
    from shelves where held = 1 and not exists (select 1 from undo_shelves where shelf_id = shelves.id)
    order by id limit ${MAX_FOUND}`.execute(snapshot);
  for (const { id, account_id, count } of rows)
    yield {
      message: `${count} removed items of account ${account_id} wait for an undo that does not exist.`,
      repair: async (transaction) => {
        await sql`update shelves set held = 0
          where id = ${id} and not exists (select 1 from undo_shelves where shelf_id = shelves.id)`.execute(
          transaction,
        );
      },
    };
}
