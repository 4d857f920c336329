import multipart, { type Multipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { isRecord } from "../record.ts";
import { assertNotEncoded } from "./body.ts";

/** The largest file that is read into memory, in bytes. */
const FILE_LIMIT = 5 * 1024 * 1024;

/**
 * Limits of a form. Fields besides the file are accepted and ignored. A second file is accepted too,
 * so that `readFile` can reject it with a message of its own.
 */
export const LIMITS = { fileSize: FILE_LIMIT, files: 2, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };

/** Accepts forms with files in a scope. They are read by `readFile`. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
}

/**
 * Throws `invalid` unless the content type is `multipart/form-data` with a boundary, and `wrongType`
 * for a compressed body. Does not read the body.
 */
export function assertForm(request: FastifyRequest): void {
  assertNotEncoded(request);
  const { "content-type": type = "" } = request.headers;
  if (!/^\s*multipart\/form-data\s*;.*\bboundary=/i.test(type)) throw noFile();
}

/** Forms of which the first part was read, by request. */
const begun = new WeakMap<FastifyRequest, AsyncIterableIterator<Multipart>>();

/**
 * Reads the first part of a form, before `readFile` or an opened form reads the rest: what decides whether the file is
 * read at all, such as a CSRF token. Returns its text; undefined unless it is a text field with this name. Throws
 * `invalid` like `readFile`. `maxBytes` is the size of the largest file.
 */
export async function readFirstField(
  request: FastifyRequest,
  name: string,
  maxBytes = FILE_LIMIT,
): Promise<string | undefined> {
  const parts = request.parts({ limits: { ...LIMITS, fileSize: maxBytes } });
  begun.set(request, parts);
  try {
    const { value: part } = await parts.next();
    return part?.type === "field" && part.fieldname === name ? String(part.value) : undefined;
  } catch (cause) {
    throw toInvalidForm(cause, maxBytes);
  }
}

/** The parts of a form, without the first one if that was read. */
export function partsOf(request: FastifyRequest, maxBytes: number): AsyncIterableIterator<Multipart> {
  return begun.get(request) ?? request.parts({ limits: { ...LIMITS, fileSize: maxBytes } });
}

/** Drops what is left of a form, so that its sender reads the response. */
export function dropForm(request: FastifyRequest): void {
  if (!begun.delete(request)) return;
  request.raw.unpipe();
  request.raw.resume();
}

/**
 * Reads the file in a field of a form. Throws `invalid`, with the reason -1 for a missing file,
 * `file_size_limit` for a file above 5 MiB, and `file_invalid` for two files in the field, too many
 * fields or a malformed form.
 */
export async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const files = await filesIn(request, field).finally(() => request.raw.resume());
  const [file] = files;
  if (file === undefined) throw noFile();
  if (files.length > 1) throw twoFiles();
  return file;
}

async function filesIn(request: FastifyRequest, field: string): Promise<Buffer[]> {
  const files: Buffer[] = [];
  try {
    for await (const part of partsOf(request, FILE_LIMIT)) {
      if (part.type !== "file") continue;
      if (part.fieldname === field) files.push(await part.toBuffer());
      else part.file.resume();
    }
  } catch (cause) {
    throw toInvalidForm(cause, FILE_LIMIT);
  }
  return files;
}

/** The failure for an error of the multipart parser. */
export function toInvalidForm(cause: unknown, maxBytes: number): Failure {
  const code = isRecord(cause) ? cause.code : undefined;
  if (code === "FST_REQ_FILE_TOO_LARGE") {
    const message = `The file is larger than ${maxBytes / 1024 / 1024} MiB.`;
    return new Failure("invalid", message, { reason: "file_size_limit", cause });
  }
  const isTooMuch = code === "FST_FIELDS_LIMIT" || code === "FST_PARTS_LIMIT";
  const message = isTooMuch
    ? `The form holds more than ${LIMITS.fields} fields besides the file.`
    : "The form could not be read.";
  return new Failure("invalid", message, { reason: "file_invalid", cause });
}

export function twoFiles(): Failure {
  return new Failure("invalid", "The form holds two files.", { reason: "file_invalid" });
}

export function noFile(): Failure {
  return new Failure("invalid", "no file", { reason: -1 });
}
