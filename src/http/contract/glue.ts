import { registerHooks } from "node:module";
import type { Contract, Operation } from "./types.ts";

// Glue holds each specification against OpenAPI's own schema at each start, and loads and compiles for it more than all the rest of a start takes.
// That a contract is valid OpenAPI is the linter's to say, and `loadContract` has resolved its references. So glue finds another validator.
const VALIDATOR = "@seriousme/openapi-schema-validator";
const hooks = registerHooks({
  resolve: (specifier, context, resolve) =>
    resolve(specifier === VALIDATOR ? new URL("glue-validator.ts", import.meta.url).href : specifier, context),
});

/** The plugin of fastify-openapi-glue. */
export const { default: glue } = await import("fastify-openapi-glue");
hooks.deregister();

const specifications = new WeakMap<Contract, object>();

/** What glue makes routes of: of each operation its parameters and its body. Made once, however many servers there are. */
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

/** Names header fields as Node does, in lower case, so that they are found. */
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
