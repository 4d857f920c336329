import { COMPATIBILITY_RULES, NARROWING_RULES } from "#contract/tools/generate/compatibility";
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

## Not tried by this command

Each was run once. Dredd and Portman send the examples of a document to a server, here one in test mode, whose fixtures
are what the examples refer to.

- **ogen** 1.24.0 generates a client of the users contract. It stops at the choice of a date or a time in the catalogue
  ("complex anyOf"), and at the uploads of the collections
  ([ogen#1159](https://github.com/ogen-go/ogen/issues/1159)).
- **Dredd** 14.1.0, with the credentials as \`--header\`: no request passes. It sends the same request for every
  documented status and expects that status, takes header fields that may be absent for required ones, does not accept
  \`; charset=utf-8\`, and reads the \`example\` of a parameter, but not its \`examples\`.
- **Portman** 1.33.0 with its default settings: it stops at the first failure, which is the first request: the example
  of \`registerUser\` has the address of account 1.
`;
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toCell({ outcome, issue }: Result): string {
  return outcome === "known" && issue !== undefined ? toLink(issue) : outcome;
}

/** `[swagger-parser#160](https://github.com/APIDevTools/swagger-parser/issues/160)` */
function toLink(url: string): string {
  const [, repository = "", number = ""] = /github\.com\/[^/]+\/([^/]+)\/(?:issues|pull)\/(\d+)/.exec(url) ?? [];
  return `[${repository}#${number}](${url})`;
}
