import type { Kysely } from "kysely";
import * as accounts from "./0001-accounts.ts";
import * as products from "./0002-products.ts";
import * as administration from "./0003-administration.ts";
import * as collections from "./0004-collections.ts";
import * as productVersions from "./0005-product-versions.ts";

/** One change of the tables. It knows nothing of the schema that later versions have. */
export interface Migration {
  readonly up: (database: Kysely<unknown>) => Promise<void>;
}

/** By their names, which are in the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Every migration. They are frozen: what has been released is never edited. */
export const migrations: Migrations = {
  "0001-accounts": accounts,
  "0002-products": products,
  "0003-administration": administration,
  "0004-collections": collections,
  "0005-product-versions": productVersions,
};
