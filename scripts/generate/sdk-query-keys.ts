import type { Contract, Operation } from "#contract/contract";
import { hasQuery, requiresQuery } from "./sdk-methods.ts";

/** The module with a function for each `GET` operation, which returns the cache key of its response. */
export function printQueryKeys(contracts: readonly Contract[]): string {
  const keys = contracts.map(printContract);
  // A contract in which no key has an argument needs no types.
  const imports = contracts
    .filter(({ name }, index) => keys[index]?.includes(`${name}["`))
    .map(({ name }) => `import type { operations as ${name} } from "./${name}.ts";\n`);
  return `${imports.join("")}\n${keys.join("\n")}`;
}

function printContract({ name, operations }: Contract): string {
  const keys = operations.filter(({ method }) => method === "GET").map((operation) => printKey(name, operation));
  return `/** The cache key of each reading method of the ${name} client, from the same arguments. */
export const ${name}Keys = {
${keys.join("")}};
`;
}

function printKey(contract: string, operation: Operation): string {
  const parameters = `${contract}["${operation.id}"]["parameters"]`;
  const ids = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const query = hasQuery(operation);
  const taken = ids.map((id) => `${id}: ${parameters}["path"]["${id}"]`);
  const unlessGiven = requiresQuery(operation) ? "" : " = {}";
  const all = query ? [...taken, `query: NonNullable<${parameters}["query"]>${unlessGiven}`] : taken;
  const values = [...ids, ...(query ? ["...query"] : [])];
  const object = values.length === 0 ? "{}" : `{ ${values.join(", ")} }`;
  return `    ${operation.id}: (${all.join(", ")}) => ["${contract}", "${operation.id}", ${object}] as const,\n`;
}
