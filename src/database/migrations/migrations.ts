import type { Migration } from "kysely/migration";
import * as accounts from "./0001-accounts.ts";
import * as products from "./0002-products.ts";

/** Every migration, in its order. They are frozen: what has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-accounts": accounts,
  "0002-products": products,
};
