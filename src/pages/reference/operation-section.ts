import { html } from "ghtml";
import type {
  Contract,
  HeaderObject,
  MediaTypes,
  Operation,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "#contract/contract";
import { PROBLEM_MEDIA_TYPE } from "#contract/media-types";
import * as paths from "../design/paths.ts";
import { additionBadge } from "./addition.ts";
import { codeBlock } from "./code-block.ts";
import { firstExample } from "./examples.ts";
import { descriptionOf, fieldsOf, typeOf } from "./fields.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { samplesOf } from "./samples.ts";

// An import of node:http would load WebSocket and fetch too.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** An operation: description, code samples, request, responses, and a form that sends a request. */
export function operationSection(contract: Contract, operation: Operation, baseUrl: string): string {
  const { id, method, path, source } = operation;
  return html`<article class="card operation" id="${id}" aria-labelledby="${id}-title" data-search="${searchText(contract, operation)}">
<h3 id="${id}-title">${source.summary ?? id}</h3>
<p class="path"><code><b>${method}</b> ${contract.basePath}${path}</code>!${additionBadge(source)}</p>
<p class="hint"><code>${id}</code>: !${authentication(operation)}</p>
!${renderMarkdown(source.description ?? "")}
!${notes(source)}
!${differenceList(source)}
!${samples(contract, operation, baseUrl)}
<details class="send" hidden><summary>Send a request<span class="visually-hidden">: ${id}</span></summary>!${requestForm(contract, operation)}</details>
!${parameterList(operation.parameters)}
!${bodyPart(source)}
<h4>Responses</h4>
!${Object.entries(operation.responses).map(([status, response]) => responsePart(contract, id, status, response))}
</article>
`;
}

/** The text in which the search of the page looks for words. */
export function searchText({ basePath }: Contract, { id, method, path, source }: Operation): string {
  const { tags = [], summary = "", description = "" } = source;
  return [id, method, basePath + path, ...tags, summary, description].join(" ").toLowerCase();
}

function authentication({ schemes, scopes, anonymous }: Operation): string {
  if (schemes.length === 0) return "no credential needed";
  const need = anonymous ? "a credential is optional" : "needs a credential";
  return scopes.length === 0 ? need : html`${need}; an API key with scopes needs !${scopes.map(code).join(", ")}`;
}

function notes({ "x-strict-input": ignored, "x-deprecation": since, "x-sunset": sunset }: OperationObject): string {
  return [
    ...(since === undefined ? [] : [html`<p><b>Deprecated</b> since ${since}.</p>`]),
    ...(sunset === undefined ? [] : [html`<p>May be removed from ${sunset} on.</p>`]),
    ...(ignored === undefined
      ? []
      : [
          "<p>Rejects query parameters and body fields that it does not name.",
          ...Object.entries(ignored).map(
            ([place, names]) => html` Ignores in the ${place}: !${names.map(code).join(", ")}.`,
          ),
          "</p>",
        ]),
  ].join("");
}

function differenceList({ "x-differences": differences = [] }: OperationObject): string {
  if (differences.length === 0) return "";
  return html`<p>Differs from Raindrop.io:</p><ul>!${differences.map((text) => html`<li>!${renderInline(text)}</li>`)}</ul>`;
}

function code(name: string): string {
  return html`<code>${name}</code>`;
}

function samples(contract: Contract, operation: Operation, baseUrl: string): string {
  return samplesOf(contract, operation, baseUrl)
    .map(({ language, code }, index) => {
      const label = `${language}: ${operation.id}`;
      return html`<details class="sample"!${index === 0 ? " open" : ""}><summary>${language}</summary>
!${codeBlock(`${operation.id}-${language}`, label, code)}</details>
`;
    })
    .join("");
}

function parameterList(parameters: readonly ParameterObject[]): string {
  if (parameters.length === 0) return "";
  return html`<h4>Parameters</h4><ul class="fields">!${parameters.map(
    (
      parameter,
    ) => html`<li><code>${parameter.name}</code> <span class="type">${parameter.in}, ${typeOf(parameter.schema)}!${
      parameter.required ? ", <b>required</b>" : ""
    }</span>!${additionBadge(parameter)}
!${renderInline(parameter.description ?? "")}</li>
`,
  )}</ul>`;
}

function bodyPart({ requestBody }: OperationObject): string {
  if (requestBody === undefined) return "";
  return html`<h4>Body</h4>!${Object.entries(requestBody.content).map(
    ([type, { schema = {} }]) => html`<p class="hint">${type}!${requestBody.required ? "" : ", optional"}</p>
!${descriptionOf(schema)}!${fieldsOf(schema)}`,
  )}`;
}

function responsePart(contract: Contract, operationId: string, status: string, response: ResponseObject): string {
  const { description = "", headers = {}, content = {} } = response;
  return html`<details><summary><code>${status}</code> ${STATUS_CODES[status] ?? ""}!${additionBadge(response)}</summary>
!${renderMarkdown(description)}
!${Object.entries(content).map(([type, media]) => contentPart(contract, `${operationId} ${status}`, type, media))}
!${headerList(headers)}</details>
`;
}

/** The fields of a body, and its example, whose label has this name. */
export function contentPart(
  { document }: Contract,
  name: string,
  type: string,
  { schema = {}, examples }: MediaTypes[string],
): string {
  // The same for every failure: thousands of fields on one page.
  if (type === PROBLEM_MEDIA_TYPE)
    return html`<p class="hint">${type}: <a href="${paths.ERRORS}#problem-details">problem details</a></p>\n`;
  const example = firstExample(document, examples);
  const label = `Example: ${name}`;
  return html`<p class="hint">${type}</p>!${fieldsOf(schema)}
!${example === undefined ? "" : codeBlock(label.replaceAll(/\W+/g, "-"), label, JSON.stringify(example, null, 2))}`;
}

/** The header fields of a response or an event. */
export function headerList(headers: Readonly<Record<string, HeaderObject>>): string {
  const entries = Object.entries(headers);
  if (entries.length === 0) return "";
  return html`<p class="hint">Headers</p><ul class="fields">!${entries.map(
    ([name, header]) =>
      html`<li><code>${name}</code>!${additionBadge(header)} !${renderInline(header.description ?? "")}</li>`,
  )}</ul>`;
}

/** Headers that a script in a browser can't set. */
const SET_BY_BROWSER = "user-agent";

/**
 * A form that sends a request to an operation, for the script of the page. Only the path parameters and
 * the body have example values: the examples of other parameters would filter the response.
 */
function requestForm({ document, basePath }: Contract, operation: Operation): string {
  const { id, method, path, parameters, fileField, source } = operation;
  const body = firstExample(document, source.requestBody?.content["application/json"]?.examples);
  return html`<form class="request" data-method="${method}" data-path="${basePath}${path}" aria-label="Send ${id}" hidden>
!${parameters
    .filter(({ name }) => name.toLowerCase() !== SET_BY_BROWSER)
    .map((parameter) =>
      field(id, parameter, parameter.in === "path" ? firstExample(document, parameter.examples) : ""),
    )}
!${body === undefined ? "" : bodyField(id, body)}
!${fileField === undefined ? "" : html`<p><label for="${id}-file">${fileField}</label><input type="file" id="${id}-file" name="${fileField}" data-in="form"></p>`}
<p><button>Send ${method}</button></p>
<div class="response" role="status"></div>
</form>`;
}

function field(operationId: string, { name, in: place }: ParameterObject, value: unknown): string {
  const id = `${operationId}-${name}`;
  return html`<p><label for="${id}">${name}</label> <span class="type">${place}</span>
<input id="${id}" name="${name}" data-in="${place}" value="${value}" autocomplete="off"></p>`;
}

function bodyField(operationId: string, body: unknown): string {
  const id = `${operationId}-json`;
  const text = JSON.stringify(body, null, 2);
  return html`<p><label for="${id}">JSON body</label>
<textarea id="${id}" data-in="body" rows="${Math.min(text.split("\n").length, 16)}" spellcheck="false">${text}</textarea></p>`;
}
