import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { load } from "js-yaml";

type Options = Parameters<typeof OpenApiValidator.middleware>[0];
type Handlers = Extract<Options["validateSecurity"], object>["handlers"];

/** Validates and authenticates requests against a contract. Skips paths that match `ignoredPaths`. */
export function validated(name: string, handlers: Handlers, ignoredPaths?: RegExp): RequestHandler[] {
  return OpenApiValidator.middleware({
    apiSpec: contractOf(name),
    validateRequests: true,
    validateResponses: false,
    validateSecurity: { ...(handlers && { handlers }) },
    ...(ignoredPaths && { ignorePaths: ignoredPaths }),
  });
}

/** The contract without its examples: the validator would resolve a field named `$ref` in an example as a reference. */
function contractOf(name: string): Exclude<Options["apiSpec"], string> {
  const file = new URL(`../../../generated/${name}.openapi.yaml`, import.meta.url);
  return JSON.parse(
    JSON.stringify(load(readFileSync(file, "utf8")), (key, value) => (key === "examples" ? undefined : value)),
  );
}
