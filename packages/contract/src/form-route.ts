import type { FastifyReply, FastifyRequest } from "fastify";
import type { Contract, Form, Operation } from "./contract.ts";
import { Failure } from "./failure.ts";
import { propertiesOf } from "./form.ts";
import { type FieldOptions, FormFields, fieldLimitsOf } from "./request/form-fields.ts";
import type { StreamedFile, StreamedForm } from "./request/streamed-form.ts";
import { assertForm, noFile, readForm } from "./request/upload.ts";
import type { Uploads } from "./request/uploads.ts";

interface FormService {
  readonly contract: Contract;
  readonly uploads?: Uploads;
  readonly invalidFields?: "invalid" | "unprocessable";
}

/** How the requests to an operation with a form are read. */
export interface FormReader {
  /** Throws for a body that is no form, before reading it: `wrongType` if the operation lists 415, else `invalid`. */
  readonly assertType: (request: FastifyRequest) => void;
  /**
   * Sets the body of a request to its fields and its file, valid by the contract, and calls `handle`: after the file
   * was read into memory, or when it begins if the operation streams it.
   */
  readonly read: <T>(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<T>) => Promise<T>;
}

/** The reader of an operation's form; undefined for operations without one. */
export function formReaderOf(service: FormService, operation: Operation): FormReader | undefined {
  const { uploads, contract, invalidFields = "invalid" } = service;
  const { form, responses, streamsFile, hasAnyOrder } = operation;
  if (form === undefined) return undefined;
  if (uploads === undefined) throw new Error("A contract with uploads needs the service's `uploads`.");
  const options: FieldOptions = {
    invalid: invalidFields,
    tooLarge: responses["413"] === undefined ? "invalid" : "tooLarge",
    isBeforeFile: streamsFile && !hasAnyOrder,
  };
  const otherType = responses["415"] === undefined ? "invalid" : "wrongType";
  const missing = uploads.otherTypeIsNoFile ? undefined : `The form has no file in the field "${form.fileField}".`;
  const limits = fieldLimitsOf(form.fields);
  /** The file as it is in a body; throws if it is missing. */
  const bodyWith = (file: Buffer | StreamedFile | undefined) => {
    if (file === undefined && form.isFileRequired) throw noFile(form.fileField, invalidFields, missing);
    return { ...(file !== undefined && { [form.fileField]: file }) };
  };
  return {
    assertType: (request) =>
      assertForm(request, () => (uploads.otherTypeIsNoFile ? noFile(form.fileField) : noForm(otherType))),
    async read(request, reply, handle) {
      const fields = new FormFields(contract, operation, form.fields, options);
      const target = { field: form.fileField, fields, limits, missing: invalidFields, tooLarge: options.tooLarge };
      if (!streamsFile) {
        const read = async () => ({ ...bodyWith(await readForm(request, target)), ...fields.values() });
        return uploads.processForm(request, reply, read, handle);
      }
      return uploads.streamTo(request, { ...target, maxBytes: uploads.maxFile }, async (streamed) => {
        const body = bodyWith((await streamed.begin()) ? streamed : undefined);
        request.body = hasAnyOrder ? withLateFields(body, form, streamed, fields) : { ...body, ...fields.values() };
        return handle();
      });
    },
  };
}

function noForm(kind: "invalid" | "wrongType"): Failure {
  return new Failure(kind, "The body must be of type multipart/form-data.", { reason: "body-not-form" });
}

/** Adds the fields of a form to a body, which can be read once the form was read. */
function withLateFields(body: object, form: Form, streamed: StreamedForm, fields: FormFields): object {
  for (const [name] of propertiesOf(form.fields)) {
    Object.defineProperty(body, name, {
      get() {
        if (!streamed.isRead) throw new Error(`Read the file first: "${name}" may come after it.`);
        return fields.values()[name];
      },
    });
  }
  return body;
}
