import type { components } from "../../../generated/catalogue.ts";
import type { Failure } from "../../errors.ts";
import type { ProductRow } from "../../products/products.ts";

type Schemas = components["schemas"];

/** A product in the shape of the contract. */
export function toProduct({ id, name, description, price, in_stock }: ProductRow): Schemas["Product"] {
  return { id, name, description, price, inStock: in_stock === 1 };
}

/** A failure in the shape of the contract: a sentence, and the fields that caused it. */
export function toFailureBody({ message, details }: Failure): Schemas["Failure"] {
  if (details.length === 0) return { error: message };
  return { error: message, details: details.map(({ path, message }) => ({ path, message })) };
}
