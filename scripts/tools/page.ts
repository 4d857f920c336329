import { COMPATIBILITY_RULES, NARROWING_RULES } from "#contract/tools/generate/compatibility";
import { loadContract } from "../../src/server/contracts.ts";
import { PORTMAN_FAILURES } from "./portman-failures.ts";
import type { Result } from "./results.ts";

/** docs/tools.md, in Markdown: one row for each tool, and the compatibility rules. */
export function toPage(results: readonly Result[]): string {
  const tools = Map.groupBy(results, ({ tool }) => tool);
  const columns = [...(tools.values().next().value ?? [])].map(({ contract, openapi }) => `${contract} ${openapi}`);
  const rows = [...tools].map(([{ name, version, checks }, cells]) => [name, version, checks, ...cells.map(toCell)]);
  const rules = [...NARROWING_RULES, ...COMPATIBILITY_RULES].map(({ change, tools, issues }) => [
    change,
    tools,
    issues.map(toLink).join(", ") || "–",
  ]);
  const failures = Object.entries(PORTMAN_FAILURES).flatMap(([contract, reasons]) =>
    reasons.map(({ operations, reason }) => [contract, operations.map((name) => `\`${name}\``).join(", "), reason]),
  );
  return `# Tools

Written by \`npm run tools\`, which tries each tool on every contract in OpenAPI 3.1 and 3.0: the files
\`/openapi/<name>.json\` and \`/openapi/<name>.3.0.json\` of a server. The scenarios call a server with the generated
clients. That of the catalogue registers an account, logs in, and creates, lists, reads and deletes a product. That of
the collections creates a collection, uploads its cover, creates items, lists them page by page, searches, and reads the
body of a 404. A tool runs with its defaults, and what its row says. A cell with a link is a failure of the tool; the
link is the tool's own issue.

${toTable(["Tool", "Version", "What is checked", ...columns], rows)}

## Changes for tools

The source is \`openapi/<name>.yaml\`. The server serves it at \`/openapi/<name>.yaml\`, with the parts of
\`openapi/common.yaml\` that it uses. The JSON files differ from that as follows, because tools fail on what OpenAPI
allows. The rules are in \`packages/contract/tools/generate/compatibility.ts\`.

${toTable(["Change", "Tools that need it", "Their issues"], rules)}

## Examples against a server in test mode

The fixtures of the test mode are what the examples of the contracts refer to. Portman sends all examples to one server,
in the order of the document. These fail:

${toTable(["Contract", "Operations", "Why"], failures)}

## Agents

The client of the Model Context Protocol for Python calls the tools at \`/mcp\`, in the newest revision of the protocol
and in an earlier one. Its scenario is in \`tools/agent/\`.
`;
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toCell({ tool, contract, outcome, issue }: Result): string {
  const failures = tool.failures?.({ contract }).length;
  if (outcome === "passed" && failures !== undefined) {
    const { length } = loadContract(contract).operations;
    return `${length - failures} of ${length} operations`;
  }
  return outcome === "known" && issue !== undefined ? toLink(issue) : outcome;
}

/** `[swagger-parser#160](https://github.com/APIDevTools/swagger-parser/issues/160)` */
function toLink(url: string): string {
  const [, repository = "", number = ""] = /github\.com\/[^/]+\/([^/]+)\/(?:issues|pull)\/(\d+)/.exec(url) ?? [];
  return `[${repository}#${number}](${url})`;
}
