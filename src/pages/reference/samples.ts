import type { Contract, Operation } from "#contract/contract";
import { pythonLiteral, typescriptLiteral } from "./literals.ts";
import { type SampleRequest, sampleRequestOf } from "./sample-request.ts";

/** Code that sends the sample request of an operation. */
export interface Sample {
  readonly language: "curl" | "TypeScript" | "Python";
  readonly code: string;
}

/** The clients of triptych-sdk, by contract: what creates one, and the option for the credential. */
const CLIENTS: Readonly<Record<string, { readonly create: string; readonly option: string; readonly more?: string }>> =
  {
    catalogue: { create: "createCatalogueClient", option: "token" },
    collections: { create: "createCollectionsClient", option: "token" },
    users: { create: "createUsersClient", option: "key", more: ', userAgent: "Example (https://example.com)"' },
  };

const MAX_JSON_WIDTH = 60;

/** The samples of an operation. They read the credential from an environment variable. */
export function samplesOf(contract: Contract, operation: Operation, baseUrl: string): Sample[] {
  const request = sampleRequestOf(contract, operation, baseUrl);
  return [
    { language: "curl", code: curlSample(request) },
    { language: "TypeScript", code: typescriptSample(contract, operation, request, baseUrl) },
    { language: "Python", code: pythonSample(request) },
  ];
}

function curlSample({ method, url, credential, body, fileField }: SampleRequest): string {
  const implied = body === undefined ? "GET" : "POST";
  return [
    "curl",
    ...(method === implied ? [] : [`-X ${method}`]),
    ...(credential ? [`-H "${credential.header}: ${credential.prefix}$${credential.variable}"`] : []),
    ...(body === undefined ? [] : [`--json ${shellQuoted(jsonText(body))}`]),
    ...(fileField === undefined ? [] : [`-F ${fileField}=@${fileNameOf(fileField)}`]),
    shellQuoted(url),
  ].join(" \\\n  ");
}

/** The file that a sample uploads in a field of a form. */
function fileNameOf(field: string): string {
  return field === "import" ? "bookmarks.html" : "cover.png";
}

/** JSON on one line if it is short. */
function jsonText(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= MAX_JSON_WIDTH ? line : JSON.stringify(value, null, 2);
}

function shellQuoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function typescriptSample(
  { name }: Contract,
  { id }: Operation,
  { credential, pathValues, query, body, fileField }: SampleRequest,
  baseUrl: string,
): string {
  const { create = "", option = "", more = "" } = CLIENTS[name] ?? {};
  const secret = credential ? `, ${option}: process.env.${credential.variable} ?? ""` : "";
  const inputs = [
    ...pathValues.map((value) => typescriptLiteral(value)),
    ...(body === undefined ? [] : [typescriptLiteral(body)]),
    ...(fileField === undefined ? [] : [`await openAsBlob("${fileNameOf(fileField)}")`]),
    ...(query === undefined ? [] : [typescriptLiteral(query)]),
  ];
  return [
    ...(fileField === undefined ? [] : ['import { openAsBlob } from "node:fs";']),
    `import { ${create} } from "triptych-sdk";`,
    "",
    `const ${name} = ${create}({ baseUrl: ${JSON.stringify(baseUrl)}${secret}${more} });`,
    `console.log(await ${name}.${id}(${inputs.join(", ")}));`,
  ].join("\n");
}

function pythonSample({ method, url, credential, body, fileField }: SampleRequest): string {
  const header =
    credential &&
    `{${JSON.stringify(credential.header)}: ${credential.prefix && `"${credential.prefix}" + `}os.environ["${credential.variable}"]}`;
  const options = [
    JSON.stringify(url),
    ...(header ? [`headers=${header}`] : []),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, "    ")}`]),
    ...(fileField === undefined ? [] : [`files={"${fileField}": open("${fileNameOf(fileField)}", "rb")}`]),
  ];
  return [
    ...(credential ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option},`),
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}
