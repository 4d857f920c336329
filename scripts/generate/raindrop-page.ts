import type { Contract, Operation } from "#contract/contract";
import { ENDPOINTS, type Endpoint } from "./raindrop-endpoints.ts";

/**
 * The page that compares the collections contract with Raindrop.io's public API: the endpoints that work, those that
 * are missing, the differences (`x-differences` in the contract) and the additions, in Markdown.
 *
 * Throws when an endpoint is neither in the contract nor listed as missing, or when it is both.
 */
export function printRaindropPage(contract: Contract): string {
  const endpoints = Object.values(ENDPOINTS).flat();
  for (const endpoint of endpoints) assertDecided(endpoint, contract);
  const working = endpoints.filter(({ missing }) => missing === undefined);
  return `# Raindrop.io's API

Written by \`npm run generate\` from \`openapi/collections.yaml\` and \`scripts/generate/raindrop-endpoints.ts\`. The
collections contract reimplements [Raindrop.io's public API](https://developer.raindrop.io): a client works with this
server once its base address is changed. ${working.length} of its ${endpoints.length} endpoints work.

| Endpoint of Raindrop.io | | Operation |
| --- | --- | --- |
${Object.entries(ENDPOINTS)
  .flatMap(([group, list]) => [`| **${group}** | | |\n`, ...list.map((endpoint) => toRow(endpoint, contract))])
  .join("")}
## Differences

${(contract.document.info["x-differences"] ?? []).map((text) => toListItem(text)).join("")}${contract.operations.flatMap(differencesOf).join("")}
## Additions

Operations that Raindrop.io does not have. Added parameters, headers and responses are marked in the API reference.

${contract.operations
  .filter(isAddition)
  .map(({ id, method, path, source }) => `- \`${method} ${path}\` (\`${id}\`): ${source.summary}\n`)
  .join("")}`;
}

function assertDecided(endpoint: Endpoint, contract: Contract): void {
  const isPresent = operationOf(endpoint, contract) !== undefined;
  if (isPresent === (endpoint.missing === undefined)) return;
  const advice = isPresent
    ? "is in the contract: remove its `missing`"
    : "is not in the contract: say why in `missing`";
  throw new Error(`${endpoint.method} ${endpoint.path} in scripts/generate/raindrop-endpoints.ts ${advice}.`);
}

function toRow(endpoint: Endpoint, contract: Contract): string {
  const { method, path, title, missing } = endpoint;
  return `| \`${method} ${path}\` | ${title} | ${missing ?? `\`${operationOf(endpoint, contract)?.id}\``} |\n`;
}

function operationOf(endpoint: Endpoint, { operations }: Contract): Operation | undefined {
  return operations.find((operation) => keyOf(operation) === keyOf(endpoint));
}

/** The method and the path, without the names of parameters. */
function keyOf({ method, path }: Pick<Endpoint | Operation, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

function differencesOf({ id, source }: Operation): string[] {
  return (source["x-differences"] ?? []).map((text) => toListItem(`\`${id}\`: ${text}`));
}

function isAddition(operation: Operation): boolean {
  return !Object.values(ENDPOINTS)
    .flat()
    .some(({ method, path, pathForAll = path }) =>
      [path, pathForAll].some((one) => keyOf({ method, path: one }) === keyOf(operation)),
    );
}

/** A list item in lines of at most 120 characters. */
function toListItem(text: string): string {
  const lines = `- ${text.trim().replaceAll(/\s+/g, " ")}`.match(/.{1,118}(?: |$)/g) ?? [];
  return `${lines.map((line) => line.trimEnd()).join("\n  ")}\n`;
}
