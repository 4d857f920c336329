import { registerHooks } from "node:module";
import type { Contract } from "./contract.ts";

// fastify-openapi-glue validates each document with a validator that rejects a schema with a property `$id`, which it
// mistakes for the keyword, and that takes 0.1 s of processor time at each registration. Neither is needed: the linter
// checks that contracts are valid OpenAPI, and `readContract` has resolved their references. So this package imports a
// copy of glue of its own, in which another module takes the place of the validator. Whoever else imports glue gets the
// unchanged one.
const VALIDATOR = "@seriousme/openapi-schema-validator";
const REPLACEMENT = import.meta.url.replace(/glue(\.\w+)$/, "glue-validator$1");

/** At the end of the URLs of the modules of that copy. */
const MARK = "?contract";

const hooks = registerHooks({
  resolve(specifier, context, resolve) {
    if (context.parentURL?.endsWith(MARK) !== true) return resolve(specifier, context);
    if (specifier === VALIDATOR) return resolve(REPLACEMENT, context);
    const resolved = resolve(specifier, context);
    return specifier.startsWith(".") ? { ...resolved, url: resolved.url + MARK } : resolved;
  },
});

// A cast: the URL is that of the module, with the mark.
const copy = (await import(
  import.meta.resolve("fastify-openapi-glue") + MARK
)) as typeof import("fastify-openapi-glue");
hooks.deregister();

/** The plugin of fastify-openapi-glue. */
export const glue = copy.default;

/**
 * What glue reads of a contract: the operations at each path. It gets no schemas, because it would copy each of them
 * twice for each server; the routes have those of `requestSchemasOf`.
 */
export function specificationOf({ operations }: Contract): object {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map(({ method, id }) => [method.toLowerCase(), { operationId: id }])),
  ]);
  return { paths: Object.fromEntries(paths) };
}
