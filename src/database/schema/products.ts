import type { ColumnType, Generated } from "kysely";
import type { Flag } from "./columns.ts";

export interface ProductsTable {
  /** 24 lower-case hexadecimal digits, ascending by creation time. */
  id: string;
  name: string;
  description: string;
  price: number;
  in_stock: Flag;
  /** Name and description, normalised for the search parameter `q`. */
  search_text: string;
  /** Incremented by every update. */
  version: Generated<number>;
  /** The account that created it; null for products from before this was recorded. */
  created_by: ColumnType<number | null, number | null | undefined, never>;
}

/** How many existing products an account created: the sum of `count` over its parts, maintained by triggers. */
export interface ProductCountsTable {
  account_id: number;
  part: number;
  count: ColumnType<number, never, never>;
}

/** Maximum existing products that one account created, and the name of the constraint. */
export const PRODUCT_QUOTA = { max: 1_000_000, constraint: "product_counts_quota" } as const;
