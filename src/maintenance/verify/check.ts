import type { Database, Transaction } from "../../database/database.ts";

/** Something that is wrong with the data. */
export interface Problem {
  /** One sentence for the operator of the server. */
  readonly message: string;
  /** Rebuilds derived data. Undefined if nothing else holds what is lost. */
  readonly repair?: ((transaction: Transaction) => Promise<void>) | undefined;
}

/** One kind of rule that the data must satisfy. */
export interface Check {
  /** Short, in lower case, such as `search index`. */
  readonly name: string;
  /** Reads in the given snapshot. Yields at most a few thousand problems. */
  readonly find: (snapshot: Database) => AsyncIterable<Problem>;
  /** Whether `find` gets the database itself instead of a snapshot. */
  readonly isOutsideSnapshot?: boolean;
}

/** Maximum problems that one query of a check returns. */
export const MAX_FOUND = 1_000;
