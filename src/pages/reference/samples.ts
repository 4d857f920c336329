import type { Contract, Operation } from "#contract/contract";
import type { SampleLanguage } from "../design/view.ts";
import { type SampleRequest, sampleRequestOf } from "./sample-request.ts";

/** Code that sends the sample request of an operation. */
export interface Sample {
  readonly language: SampleLanguage;
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

function curlSample(request: SampleRequest): string {
  const { method, url, credential, body, fileField, fields } = request;
  const implied = body === undefined ? "GET" : "POST";
  return [
    "curl",
    ...(method === implied ? [] : [`-X ${method}`]),
    ...(credential ? [`-H "${credential.header}: ${credential.prefix}$${credential.variable}"`] : []),
    ...(body === undefined ? [] : [`--json ${shellQuoted(jsonText(body))}`]),
    ...(fileField === undefined ? [] : [`-F ${fileField}=@${fileNameOf(request)}`]),
    ...Object.entries(fields).map(([name, value]) => `-F ${name}=${shellQuoted(value)}`),
    shellQuoted(url),
  ].join(" \\\n  ");
}

/** The file that a sample uploads: one with the address of a page is that page. */
function fileNameOf({ fileField, fields }: Pick<SampleRequest, "fileField" | "fields">): string {
  if (fileField === "import") return "bookmarks.html";
  return "url" in fields ? "page.html" : "cover.png";
}

/** JSON on one line if it is short. */
function jsonText(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= MAX_JSON_WIDTH ? line : JSON.stringify(value, null, 2);
}

function shellQuoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function typescriptSample({ name }: Contract, { id }: Operation, request: SampleRequest, baseUrl: string): string {
  const { credential, pathValues, query, body, fileField, fields } = request;
  const { create = "", option = "", more = "" } = CLIENTS[name] ?? {};
  const secret = credential ? `, ${option}: process.env.${credential.variable} ?? ""` : "";
  const inputs = [
    ...pathValues.map((value) => typescriptLiteral(value)),
    ...(body === undefined ? [] : [typescriptLiteral(body)]),
    ...(fileField === undefined ? [] : [`await openAsBlob("${fileNameOf(request)}")`]),
    ...Object.values(fields).map((value) => typescriptLiteral(value)),
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

function pythonSample(request: SampleRequest): string {
  const { method, url, credential, body, fileField, fields } = request;
  const header =
    credential &&
    `{${JSON.stringify(credential.header)}: ${credential.prefix && `"${credential.prefix}" + `}os.environ["${credential.variable}"]}`;
  const options = [
    JSON.stringify(url),
    ...(header ? [`headers=${header}`] : []),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, "    ")}`]),
    ...(fileField === undefined ? [] : [`files={"${fileField}": open("${fileNameOf(request)}", "rb")}`]),
    ...(Object.keys(fields).length === 0 ? [] : [`data=${pythonLiteral(fields, "    ")}`]),
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

/** How a language writes JSON values. */
interface Notation {
  readonly key: (name: string) => string;
  readonly words: Readonly<Record<string, string>>;
}

const TYPESCRIPT: Notation = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  words: {},
};
const PYTHON: Notation = { key: JSON.stringify, words: { true: "True", false: "False", null: "None" } };

/** Literals longer than this have one entry per line. */
const MAX_WIDTH = 60;

/** A JSON value as a TypeScript expression. `indent` is the indentation of the line that it begins on. */
function typescriptLiteral(value: unknown, indent = ""): string {
  return write(value, TYPESCRIPT, indent);
}

/** A JSON value as a Python expression. */
function pythonLiteral(value: unknown, indent = ""): string {
  return write(value, PYTHON, indent);
}

function write(value: unknown, notation: Notation, indent: string): string {
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return notation.words[text] ?? text;
  }
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const entries = isList
    ? value.map((entry) => write(entry, notation, inner))
    : Object.entries(value).map(([name, field]) => `${notation.key(name)}: ${write(field, notation, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = `${open}${entries.join(", ")}${close}`;
  if (line.length <= MAX_WIDTH && !line.includes("\n")) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}${close}`;
}
