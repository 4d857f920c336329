import type { Operation } from "../../src/contract.ts";
import { isRecord } from "../../src/record.ts";

/**
 * The inputs of an operation: its parameters, such as `query limit` or `header If-Match`, and the
 * fields of its JSON body as paths, such as `body /title` or `body /items[]/link`; `[]` stands for the
 * entries of an array.
 */
export function inputsOf({ parameters, bodySchema }: Operation): string[] {
  return [
    ...parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
    ...fieldPathsOf("", bodySchema).map((path) => `body ${path}`),
  ];
}

function fieldPathsOf(path: string, schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const fields = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  return [
    ...fields.flatMap(([name, field]) => [`${path}/${name}`, ...fieldPathsOf(`${path}/${name}`, field)]),
    ...fieldPathsOf(`${path}[]`, schema.items),
  ];
}
