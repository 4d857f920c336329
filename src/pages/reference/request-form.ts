import { html } from "ghtml";
import type { Contract, Operation, ParameterObject } from "#contract/contract";
import { firstExample } from "./examples.ts";

/** Headers that a script in a browser can't set. */
const SET_BY_BROWSER = "user-agent";

/**
 * A form that sends a request to an operation, for the script of the page. Only the path parameters and
 * the body have example values: the examples of other parameters would filter the response.
 */
export function requestForm({ document, basePath }: Contract, operation: Operation): string {
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
