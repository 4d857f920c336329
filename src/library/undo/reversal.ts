import type { Database, Transaction } from "../../database/database.ts";
import { type Author, type Change, NOTHING, type Outcome } from "../journal/step.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as collections from "./revert-collections.ts";
import * as items from "./revert-items.ts";
import * as shelves from "./revert-shelves.ts";

/** What a step has recorded of collections and shelves. */
export interface Recorded {
  readonly collections: readonly collections.RecordedCollection[];
  readonly shelves: readonly shelves.RecordedShelf[];
}

/** Reads what a step has recorded of collections and shelves. */
export async function read(database: Database, stepId: number): Promise<Recorded> {
  return {
    collections: await collections.read(database, stepId),
    shelves: await shelves.read(database, stepId),
  };
}

/** What a step has recorded that has recorded neither. */
export const NOTHING_RECORDED: Recorded = { collections: [], shelves: [] };

/** The step to revert. */
interface Reversed {
  readonly stepId: number;
  readonly change: Change;
  readonly recorded: Recorded;
  /** The tree of the account, if the step has recorded collections. */
  readonly found: StoredTree | undefined;
  /** Lets others write. */
  readonly pause: () => Promise<void>;
}

/** Reverts a step that has recorded collections or shelves. After an interruption it can be repeated. */
export async function run(
  transaction: Transaction,
  author: Author,
  { stepId, change, recorded, found, pause }: Reversed,
): Promise<Outcome[]> {
  const { collections: ofCollections } = recorded;
  return [
    found === undefined
      ? NOTHING
      : await collections.restore(transaction, author, stepId, { found, recorded: ofCollections, pause }),
    await shelves.moveBack(transaction, author, stepId, { to: change.to, recorded: recorded.shelves, pause }),
    await items.restore(transaction, author, stepId, change, undefined),
  ];
}
