import type { Failure } from "#contract/failure";
import type { components } from "../../../generated/catalogue.ts";
import type { ProductRow } from "../../products/products.ts";

type Schemas = components["schemas"];

/** Maps a product to the contract's schema. */
export function toProduct({ id, name, description, price, in_stock }: ProductRow): Schemas["Product"] {
  return { id, name, description, price, inStock: in_stock === 1 };
}

/** Maps a failure to the contract's error body: a message, and the fields that caused the failure. */
export function toFailureBody({ message, details }: Failure): Schemas["Failure"] {
  if (details.length === 0) return { error: message };
  return { error: message, details: details.map(({ path, message }) => ({ path, message })) };
}
