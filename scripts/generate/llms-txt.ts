import type { Contract } from "#contract/contract";
import { EXAMPLE_URL, escaped } from "./contract-markdown.ts";

/** A workflow file, as far as the list describes it. */
export interface ListedWorkflow {
  readonly name: string;
  readonly summary: string;
}

/** The file /llms.txt (https://llmstxt.org): what the server is, and links to texts in Markdown, for agents. */
export function printLlmsText(contracts: readonly Contract[], workflows: readonly ListedWorkflow[]): string {
  const apis = contracts.map(({ name, basePath, document, operations }) => {
    const { title, summary = "" } = document.info;
    return entry(title, `/openapi/${name}.md`, `${operations.length} operations below ${basePath}. ${summary}`);
  });
  const descriptions = contracts.map(({ name, document }) =>
    entry(`OpenAPI: ${name}`, `/openapi/${name}.json`, `The contract "${document.info.title}" for tools.`),
  );
  return `# Triptych

> One self-hosted server with three HTTP APIs: products, user accounts, and bookmark collections. They share the accounts.

A request with \`Accept: application/problem+json\` gets failures of all APIs in one format (RFC 9457).
The tools at ${EXAMPLE_URL}/mcp (Model Context Protocol) call the same operations, with an API key.

## APIs

${apis.join("")}
## Docs

${entry("Quickstart", "/docs/quickstart.md", "From an account to a product and a collection, in curl and TypeScript.")}${entry("Errors", "/docs/errors.md", "Every error of each API, and what to do about it.")}
## Workflows

${workflows.map(({ name, summary }) => entry(name, `/openapi/workflows/${name}.arazzo.yaml`, summary)).join("")}
## Optional

${descriptions.join("")}`;
}

function entry(title: string, path: string, description: string): string {
  return `- [${escaped(title)}](${EXAMPLE_URL}${path}): ${escaped(description)}\n`;
}
