import { registerHooks } from "node:module";
import type { Contract, Operation } from "./contract.ts";

// Replaces the validator that fastify-openapi-glue imports, for two reasons. That validator rejects
// collections.yaml, even without examples, because it mistakes a schema's property `$id` for the
// keyword. And for three contracts it takes 0.55 s of processor time at each start, as much as the
// rest of the start. It is not needed: the linter checks that contracts are valid OpenAPI, and
// `loadContract` has resolved their references.
const VALIDATOR = "@seriousme/openapi-schema-validator";
const hooks = registerHooks({
  resolve: (specifier, context, resolve) =>
    resolve(specifier === VALIDATOR ? new URL("glue-validator.ts", import.meta.url).href : specifier, context),
});

/** The plugin of fastify-openapi-glue. */
export const { default: glue } = await import("fastify-openapi-glue");
hooks.deregister();

const specifications = new WeakMap<Contract, object>();

/** The part of a contract that glue reads: parameters and bodies by operation. Created once. */
export function specificationOf(contract: Contract): object {
  const specification = specifications.get(contract) ?? toSpecification(contract);
  specifications.set(contract, specification);
  return specification;
}

function toSpecification({ operations }: Contract): object {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((operation) => [operation.method.toLowerCase(), toOperationObject(operation)])),
  ]);
  return { paths: Object.fromEntries(paths) };
}

/** Names of header parameters are in lower case, as Node has them. */
function toOperationObject({ id, parameters, bodySchema }: Operation): object {
  return {
    operationId: id,
    parameters: parameters.map(({ name, in: place, required, schema }) => ({
      name: place === "header" ? name.toLowerCase() : name,
      in: place,
      required,
      schema,
    })),
    requestBody: bodySchema && { content: { "application/json": { schema: bodySchema } } },
  };
}
