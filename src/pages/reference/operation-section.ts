import { html } from "ghtml";
import type {
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
import { descriptionOf, fieldList, typeLabel } from "./fields.ts";
import type { Guide } from "./guide.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { methodBadge, titleOf } from "./operation-list.ts";
import { samplesOf } from "./samples.ts";
import { tryForm } from "./try-form.ts";

// An import of node:http would load WebSocket and fetch too.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** The anchor of a parameter (`sort`) or a field of the body (`body.title`) or of a response (`200.item`). */
export function partAnchor(operationId: string, part: string): string {
  return `${operationId}:${part}`;
}

/** An operation: description, request and responses, and beside them code samples and a form that sends a request. */
export function operationSection(guide: Guide, operation: Operation): string {
  const { contract, texts, english } = guide;
  const { id, method, path, source } = operation;
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="description">
<h2 id="${id}-title"!${english}>${titleOf(operation)}</h2>
<p class="path">!${methodBadge(method)} <code>${contract.basePath}${path}</code>!${additionBadge(guide, source)}</p>
<p class="hint"><code>${id}</code>: !${authentication(guide, operation)}</p>
<div class="prose"!${english}>!${renderMarkdown(source.description ?? "")}</div>
!${notes(guide, source)}
!${differenceList(guide, source)}
!${parameterList(guide, operation)}
!${bodyPart(guide, operation)}
<h3>${texts.operation.responses}</h3>
!${Object.entries(operation.responses).map(([status, response]) => responsePart(guide, id, status, response))}
</div>
<div class="beside">
!${samples(guide, operation)}
!${tryForm(guide, operation)}
!${successExample(guide, operation)}
</div>
</article>
`;
}

function authentication({ texts: { operation: texts } }: Guide, { schemes, scopes, anonymous }: Operation): string {
  if (schemes.length === 0) return html`${texts.noCredential}`;
  const need = anonymous ? texts.optionalCredential : texts.credential;
  return scopes.length === 0 ? html`${need}` : html`${need}; ${texts.scopes} !${scopes.map(code).join(", ")}`;
}

function notes(
  { texts: { operation: texts } }: Guide,
  { "x-strict-input": ignored, "x-deprecation": since, "x-sunset": sunset }: OperationObject,
): string {
  const { query = [], body = [] } = ignored ?? {};
  const ignoring = (
    [
      ["query", query],
      ["body", body],
    ] as const
  ).flatMap(([place, names]) =>
    names.length === 0 ? [] : [html` ${texts.ignored[place]} !${names.map(code).join(", ")}.`],
  );
  return [
    ...(since === undefined ? [] : [html`<p><b>${texts.deprecated(since)}</b></p>`]),
    ...(sunset === undefined ? [] : [html`<p>${texts.sunset(sunset)}</p>`]),
    ...(ignored === undefined ? [] : [html`<p>${texts.strict}!${ignoring}</p>`]),
  ].join("\n");
}

function differenceList({ texts, english }: Guide, { "x-differences": differences = [] }: OperationObject): string {
  if (differences.length === 0) return "";
  return html`<p>${texts.operation.differences}</p><ul class="plain"!${english}>!${differences.map((text) => html`<li>!${renderInline(text)}</li>`)}</ul>`;
}

function code(name: string): string {
  return html`<code>${name}</code>`;
}

/** The samples in all languages, of which the page shows one. */
function samples(guide: Guide, operation: Operation): string {
  return samplesOf(guide.contract, operation, guide.baseUrl)
    .map(
      ({ language, code }) => html`<div data-sample="${language}">
!${codeBlock(guide.common, `${operation.id}-${language}`, `${language}: ${operation.id}`, code)}</div>
`,
    )
    .join("");
}

function parameterList(guide: Guide, { id, parameters }: Operation): string {
  if (parameters.length === 0) return "";
  return html`<h3>${guide.texts.operation.parameters}</h3><ul class="fields">!${parameters.map((parameter) =>
    parameterLine(guide, id, parameter),
  )}</ul>`;
}

function parameterLine(guide: Guide, operationId: string, parameter: ParameterObject): string {
  const { name, in: place, schema, required = false } = parameter;
  return html`<li id="${partAnchor(operationId, name)}"><code>${name}</code> !${typeLabel(guide, schema, required, place)}!${additionBadge(guide, parameter)}
!${descriptionOf(guide, { description: parameter.description })}</li>
`;
}

function bodyPart(guide: Guide, { id, source: { requestBody } }: Operation): string {
  if (requestBody === undefined) return "";
  const { texts } = guide;
  return html`<h3>${texts.operation.body}</h3>!${Object.entries(requestBody.content).map(
    ([
      type,
      { schema = {} },
    ]) => html`<p class="hint">${type}!${requestBody.required ? "" : html`, ${texts.operation.optional}`}</p>
!${descriptionOf(guide, schema)}!${fieldList(guide, schema, partAnchor(id, "body."))}`,
  )}`;
}

function responsePart(guide: Guide, operationId: string, status: string, response: ResponseObject): string {
  const { description = "", headers = {}, content = {} } = response;
  const anchor = partAnchor(operationId, status);
  const name = isSuccess(status) ? undefined : `${operationId} ${status}`;
  return html`<details><summary><code>${status}</code> ${STATUS_CODES[status] ?? ""}!${additionBadge(guide, response)}</summary>
<div!${guide.english}>!${renderMarkdown(description)}</div>
!${Object.entries(content).map(([type, media]) => contentPart(guide, type, media, { name, anchor: `${anchor}.` }))}
!${headerList(guide, headers)}</details>
`;
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

/** The first example of a successful response, which is beside the description. */
function successExample(guide: Guide, { id, responses }: Operation): string {
  const examples = Object.entries(responses)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).map((media) => exampleBlock(guide, `${id} ${status}`, media)),
    );
  return examples.join("\n");
}

/**
 * The fields of a body, which links can lead to with an anchor, and its example, whose label has this name; without a
 * name, only the fields.
 */
export function contentPart(
  guide: Guide,
  type: string,
  media: MediaTypes[string],
  { name, anchor }: { readonly name?: string | undefined; readonly anchor?: string },
): string {
  // The same for every failure: thousands of fields on one page.
  if (type === PROBLEM_MEDIA_TYPE)
    return html`<p class="hint">${type}: <a href="${paths.ERRORS}#problem-details">${guide.texts.operation.problem}</a></p>\n`;
  return html`<p class="hint">${type}</p>!${fieldList(guide, media.schema ?? {}, anchor)}
!${name === undefined ? "" : exampleBlock(guide, name, media)}`;
}

/** The first example of a body; empty without one. */
export function exampleBlock(guide: Guide, name: string, { examples }: MediaTypes[string]): string {
  const example = firstExample(guide.contract.document, examples);
  if (example === undefined) return "";
  const label = guide.texts.operation.exampleOf(name);
  const id = `example-${name.replaceAll(/\W+/g, "-")}`;
  return html`<p class="hint">${label}</p>!${codeBlock(guide.common, id, label, JSON.stringify(example, null, 2))}`;
}

/** The header fields of a response or an event. */
export function headerList(guide: Guide, headers: Readonly<Record<string, HeaderObject>>): string {
  const entries = Object.entries(headers);
  if (entries.length === 0) return "";
  return html`<p class="hint">${guide.texts.operation.headers}</p><ul class="fields">!${entries.map(
    ([name, header]) =>
      html`<li><code>${name}</code>!${additionBadge(guide, header)} !${descriptionOf(guide, { description: header.description })}</li>`,
  )}</ul>`;
}
