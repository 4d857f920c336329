import { html } from "ghtml";
import type { JsonSchema, Operation, ParameterObject } from "#contract/contract";
import { propertiesOf } from "#contract/form";
import { isRecord } from "#contract/record";
import { firstExample } from "./examples.ts";
import { fieldsIn } from "./fields.ts";
import type { Guide } from "./guide.ts";

/** Headers that a script in a browser can't set. */
const SET_BY_BROWSER = "user-agent";

/**
 * A form that sends a request to an operation, for the script of the page. Only the path parameters and
 * the body have example values: the examples of other parameters would filter the response.
 */
export function tryForm(guide: Guide, operation: Operation): string {
  const { contract, texts } = guide;
  const { send } = texts;
  const { id, method, path, parameters, source } = operation;
  const body = firstExample(contract.document, source.requestBody?.content["application/json"]?.examples);
  const shown = parameters.filter(({ name }) => name.toLowerCase() !== SET_BY_BROWSER);
  return html`<details class="send" hidden><summary>${send.open}<span class="visually-hidden">: ${id}</span></summary>
<form class="request" data-method="${method}" data-path="${contract.basePath}${path}" data-sending="${send.sending}" data-failed="${send.failed}" data-headers="${send.headersOf}" data-body="${send.bodyOf}" data-empty="${send.empty}" aria-label="${send.form(id)}" hidden>
!${shown.map((parameter) => parameterField(guide, id, parameter))}
!${body === undefined ? "" : bodyField(guide, operation, body)}
!${formFields(guide, operation)}
<p><button>${send.submit(method)}</button></p>
<div class="response" role="status"></div>
</form></details>`;
}

function parameterField(guide: Guide, operationId: string, parameter: ParameterObject): string {
  const { name, in: place, schema, examples } = parameter;
  const value = place === "path" ? firstExample(guide.contract.document, examples) : "";
  return field(guide, `${operationId}-${name}`, {
    name,
    place,
    schema,
    value,
    isRequired: parameter.required === true,
  });
}

interface FieldOptions {
  readonly name: string;
  readonly place: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
}

/** A field with its label: a list for a value of which there are only some, otherwise a text field. */
function field({ texts }: Guide, id: string, { name, place, schema, value, isRequired }: FieldOptions): string {
  const choices = choicesOf(schema);
  const control =
    choices === undefined
      ? html`<input id="${id}" name="${name}" data-in="${place}" value="${value}" autocomplete="off">`
      : html`<select id="${id}" name="${name}" data-in="${place}">!${isRequired ? "" : html`<option value="">${texts.send.leaveOut}</option>`}!${choices.map(
          (choice) => html`<option value="${choice}"!${choice === value ? " selected" : ""}>${choice}</option>`,
        )}</select>`;
  return html`<p><label for="${id}">${name}</label> <span class="type">${place}</span>
!${control}</p>`;
}

/** The values of which a schema allows only some; undefined for others. Those that mean the same are left out. */
function choicesOf({ type, enum: values }: JsonSchema): readonly unknown[] | undefined {
  if (type === "boolean") return [true, false];
  // A "+" in an address is a space: " created" is "+created".
  return Array.isArray(values)
    ? values.filter((value) => String(value).trim() === String(value) && value !== "")
    : undefined;
}

/** The JSON of the body, and above it its fields of which there are only some values; the script copies these into it. */
function bodyField({ texts: { send } }: Guide, { id, bodySchema = {} }: Operation, body: unknown): string {
  const name = `${id}-json`;
  const text = JSON.stringify(body, null, 2);
  const example = isRecord(body) ? body : {};
  const choices = Array.isArray(body)
    ? []
    : fieldsIn(bodySchema).flatMap(({ name: property, schema }) => {
        const values = choicesOf(schema);
        return values === undefined ? [] : [{ property, values }];
      });
  return html`!${
    choices.length === 0
      ? ""
      : html`<fieldset class="choices"><legend>${send.choices}</legend>!${choices.map(
          ({ property, values }) => html`<p><label for="${id}-body-${property}">${property}</label>
<select id="${id}-body-${property}" data-field="${property}"><option value="">${send.leaveOut}</option>!${values.map(
            (value) =>
              html`<option value="${JSON.stringify(value)}"!${value === example[property] ? " selected" : ""}>${value}</option>`,
          )}</select></p>
`,
        )}</fieldset>`
  }<p><label for="${name}">${send.json}</label>
<textarea id="${name}" data-in="body" rows="${Math.min(text.split("\n").length, 16)}" spellcheck="false">${text}</textarea></p>`;
}

/** The file of a form, and its other fields. */
function formFields(guide: Guide, { id, form, fileField }: Operation): string {
  if (form === undefined || fileField === undefined) return "";
  const file = html`<p><label for="${id}-file">${fileField}</label><input type="file" id="${id}-file" name="${fileField}" data-in="form"></p>`;
  const others = propertiesOf(form.fields).map(([name, schema]) =>
    field(guide, `${id}-form-${name}`, {
      name,
      place: "form",
      schema: isRecord(schema) ? schema : {},
      value: "",
      isRequired: false,
    }),
  );
  // Handlers that read the file while it arrives need the others first.
  return [...others, file].join("\n");
}
