import type { JsonSchema } from "../contract.ts";
import { isRecord } from "../record.ts";

/** Copies a value without the fields that a schema does not name. */
export type KnownFields = (value: unknown) => unknown;

/**
 * Returns a function that copies only the fields that the schema names, at any depth, and all fields of
 * an object whose `additionalProperties` has a schema, so that no
 * handler can store other fields by accident. Copying costs less than deleting: a body can have
 * thousands of unknown fields. Does not copy arrays that are too long, because validation rejects them.
 */
export function knownFieldsOf({ properties, items, maxItems, additionalProperties }: JsonSchema): KnownFields {
  const copyEntry = isRecord(items) ? knownFieldsOf(items) : undefined;
  const limit = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
  const fields = Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    copy: isRecord(schema) ? knownFieldsOf(schema) : unchanged,
  }));
  if ((fields.length === 0 && copyEntry === undefined) || isRecord(additionalProperties)) return unchanged;
  return (value) => {
    if (Array.isArray(value)) {
      return copyEntry === undefined || value.length > limit ? value : value.map(copyEntry);
    }
    if (!isRecord(value) || properties === undefined) return value;
    const copied: Record<string, unknown> = {};
    for (const { name, copy } of fields) {
      if (Object.hasOwn(value, name)) copied[name] = copy(value[name]);
    }
    return copied;
  };
}

function unchanged(value: unknown): unknown {
  return value;
}
