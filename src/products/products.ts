import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag, ProductsTable } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import type { ProductIds } from "./product-id.ts";

/** A product as it is stored. */
export interface ProductRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly in_stock: Flag;
}

/** What a product is made of. */
export interface NewProduct {
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly inStock: boolean;
}

/** What may change of a product; what is left out stays. */
export type ProductChange = { readonly [Field in keyof NewProduct]?: NewProduct[Field] | undefined };

/** Throws when a product, as it is now, is not to be changed. */
export type Precondition = (current: ProductRow) => Promise<void>;

export const COLUMNS = ["id", "name", "description", "price", "in_stock"] as const;

export async function create(
  database: Database,
  newId: ProductIds,
  { name, description, price, inStock }: NewProduct,
): Promise<ProductRow> {
  const product: ProductRow = { id: newId(), name, description, price, in_stock: inStock ? 1 : 0 };
  await insert(database, { ...product, search_text: toSearchText(product) });
  return product;
}

const insert = prepare((database, value: ValueOf<ProductsTable>) =>
  database.insertInto("products").values({
    id: value("id"),
    name: value("name"),
    description: value("description"),
    price: value("price"),
    in_stock: value("in_stock"),
    search_text: value("search_text"),
  }),
);

/** Throws `notFound` when there is no such product. */
export async function get(database: Database, id: string): Promise<ProductRow> {
  const [product] = await byId(database, { id });
  return product ?? refuseUnknown();
}

const byId = prepare((database, value: ValueOf<{ id: string }>) =>
  database.selectFrom("products").select(COLUMNS).where("id", "=", value("id")),
);

/** Changes what is given. Throws `notFound`, and what the precondition throws; then nothing has changed. */
export async function update(
  database: Database,
  id: string,
  change: ProductChange,
  precondition: Precondition,
): Promise<ProductRow> {
  const { name, description, price, inStock } = change;
  return database.transaction().execute(async (transaction) => {
    const current = await getForUpdate(transaction, id);
    await precondition(current);
    const product: ProductRow = {
      id,
      name: name ?? current.name,
      description: description ?? current.description,
      price: price ?? current.price,
      in_stock: inStock === undefined ? current.in_stock : inStock ? 1 : 0,
    };
    await transaction
      .updateTable("products")
      .set({ ...product, search_text: toSearchText(product) })
      .where("id", "=", id)
      .execute();
    return product;
  });
}

/** Deletes a product and gives it back. Throws `notFound`, and what the precondition throws; then nothing has changed. */
export async function remove(database: Database, id: string, precondition: Precondition): Promise<ProductRow> {
  return database.transaction().execute(async (transaction) => {
    const product = await getForUpdate(transaction, id);
    await precondition(product);
    await transaction.deleteFrom("products").where("id", "=", id).execute();
    return product;
  });
}

async function getForUpdate(transaction: Transaction, id: string): Promise<ProductRow> {
  const product = await transaction
    .selectFrom("products")
    .select(COLUMNS)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return product ?? refuseUnknown();
}

/** Name and description as `q` is looked for in them. */
function toSearchText({ name, description }: ProductRow): string {
  return `${name}\n${description}`.toLowerCase();
}

function refuseUnknown(): never {
  throw new Failure("notFound", "There is no product with this id.");
}
