import type { Form, JsonSchema, MediaTypes } from "./contract.ts";
import { isRecord } from "./record.ts";

/** The form among the content of a request body; undefined if there is none, or if it has no file. */
export function formIn(content: MediaTypes = {}): Form | undefined {
  const schema = content["multipart/form-data"]?.schema;
  const [fileField] = fileFieldsOf(schema);
  if (schema === undefined || fileField === undefined) return undefined;
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const others = propertiesOf(schema).filter(([name]) => name !== fileField);
  return {
    fileField,
    isFileRequired: required.includes(fileField),
    fields: {
      ...schema,
      type: "object",
      properties: Object.fromEntries(others),
      required: required.filter((name) => name !== fileField),
    },
  };
}

/** Names of the fields with a file: those with a media type or the format `binary`, else those without a type. */
export function fileFieldsOf(form: JsonSchema | undefined): string[] {
  const properties = propertiesOf(form);
  const files = properties.filter(([, schema]) => isFile(schema));
  return (files.length > 0 ? files : properties.filter(([, schema]) => isUntyped(schema))).map(([name]) => name);
}

/** The names and schemas of the fields of a form. */
export function propertiesOf(form: JsonSchema | undefined): [name: string, schema: unknown][] {
  return Object.entries(isRecord(form?.properties) ? form.properties : {});
}

function isFile(schema: unknown): boolean {
  return isRecord(schema) && (schema.contentMediaType !== undefined || schema.format === "binary");
}

/** Whether a schema is that of anything, which is a file in a form (OpenAPI 3.1, Considerations for File Uploads). */
function isUntyped(schema: unknown): boolean {
  const keywords = ["type", "enum", "const", "anyOf", "oneOf", "allOf"];
  return isRecord(schema) && keywords.every((keyword) => !(keyword in schema));
}
