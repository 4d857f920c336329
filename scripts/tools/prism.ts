import type { Contract, Operation, ResponsesObject } from "#contract/contract";
import { compileResponseCheck } from "#contract/response/response-check";
import { exampleOf } from "../../harness/example-request.ts";
import { encodeForm } from "../../harness/forms.ts";
import { sampleRequestOf } from "../../src/pages/reference/sample-request.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { installPackages, versionOf } from "./npm.ts";
import { startMockServer } from "./prism-server.ts";
import type { Tool } from "./tool.ts";

/** The credentials of all contracts. A mock server accepts any value. */
const CREDENTIALS = { "auth-token": "token", "x-auth-token": "key", authorization: "Bearer token" };

/** The header field in which Prism lists how a request, or its own response, violates the document. */
const VIOLATIONS = "sl-violations";

/** Stoplight's mock server. It is sent the example request of each operation. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Prism",
    version: versionOf("@stoplight/prism-cli"),
    checks:
      "serves every operation as a mock server: accepts the example request; the response conforms to the document",
    async run({ contract: name, file }) {
      const contract = loadContract(name);
      const server = await startMockServer(file);
      try {
        const results = contract.operations.map((operation) => violationsOf(server.base, contract, operation));
        const violations = (await Promise.all(results)).flat();
        if (violations.length > 0) throw new Error(violations.join("\n"));
      } finally {
        await server.stop();
      }
    },
  };
}

/** Sends the example request of an operation. Returns what is wrong with the response. */
async function violationsOf(base: string, contract: Contract, operation: Operation): Promise<string[]> {
  const response = await sendExample(base, contract, operation);
  const text = await response.text();
  const violations = response.headers.get(VIOLATIONS);
  const documented = operation.responses[response.status];
  const reasons = violations === null ? [] : [violations];
  if (!response.ok || documented === undefined) reasons.push(`status ${response.status}: ${text}`);
  else {
    const check = compileResponseCheck(withOptionalReference(documented));
    const type = response.headers.get("content-type")?.split(";", 1)[0];
    reasons.push(...check.head(Object.fromEntries(response.headers)), ...check.body(text, type));
  }
  return reasons.map((reason) => `${operation.id}: ${reason}`);
}

/** The response with the field `$ref` optional, because examples in the documents for tools do not have it. */
function withOptionalReference(documented: ResponsesObject[number]): ResponsesObject[number] {
  return JSON.parse(JSON.stringify(documented), (name, value) =>
    name === "required" && Array.isArray(value) ? value.filter((field) => field !== "$ref") : value,
  );
}

async function sendExample(base: string, contract: Contract, operation: Operation): Promise<Response> {
  const { method, path, body } = exampleOf(contract, operation);
  const content = await contentOf(contract, operation, body);
  const headers = { ...CREDENTIALS, ...content?.headers };
  return fetch(base + path.slice(contract.basePath.length), { method, headers, body: content?.body ?? null });
}

/** The body of a request and its content type. Undefined for operations without a body. */
async function contentOf(contract: Contract, operation: Operation, body: unknown) {
  const { fileField, fields } = sampleRequestOf(contract, operation, "");
  if (fileField !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(fileField, new File([new Uint8Array([1])], "cover.png", { type: "image/png" }));
    return encodeForm(form);
  }
  if (body === undefined) return undefined;
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
