import multipart, { type Multipart, type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure, type Problem } from "../failure.ts";
import { isRecord } from "../record.ts";
import { assertNotEncoded } from "./body.ts";
import type { FormFields } from "./form-fields.ts";
import { toToken } from "./json-pointer.ts";

/** A text field or a file of a form. */
export type FormPart = Multipart;

/** A file of a form. */
export type FilePart = MultipartFile;

/** The largest file that is read into memory, in bytes. */
const FILE_LIMIT = 5 * 1024 * 1024;

/** Limits of text fields that are accepted and ignored. */
const IGNORED_FIELDS = { fields: 10, fieldSize: 1024 };

/** How many text fields a form may have, and how many bytes each. */
export interface FieldLimits {
  readonly fields: number;
  readonly fieldSize: number;
}

/** What is read of a form. */
export interface FormTarget {
  /** The field with the file. */
  readonly field: string;
  /** Takes the text fields; they are ignored unless given. */
  readonly fields?: FormFields;
  readonly limits?: FieldLimits;
  /** The kinds of failure for a missing file, and for one that is too large; `invalid` by default. */
  readonly missing?: "invalid" | "unprocessable";
  readonly tooLarge?: "invalid" | "tooLarge";
}

/** Accepts forms with files in a scope. They are read by `readForm`. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: limitsOf(FILE_LIMIT) });
}

/** A second file is accepted too, so that it can be rejected with a message of its own. */
function limitsOf(fileSize: number, { fields, fieldSize }: FieldLimits = IGNORED_FIELDS) {
  return { fileSize, files: 2, fields, fieldSize, parts: fields + 2, headerPairs: 20 };
}

/**
 * Throws `otherType()` unless the content type is `multipart/form-data` with a boundary, and `wrongType` for a
 * compressed body. Does not read the body.
 */
export function assertForm(request: FastifyRequest, otherType: () => Failure = noFile): void {
  assertNotEncoded(request);
  const { "content-type": type = "" } = request.headers;
  if (!/^\s*multipart\/form-data\s*;.*\bboundary=/i.test(type)) throw otherType();
}

/** What is left of forms that were begun, by request. */
const begun = new WeakMap<FastifyRequest, AsyncIterableIterator<FormPart>>();

/**
 * Begins to read a form, before `readFile` or an opened form reads what is left of it: what decides whether the file is
 * read at all. `maxBytes` is the size of the largest file.
 */
export function beginForm(
  request: FastifyRequest,
  limits: FieldLimits,
  maxBytes = FILE_LIMIT,
): AsyncIterableIterator<FormPart> {
  const parts = request.parts({ limits: limitsOf(maxBytes, limits) });
  leaveParts(request, parts);
  return parts;
}

/** Leaves these parts of a form that was begun to who reads the rest. */
export function leaveParts(request: FastifyRequest, parts: AsyncIterableIterator<FormPart>): void {
  begun.set(request, parts);
}

/** Whether an error of the multipart parser is about the number of fields. */
export function hasTooManyFields(cause: unknown): boolean {
  const code = isRecord(cause) ? cause.code : undefined;
  return code === "FST_FIELDS_LIMIT" || code === "FST_PARTS_LIMIT";
}

/** The parts of a form, without those that were read. Larger files than `maxBytes` are an error. */
export function partsOf(
  request: FastifyRequest,
  { limits }: Pick<FormTarget, "limits">,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncIterableIterator<FormPart> {
  return begun.get(request) ?? request.parts({ limits: limitsOf(maxBytes, limits) });
}

/** Drops what is left of a form, so that its sender reads the response. */
export function dropForm(request: FastifyRequest): void {
  if (begun.delete(request)) dropRest(request);
}

/** Lets the client finish sending, so that it reads the response. */
export function dropRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Reads the file in a field of a form. Throws `invalid`, with the reason `file-missing` for a missing file,
 * `file_size_limit` for a file above 5 MiB, and `file_invalid` for two files in the field, too many
 * fields or a malformed form.
 */
export async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const file = await readForm(request, { field });
  if (file === undefined) throw noFile(field);
  return file;
}

/**
 * Reads a whole form. Returns its file, undefined without one. Throws like `readFile`, and like the target's fields.
 */
export async function readForm(request: FastifyRequest, target: FormTarget): Promise<Buffer | undefined> {
  const files = await filesIn(request, target).finally(() => dropRest(request));
  if (files.length > 1) throw twoFiles();
  return files[0];
}

async function filesIn(request: FastifyRequest, target: FormTarget): Promise<Buffer[]> {
  const files: Buffer[] = [];
  try {
    for await (const part of partsOf(request, target, FILE_LIMIT)) {
      if (part.type === "field") target.fields?.add(part);
      else if (part.fieldname === target.field) files.push(await part.toBuffer());
      else part.file.resume();
    }
  } catch (cause) {
    throw toInvalidForm(cause, target);
  }
  return files;
}

/** The failure for an error of the multipart parser, or one that is a failure already. */
export function toInvalidForm(
  cause: unknown,
  { limits = IGNORED_FIELDS, ...target }: Partial<FormTarget> = {},
): Failure {
  if (cause instanceof Failure) return cause;
  const code = isRecord(cause) ? cause.code : undefined;
  if (code === "FST_REQ_FILE_TOO_LARGE") return fileTooLarge(FILE_LIMIT, target, cause);
  if (!hasTooManyFields(cause))
    return new Failure("invalid", "The form could not be read.", { reason: "form-not-parsed", cause });
  const message = `The form holds more than ${limits.fields} fields besides the file.`;
  return new Failure("invalid", message, { reason: "form-too-many-fields", values: { limit: limits.fields }, cause });
}

/** The failure of a form whose file has more bytes than it may. */
export function fileTooLarge(maxBytes: number, { field, tooLarge = "invalid" }: Partial<FormTarget>, cause?: unknown) {
  const mebibytes = `${maxBytes / 1024 / 1024} MiB`;
  const values = { limit: maxBytes / 1024 / 1024 };
  const details = detailsOf(field, { message: `must have at most ${mebibytes}`, reason: "too-many-mebibytes", values });
  return new Failure(tooLarge, `The file is larger than ${mebibytes}.`, {
    reason: "file-too-large",
    values,
    details,
    cause,
  });
}

/** The failure of a form with more than one file. */
export function twoFiles(): Failure {
  return new Failure("invalid", "The form holds two files.", { reason: "two-files" });
}

/** The failure of a form without a file. `field` is the field for it, if the contract names one. */
export function noFile(field?: string, kind: "invalid" | "unprocessable" = "invalid", message = "no file"): Failure {
  return new Failure(kind, message, {
    reason: "file-missing",
    details: detailsOf(field, { message: "is required", reason: "required" }),
  });
}

function detailsOf(field: string | undefined, problem: Problem) {
  return field === undefined ? [] : [{ path: `/${toToken(field)}`, ...problem }];
}
