import type { ErrorObject } from "ajv/dist/2020.js";
import type { SafePromiseLike } from "fastify";
import type { JsonSchema } from "../contract.ts";
import { isRecord } from "../record.ts";
import { ownTurn, Slices } from "../scheduling.ts";
import { MAX_ERRORS } from "./bounded-items.ts";

/** Returns the valid value, or what is wrong with it. */
export type Validator = (value: unknown) => { readonly value: unknown } | { readonly error: ErrorObject[] };

/** Creates the validator of a part of a body. `path` names the part among those of the body. */
type Compile = (part: JsonSchema, path: string) => Validator;

/**
 * Returns a validator of bodies that are too large to be validated at once. It validates each entry of the array in a
 * field on its own, yields to the event loop between them, and leaves in the body only what the schema names. Fastify
 * takes no value from a validator that returns a promise, so this one changes the body, and rejects with the errors.
 */
export function largeBodyValidator(schema: JsonSchema, field: string, compile: Compile) {
  const { entry, frame } = partsOf(schema, field);
  const [validateFrame, validateEntry] = [compile(frame, ""), compile(entry, `/${field}`)];
  const validate = async (body: unknown): Promise<true> => {
    const result = validateFrame(body);
    if ("error" in result) return Promise.reject(result.error);
    const entries = isRecord(body) ? body[field] : undefined;
    if (!Array.isArray(entries)) return true;
    const errors: ErrorObject[] = [];
    const slices = new Slices(ownTurn);
    for (let index = 0; index < entries.length && errors.length < MAX_ERRORS; index++) {
      const validated = validateEntry(entries[index]);
      if ("value" in validated) entries[index] = validated.value;
      else errors.push(...validated.error.map((error) => inEntry(error, `/${field}/${index}`)));
      await slices.next();
    }
    return errors.length === 0 ? true : Promise.reject(errors);
  };
  // A cast: Fastify's type of promises has a field for linters, which no promise has.
  return (body: unknown) => validate(body) as Promise<true> & SafePromiseLike<true>;
}

/** The schema of an entry, and that of all else, in which an entry is anything. */
function partsOf(schema: JsonSchema, field: string): { readonly entry: JsonSchema; readonly frame: JsonSchema } {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const array = properties[field];
  if (!isRecord(array) || !isRecord(array.items)) throw new Error(`${field} has no entries.`);
  return { entry: array.items, frame: { ...schema, properties: { ...properties, [field]: { ...array, items: {} } } } };
}

function inEntry(error: ErrorObject, path: string): ErrorObject {
  return { ...error, instancePath: path + error.instancePath };
}
