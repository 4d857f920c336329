import type { Contract, JsonSchema } from "#contract/contract";
import { isRecord } from "#contract/record";

/** What the browser checks in a field before it sends the form. */
export interface Constraints {
  readonly required?: boolean;
  readonly minLength?: number;
  /** In UTF-16 code units for a browser, in characters for the contract: a browser may stop at fewer emoji. */
  readonly maxLength?: number;
  readonly type?: "text" | "email" | "password";
}

/** The types of fields by the `format` of a schema. */
const TYPES: ReadonlyMap<unknown, "email" | "password"> = new Map([
  ["email", "email"],
  ["password", "password"],
]);

/**
 * The constraints of the fields in the JSON body of an operation. The form of a page has the same bounds, so they are
 * read from the contract.
 */
export function constraintsOf({ operations }: Contract, operationId: string): Readonly<Record<string, Constraints>> {
  const { properties, required } = operations.find(({ id }) => id === operationId)?.bodySchema ?? {};
  if (!isRecord(properties)) throw new Error(`The contract has no operation ${operationId} with fields.`);
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(properties).map(([property, schema]) => [
      property,
      isRecord(schema) ? { ...boundsOf(schema), required: names.includes(property) } : {},
    ]),
  );
}

function boundsOf({ minLength, maxLength, format }: JsonSchema): Constraints {
  const type = TYPES.get(format);
  return {
    ...(typeof minLength === "number" && { minLength }),
    ...(typeof maxLength === "number" && { maxLength }),
    ...(type !== undefined && { type }),
  };
}
