import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { ResponseObject } from "../contract.ts";
import { isJson } from "../media-types.ts";
import { createAjv } from "../request/validation.ts";

/** Header fields that any response may have, which contracts need not list. */
const HTTP_FIELDS = new Set([
  "cache-control",
  "content-type",
  "content-length",
  "connection",
  "date",
  "keep-alive",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
]);

/** Header fields of CORS, which contracts do not list, because they depend on the settings. */
const CORS_FIELDS = new Set(["access-control-allow-origin", "access-control-expose-headers"]);

/**
 * Checks a response against its description in the contract. Returns the violations, without
 * quoting values of the response.
 */
export interface ResponseCheck {
  readonly head: (headers: Readonly<Record<string, unknown>>) => string[];
  /** `type` is the media type that was sent; undefined without content. */
  readonly body: (text: string, type: string | undefined) => string[];
}

// Created at the first use, to keep the start short.
let compilers: { readonly bodies: Ajv2020; readonly headerFields: Ajv2020 } | undefined;

function getCompilers() {
  compilers ??= {
    bodies: createAjv({ useDefaults: false }),
    headerFields: createAjv({ useDefaults: false, coerceTypes: true }),
  };
  return compilers;
}

/** Compiles the check of a response from its description. */
export function compileResponseCheck({ headers = {}, content = {} }: ResponseObject): ResponseCheck {
  const { bodies, headerFields } = getCompilers();
  const types = Object.keys(content);
  const fields = Object.entries(headers).map(([name, { required = false, schema }]) => ({
    name: name.toLowerCase(),
    required,
    validate: headerFields.compile(schema),
  }));
  const listed = new Set(fields.map(({ name }) => name));
  const validators = new Map(
    Object.entries(content)
      .filter(([type]) => isJson(type))
      .map(([type, { schema }]) => [type, bodies.compile(schema ?? {})]),
  );

  return {
    head: (sent) => [
      ...Object.keys(sent)
        .filter((name) => !listed.has(name) && !HTTP_FIELDS.has(name) && !CORS_FIELDS.has(name))
        .map((name) => `the header ${name} is not listed`),
      ...fields.flatMap(({ name, required, validate }) => wrongField(name, sent[name], required, validate)),
      ...wrongType(types, sent["content-type"]),
    ],
    // For other content types, the contract describes nothing but the type.
    body: (text, type) => {
      if (types.length === 0) return text === "" ? [] : ["there is a body where none is described"];
      const validate = type === undefined ? undefined : validators.get(type);
      return validate === undefined ? [] : wrongBody(validate, text);
    },
  };
}

function wrongField(name: string, value: unknown, required: boolean, validate: ValidateFunction): string[] {
  if (value === undefined) return required ? [`the header ${name} is missing`] : [];
  return validate(value) ? [] : [`the header ${name} ${reasonOf(validate)}`];
}

function wrongType(types: readonly string[], sent: unknown): string[] {
  const type = String(sent ?? "").split(";", 1)[0] ?? "";
  if (types.length === 0) return sent === undefined ? [] : ["there is content where none is described"];
  if (type === "") return ["the response has no content type"];
  return types.includes(type) ? [] : [`the content type ${type} is not listed`];
}

function wrongBody(validate: ValidateFunction, text: string): string[] {
  try {
    return validate(JSON.parse(text)) ? [] : [`the body ${reasonOf(validate)}`];
  } catch {
    return ["the body is not JSON"];
  }
}

function reasonOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join(", ");
}
