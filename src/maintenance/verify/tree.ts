import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { type Check, MAX_FOUND } from "./check.ts";

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
