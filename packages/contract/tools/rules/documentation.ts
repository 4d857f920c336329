import { isMapping, type Mapping, mappingAt, on, toMapping, type Visit } from "./rule.ts";

/** Rules for the texts of a contract, so that the API reference and generated types explain every part. */
export const documentationRules = {
  "described-header": on("Header", ({ description }) => {
    return isText(description) ? undefined : "Describe the header: what it tells the client, and when it is sent.";
  }),
  "described-schema": on("NamedSchemas", (schemas, visit) => {
    const names = undescribed(schemas, visit);
    return names.length === 0 ? undefined : `Describe what these schemas mean: ${names.join(", ")}.`;
  }),
  "described-property": on("Schema", (schema, visit) => {
    const names = undescribed(mappingAt(schema, "properties"), visit);
    return names.length === 0 ? undefined : `Describe what these properties mean: ${names.join(", ")}.`;
  }),
  "property-example": on("Schema", (schema, visit) => {
    const properties = Object.entries(mappingAt(schema, "properties"));
    const names = properties.filter(([, property]) => !hasExample(property, visit)).map(([name]) => name);
    return names.length === 0 ? undefined : `Give these properties "examples": ${names.join(", ")}.`;
  }),
};

/** The names of the schemas that have no description, neither of their own nor at the target of their `$ref`. */
function undescribed(schemas: Mapping, visit: Visit): string[] {
  const isDescribed = (schema: unknown) =>
    isText(toMapping(schema).description) || isText(toMapping(schema, visit).description);
  return Object.keys(schemas).filter((name) => !isDescribed(schemas[name]));
}

/**
 * Whether a schema or the target of its `$ref` has examples; `no-example` reports those in `example`. A constant is its
 * own example; arrays and objects have one if their parts do, and the rule checks the properties of an object one by
 * one.
 */
function hasExample(value: unknown, visit: Visit): boolean {
  const [own, schema] = [toMapping(value), toMapping(value, visit)];
  if (isNonEmptyList(own.examples) || isNonEmptyList(schema.examples) || "const" in schema) return true;
  if ("example" in own || "example" in schema) return true;
  if (isMapping(schema.properties)) return true;
  if (schema.contentMediaType !== undefined) return true;
  return isMapping(schema.items) && hasExample(schema.items, visit);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isNonEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
