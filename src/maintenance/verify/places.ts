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

/** More collections than a path of the tree has. */
const MAX_DEPTH = 64;

interface Misplaced {
  readonly id: number;
  readonly account_id: number;
  readonly parent_id: number | null;
  readonly depth: number;
  readonly parent_depth: number | null;
  readonly parent_account: number | null;
}

/** The tree of collections: parents exist, belong to the same account, and are one level higher. */
export const TREE: Check = {
  name: "collection tree",
  async *find(snapshot) {
    const { rows } = await sql<Misplaced>`select child.id, child.account_id, child.parent_id, child.depth,
        parent.depth as parent_depth, parent.account_id as parent_account
      from collections as child left join collections as parent on parent.id = child.parent_id
      where child.depth <> coalesce(parent.depth, 0) + 1 or child.depth > ${MAX_DEPTH}
        or (child.parent_id is not null and (parent.id is null or parent.account_id <> child.account_id))
      order by child.id limit ${MAX_FOUND}`.execute(snapshot);
    for (const row of rows)
      yield { message: `The collection ${row.id} of account ${row.account_id} ${await describe(snapshot, row)}.` };
  },
};

async function describe(snapshot: Database, row: Misplaced): Promise<string> {
  const { id, parent_id, depth, parent_depth, parent_account, account_id } = row;
  if (parent_id === null) return `has no parent, but the depth ${depth}`;
  if (parent_account === null) return `has the parent ${parent_id}, which does not exist`;
  if (parent_account !== account_id) return `has the parent ${parent_id} of account ${parent_account}`;
  if (await isOwnAncestor(snapshot, id, parent_id)) return "is its own ancestor";
  if (depth > MAX_DEPTH) return `has the depth ${depth}, more than ${MAX_DEPTH}`;
  return `has the depth ${depth}, but its parent ${parent_id} has the depth ${parent_depth}`;
}

async function isOwnAncestor(snapshot: Database, id: number, parentId: number): Promise<boolean> {
  const visited = new Set<number>();
  let current: number | null = parentId;
  while (current !== null && !visited.has(current)) {
    if (current === id) return true;
    visited.add(current);
    const parent: { parent_id: number | null } | undefined = await snapshot
      .selectFrom("collections")
      .select("parent_id")
      .where("id", "=", current)
      .executeTakeFirst();
    current = parent?.parent_id ?? null;
  }
  return false;
}
