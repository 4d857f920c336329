import type { Contract, JsonSchema, Operation } from "#contract/contract";
import { isRecord } from "#contract/record";
import { targetOf } from "#contract/references";
import { firstExample } from "../../src/pages/reference/examples.ts";
import { typeOf } from "../../src/pages/reference/fields.ts";
import { sampleRequestOf } from "../../src/pages/reference/sample-request.ts";
import { en } from "../../src/pages/texts/en.ts";

/** The address of the server, which the server replaces. */
export const EXAMPLE_URL = "http://localhost:3000";

/** Examples of responses have at most this many characters. */
const MAX_EXAMPLE = 1_500;

type Part = Readonly<Record<string, unknown>>;

/**
 * A contract in Markdown, for agents: each operation with its parameters, body, responses and an example, and each
 * schema once. Descriptions are Markdown already; all other texts are escaped.
 */
export function printMarkdown(contract: Contract): string {
  const { name, basePath, document, operations, schemes } = contract;
  const { title, version, summary = "", description = "" } = document.info;
  const { schemas, responses, parameters } = partsOf(contract);
  const files = ["yaml", "json", "3.0.json"].map(
    (format) => `[${name}.${format}](${EXAMPLE_URL}/openapi/${name}.${format})`,
  );
  const credentials = Object.entries(schemes).map(
    ([scheme, { description = "", ...carrier }]) =>
      `- ${code(scheme)}: ${carrier.type === "http" ? code(`Authorization: ${carrier.scheme}`) : code(carrier.name)}. ${inline(description)}\n`,
  );
  return `# ${escaped(title)}

> ${escaped(summary)}

Version ${escaped(version)}. Base URL: ${code(EXAMPLE_URL + basePath)}. OpenAPI: ${files.join(", ")}.

${description.trim()}

## Credentials

${credentials.join("")}
## Operations

${operations.map((operation) => printOperation(contract, operation)).join("\n")}
## Shared parameters

${Object.entries(parameters)
  .map(([name, parameter]) => `### ${escaped(name)}\n\n${textOf(parameter)}\n`)
  .join("\n")}
## Failures

The body is ${link("Problem")} for clients that send \`Accept: application/problem+json\`, otherwise the type that is named here.

${Object.entries(responses)
  .filter(([, response]) => isFailure(response))
  .map(([name, response]) => `- ${escaped(name)}, ${typeOfJson(response)}: ${descriptionOf(response)}\n`)
  .join("")}
## Schemas

${Object.entries(schemas)
  .map(([name, schema]) => `### ${escaped(name)}\n\n${printSchema(schema)}`)
  .join("\n")}`;
}

/** The named parts of a contract, with references in them. */
function partsOf({ document }: Contract) {
  const components: Part = { ...document.components };
  const section = (name: string): Record<string, Part> =>
    Object.fromEntries(
      Object.entries(recordOf(components[name])).flatMap(([key, part]) => (isRecord(part) ? [[key, part]] : [])),
    );
  return { schemas: section("schemas"), responses: section("responses"), parameters: section("parameters") };
}

function printOperation(contract: Contract, operation: Operation): string {
  const { id, method, path, source, scopes, schemes, anonymous } = operation;
  const listed = recordOf(recordOf(contract.document.paths[path])[method.toLowerCase()]);
  const needs = schemes.length === 0 ? "none" : `${schemes.map(code).join(" or ")}${anonymous ? ", optional" : ""}`;
  const given: readonly unknown[] = Array.isArray(listed.parameters) ? listed.parameters : [];
  return `### ${id}: ${code(`${method} ${contract.basePath}${path}`)}

${escaped(source.summary ?? "")}. Credential: ${needs}${scopes.length === 0 ? "" : `; scopes ${scopes.map(code).join(", ")}`}.

${(source.description ?? "").trim()}

