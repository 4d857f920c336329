import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import type { ListReader } from "./read-list.ts";

/** What the pages of bookmarks need. */
export interface Dependencies {
  readonly context: Context;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
}

/** What the lists need. */
export interface ListDependencies extends Dependencies {
  readonly readList: ListReader;
}
