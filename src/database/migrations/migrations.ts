import type { Kysely } from "kysely";
import * as accounts from "./0001-accounts.ts";
import * as products from "./0002-products.ts";
import * as administration from "./0003-administration.ts";
import * as collections from "./0004-collections.ts";
import * as productVersions from "./0005-product-versions.ts";

/** One change of the schema. Untyped, because `Schema` describes only the newest version. */
export interface Migration {
  readonly up: (database: Kysely<unknown>) => Promise<void>;
}

/** Migrations by name. They run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** All migrations. A released one is frozen: it is never edited. */
export const migrations: Migrations = {
  "0001-accounts": accounts,
  "0002-products": products,
  "0003-administration": administration,
  "0004-collections": collections,
  "0005-product-versions": productVersions,
};