${given.map((parameter) => printParameter(contract, recordOf(parameter))).join("")}${printBody(listed)}${printResponses(contract, listed)}
${printExample(contract, operation)}`;
}

/** A parameter; a shared one has its description elsewhere. */
function printParameter({ document }: Contract, parameter: Part): string {
  const { $ref } = parameter;
  const {
    name,
    in: place,
    required,
    schema,
    ...described
  } = typeof $ref === "string" ? recordOf(targetOf($ref, document)) : parameter;
  const text = typeof $ref === "string" ? link(nameIn($ref)) : descriptionOf(described);
  const type = `${place}, ${typeIn(recordOf(schema))}${required === true ? ", required" : ""}`;
  return `- ${code(String(name))} (${type}): ${text}\n`;
}

function printBody({ requestBody }: Part): string {
  const { content, required } = recordOf(requestBody);
  return Object.entries(recordOf(content))
    .map(([type, media]) => {
      const schema = recordOf(recordOf(media).schema);
      const fields = "$ref" in schema ? "" : fieldsOf(schema, 1);
      return `- Body (${code(type)}${required === true ? ", required" : ""}): ${typeIn(schema)}\n${fields}`;
    })
    .join("");
}

/** The successes with their content and own header fields, and the failures. */
function printResponses({ document }: Contract, { responses }: Part): string {
  const entries = Object.entries(recordOf(responses)).map(([status, value]) => {
    const { $ref } = recordOf(value);
    const name = typeof $ref === "string" ? nameIn($ref) : undefined;
    return { status, name, response: recordOf(name === undefined ? value : targetOf(String($ref), document)) };
  });
  const successes = entries
    .filter(({ response }) => !isFailure(response))
    .map(({ status, response }) => {
      const fields = Object.entries(recordOf(response.headers)).flatMap(([field, header]) =>
        isRecord(header) && !("$ref" in header) ? [`  - Header ${code(field)}: ${descriptionOf(header)}`] : [],
      );
      return [`- ${status}: ${descriptionOf(response)}${typesIn(response)}`, ...fields].join("\n");
    });
  const failures = entries
    .filter(({ response }) => isFailure(response))
    .map(
      ({ status, name, response }) =>
        `${status} ${escaped(name ?? "")}`.trim() + (name === undefined ? ` (${descriptionOf(response)})` : ""),
    );
  return [...successes, `- Failures: ${failures.join(", ")}`].map((line) => `${line}\n`).join("");
}

function isFailure({ content }: Part): boolean {
  return "application/problem+json" in recordOf(content);
}

/** The media types of a response with the types of their schemas, such as `application/json`: User. */
function typesIn({ content }: Part): string {
  return Object.entries(recordOf(content))
    .map(([type, media]) => ` ${code(type)}: ${typeIn(recordOf(recordOf(media).schema))}.`)
    .join("");
}

function typeOfJson({ content }: Part): string {
  return typeIn(recordOf(recordOf(recordOf(content)["application/json"]).schema));
}

/** A request as it is sent, and the example of the first response. */
function printExample(contract: Contract, operation: Operation): string {
  const { method, url, body, credential, fileField } = sampleRequestOf(contract, operation, EXAMPLE_URL);
  const [response] = Object.values(operation.responses);
  const example = firstExample(contract.document, response?.content?.["application/json"]?.examples);
  const lines = [
    `${method} ${url.slice(EXAMPLE_URL.length)}`,
    ...(credential === undefined ? [] : [`${credential.header}: ${credential.prefix}$${credential.variable}`]),
    ...(fileField === undefined ? [] : [`Content-Type: multipart/form-data, with the file in ${fileField}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", "", JSON.stringify(body)]),
  ];
  const text = JSON.stringify(example) ?? "";
  const shown = text === "" || text.length > MAX_EXAMPLE ? [] : ["", text];
  return block([...lines, ...shown].join("\n"));
}

function printSchema(schema: Part): string {
  const fields = fieldsOf(schema, 0);
  const type = fields === "" ? `${typeIn(schema)}. ` : "";
  return `${type}${textOf(schema)}\n${fields === "" ? "" : `\n${fields}`}`;
}

/** The fields of an object, or of the objects in a list, as a nested list. */
function fieldsOf(schema: Part, depth: number): string {
  const { properties, required } = objectIn(schema);
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(recordOf(properties))
    .map(([name, value]) => {
      const field = recordOf(value);
      const type = `${typeIn(field)}${names.includes(name) ? ", required" : ""}`;
      const text = descriptionOf(field);
      return `${"  ".repeat(depth)}- ${code(name)} (${type})${text === "" ? "" : `: ${text}`}\n${fieldsOf(field, depth + 1)}`;
    })
    .join("");
}

function objectIn(schema: Part): Part {
  return isRecord(schema.items) ? objectIn(schema.items) : schema;
}

/** The type of a schema; a link for one with a name. */
function typeIn(schema: JsonSchema): string {
  const { $ref, type, items, anyOf } = schema;
  if (typeof $ref === "string") return link(nameIn($ref));
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeIn(recordOf(one))).join(" or ");
  if (type === "array" && isRecord(items)) return `list of ${typeIn(items)}`;
  return escaped(typeOf(en.reference.fields, schema));
}

/** The name of the part that a reference refers to. */
function nameIn(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function link(name: string): string {
  return `[${escaped(name)}](#${name.toLowerCase()})`;
}

function textOf({ description }: Part): string {
  return typeof description === "string" ? description.trim() : "";
}

function descriptionOf({ description }: Part): string {
  return typeof description === "string" ? inline(description) : "";
}

/** Markdown within a list item: later lines are indented, so that they belong to it. */
function inline(text: string): string {
  return text.trim().replaceAll("\n", "\n  ").replaceAll(/^ +$/gm, "");
}

/** Text as Markdown in one line, in which no character means anything else than itself. */
export function escaped(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");
}

/** A code span. The text may have backticks (CommonMark, section 6.1). */
function code(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const padding = /^`|`$/.test(text) ? " " : "";
  return `${fence}${padding}${text.replaceAll(/\s+/g, " ")}${padding}${fence}`;
}

/** A code block. The text may have backticks. */
function block(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}http\n${text}\n${fence}\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function recordOf(value: unknown): Part {
  return isRecord(value) ? value : {};
}
