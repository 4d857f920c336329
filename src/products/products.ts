import { sql } from "kysely";
import { changed, Failure } from "#contract/failure";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { isCheckViolation } from "../database/failures.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag } from "../database/schema/columns.ts";
import { PRODUCT_QUOTA } from "../database/schema/products.ts";
import type { ProductIdGenerator } from "./product-id.ts";

/** A stored product, without its version and search text. */
export interface ProductRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly in_stock: Flag;
}

/** Input of `create`. */
export interface NewProduct {
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly inStock: boolean;
}

/** Fields to change; the others stay as they are. */
export type ProductChange = { readonly [Field in keyof NewProduct]?: NewProduct[Field] | undefined };

/** A product, and its version, which every change increments. */
export interface VersionedProduct {
  readonly product: ProductRow;
  readonly version: number;
}

/** Precondition of a change. */
export interface Condition {
  /** The version that the product must still have; undefined allows any version. */
  readonly ifVersion?: number | undefined;
}

export const COLUMNS = ["id", "name", "description", "price", "in_stock"] as const;

/** Creates a product. `newId` generates its id. Throws `forbidden` beyond the account's quota. */
export async function create(
  database: Database,
  accountId: number,
  newId: ProductIdGenerator,
  { name, description, price, inStock }: NewProduct,
): Promise<ProductRow> {
  const product: ProductRow = { id: newId(), name, description, price, in_stock: inStock ? 1 : 0 };
  try {
    await insert(database, { ...product, search_text: toSearchText(product), created_by: accountId });
  } catch (error) {
    throw isCheckViolation(error, PRODUCT_QUOTA.constraint) ? tooManyProducts(error) : error;
  }
  return product;
}

const insert = prepare((database, value: ValueOf<ProductRow & { search_text: string; created_by: number }>) =>
  database.insertInto("products").values({
    id: value("id"),
    name: value("name"),
    description: value("description"),
    price: value("price"),
    in_stock: value("in_stock"),
    search_text: value("search_text"),
    created_by: value("created_by"),
  }),
);

function tooManyProducts(cause: unknown): Failure {
  const limit = PRODUCT_QUOTA.max.toLocaleString("en");
  const message = `Your account has reached its limit of ${limit} products. Delete products that it created.`;
  return new Failure("forbidden", message, {
    reason: "product-limit",
    values: { limit: PRODUCT_QUOTA.max },
    limit: "quota",
    cause,
  });
}

/** The largest product id; undefined if there is no product. */
export async function findLastId(database: Database): Promise<string | undefined> {
  const last = await database.selectFrom("products").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return last?.id;
}

/** The product with this id. Throws `notFound`. */
export async function get(database: Database, id: string): Promise<ProductRow> {
  const [product] = await byId(database, { id });
  if (product === undefined) throw notFound();
  return product;
}

const byId = prepare((database, value: ValueOf<{ id: string }>) =>
  database.selectFrom("products").select(COLUMNS).where("id", "=", value("id")),
);

/** A product and its version, for conditional changes. Throws `notFound`. */
export async function getVersioned(database: Database, id: string): Promise<VersionedProduct> {
  return toVersioned(await selectVersioned(database, id).executeTakeFirst());
}

/** Changes the given fields. Throws `notFound`, and `changed` if the version is not `ifVersion`. */
export async function update(
  database: Database,
  id: string,
  { name, description, price, inStock }: ProductChange,
  condition: Condition = {},
): Promise<ProductRow> {
  return inTransaction(database, async (transaction) => {
    const current = await getForUpdate(transaction, id, condition);
    const product: ProductRow = {
      id,
      name: name ?? current.name,
      description: description ?? current.description,
      price: price ?? current.price,
      in_stock: inStock === undefined ? current.in_stock : inStock ? 1 : 0,
    };
    await transaction
      .updateTable("products")
      .set({ ...product, search_text: toSearchText(product), version: sql`version + 1` })
      .where("id", "=", id)
      .execute();
    return product;
  });
}

/** Deletes a product and returns it. Throws like `update`. */
export async function remove(database: Database, id: string, condition: Condition = {}): Promise<ProductRow> {
  return inTransaction(database, async (transaction) => {
    const product = await getForUpdate(transaction, id, condition);
    await transaction.deleteFrom("products").where("id", "=", id).execute();
    return product;
  });
}

/** A product in a list of names. */
export type NamedProduct = Pick<ProductRow, "id" | "name">;

/** The names of those of some products that exist, newest first. */
export async function namesOf(database: Database, ids: readonly string[]): Promise<NamedProduct[]> {
  if (ids.length === 0) return [];
  return database.selectFrom("products").select(["id", "name"]).where("id", "in", ids).orderBy("id", "desc").execute();
}

/** Deletes those of some products that exist, and returns their number. */
export async function removeAll(database: Database, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return inTransaction(database, async (transaction) => {
    // Locked in one order, so that two deletions of the same products can't wait for each other.
    const found = transaction.selectFrom("products").select("id").where("id", "in", ids).orderBy("id").forUpdate();
    const stored = (await found.execute()).map(({ id }) => id);
    if (stored.length > 0) await transaction.deleteFrom("products").where("id", "in", stored).execute();
    return stored.length;
  });
}

/**
 * Reads and locks a row, so that checks on it still hold when the transaction writes.
 * Throws `notFound`, and `changed` if the condition is not met.
 */
async function getForUpdate(transaction: Transaction, id: string, { ifVersion }: Condition): Promise<ProductRow> {
  const { product, version } = toVersioned(await selectVersioned(transaction, id).forUpdate().executeTakeFirst());
  if (ifVersion === undefined || version === ifVersion) return product;
  throw changed();
}

function selectVersioned(database: Database, id: string) {
  return database
    .selectFrom("products")
    .select([...COLUMNS, "version"])
    .where("id", "=", id);
}

function toVersioned(row: (ProductRow & { readonly version: number }) | undefined): VersionedProduct {
  if (row === undefined) throw notFound();
  const { version, ...product } = row;
  return { product, version };
}

/** The text that the query parameter `q` is matched against. */
function toSearchText({ name, description }: ProductRow): string {
  return `${name}\n${description}`.toLowerCase();
}

function notFound(): Failure {
  return new Failure("notFound", "There is no product with this id.", { reason: "product-not-found" });
}
