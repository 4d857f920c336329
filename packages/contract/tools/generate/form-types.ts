import type { OpenAPITSOptions } from "openapi-typescript";
import ts from "typescript";
import type { Document, Form, JsonSchema, Operation } from "../../src/contract.ts";
import { propertiesOf } from "../../src/form.ts";
import { isRecord } from "../../src/record.ts";

/** Marks the schema of a file with the name of its type in handlers. */
const MARK = "x-contract-file";

/** The type of files that are read while they arrive. Written to the module, which imports nothing. */
export const STREAMED_FILE = `/** The file of a form, which the handler reads while it arrives. */
export interface StreamedFile {
    /** Its name, without a path; may be empty. */
    readonly name: string;
    /** Reads the file, of at most \`maxBytes\` (by default the limit of the service). Call it once. */
    readonly content: (maxBytes?: number) => AsyncIterable<Buffer>;
}
`;

/**
 * Returns the document, in which the forms of operations are those that handlers get: with the defaults of their
 * fields, and with a marked file.
 */
export function withFiles(document: Document, operations: readonly Operation[]): Document {
  const paths: Record<string, Record<string, unknown>> = { ...document.paths };
  for (const { path, method, form, streamsFile, source } of operations) {
    const { requestBody } = source;
    if (form === undefined || requestBody === undefined) continue;
    const schema = toHandledForm(form, requestBody.content["multipart/form-data"]?.schema, streamsFile);
    const content = { ...requestBody.content, "multipart/form-data": { schema } };
    const name = method.toLowerCase();
    const operation = { ...document.paths[path]?.[name], requestBody: { ...requestBody, content } };
    paths[path] = { ...paths[path], [name]: operation };
  }
  // A cast: only bodies have changed.
  return { ...document, paths } as Document;
}

function toHandledForm({ fileField, fields }: Form, schema: JsonSchema = {}, streamsFile: boolean): JsonSchema {
  const properties = Object.fromEntries(propertiesOf(schema));
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const defaulted = propertiesOf(fields).flatMap(([name, field]) =>
    isRecord(field) && field.default !== undefined ? [name] : [],
  );
  const file = { ...toRecord(properties[fileField]), type: "string", [MARK]: streamsFile ? "StreamedFile" : "Buffer" };
  return { ...schema, required: [...required, ...defaulted], properties: { ...properties, [fileField]: file } };
}

function toRecord(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}

/** The type of a marked file. */
export const typeOfFile: NonNullable<OpenAPITSOptions["transform"]> = (schema) => {
  const type: unknown = isRecord(schema) ? schema[MARK] : undefined;
  return typeof type === "string" ? ts.factory.createTypeReferenceNode(type) : undefined;
};
