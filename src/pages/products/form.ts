import { html } from "ghtml";
import { Failure } from "#contract/failure";
import type { NewProduct, ProductRow } from "../../products/products.ts";
import type { Constraints } from "../design/constraints.ts";
import { checkbox, errorAttributes, errorText, input } from "../design/field.ts";
import { type FormErrors, type FormState, NO_ERRORS, type Values } from "../design/form-state.ts";
import { withLineFeeds } from "../design/form-values.ts";
import { textArea } from "../design/text-area.ts";
import type { Texts } from "../texts/en.ts";

/** The form of a product as a request left it. */
export interface ProductForm {
  readonly constraints: Readonly<Record<string, Constraints>>;
  readonly values: Values;
  readonly errors?: FormErrors;
}

/** The values of the form of a new product. */
export const NEW: Values = { inStock: "1" };

/** The state of a form, with the labels of its fields in the language of the page. */
export function toFormState(texts: Texts, { constraints, values, errors = NO_ERRORS }: ProductForm): FormState {
  const { name, price, description, inStock } = texts.products;
  return { texts, labels: { name, price, description, inStock }, constraints, values, errors };
}

/** The fields of a product, as markup. */
export function fields(form: FormState, { priceHint }: Texts["products"]): string {
  return html`!${input(form, { name: "name" })}
!${priceField(form, priceHint)}
!${textArea(form, { name: "description", rows: 5 })}
!${checkbox(form, "inStock")}`;
}

/** A browser sends the number in a field of this type with a decimal point, however it shows it. */
function priceField(form: FormState, hint: string): string {
  return html`<div class="field">
<label for="price">${form.labels.price}</label>
<input id="price" name="price" type="number" min="0" step="any" value="${form.values.price ?? ""}" autocomplete="off" required!${errorAttributes(form, "price", hint)}>
<p class="hint" id="price-hint">${hint}</p>
!${errorText(form, "price")}
</div>`;
}

/** The values of a stored product, and its version. */
export function toValues({ name, description, price, in_stock }: ProductRow, version: number): Values {
  return { name, description, price: String(price), inStock: String(in_stock), version: String(version) };
}

/** Converts the values of a form. */
export function toProduct({ name = "", description = "", price = "", inStock }: Values): NewProduct {
  return {
    name: name.trim(),
    description: withLineFeeds(description),
    price: price.trim() === "" ? Number.NaN : Number(price),
    inStock: inStock === "1",
  };
}

/** Whether a product already is as a form describes it. */
export function isStored({ name, description, price, inStock }: NewProduct, stored: ProductRow): boolean {
  return (
    name === stored.name.trim() &&
    description === withLineFeeds(stored.description) &&
    price === stored.price &&
    inStock === (stored.in_stock === 1)
  );
}

/** Throws `unprocessable` for a price that is no number; the schema checks only its size. */
export function assertPrice({ price }: NewProduct): void {
  if (Number.isFinite(price)) return;
  const details = [{ path: "/price", message: "must be a number", reason: "not-a-number" }];
  throw new Failure("unprocessable", "Please correct the fields below.", { reason: "fields-wrong", details });
}
