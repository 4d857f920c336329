import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../errors.ts";

/** The largest file, in bytes. */
const FILE_LIMIT = 5 * 1024 * 1024;

/** What may stand in a form besides the file: a few short fields, which nobody reads. */
const LIMITS = { fileSize: FILE_LIMIT, files: 2, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };

/** Lets a scope take in forms with files; nothing of them is read until somebody asks. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
}

/** To be called before the body is read: throws `invalid` for everything but a form. */
export function refuseOtherThanForm(request: FastifyRequest): void {
  if (!/^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? "")) refuseMissing();
}

/**
 * The one file of a form, in this field. Throws `invalid` with the reason -1 where it is missing, `file_size_limit` for more than 5 MiB, and
 * `file_invalid` for two files and for a form that can't be read.
 */
export async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const files = await filesIn(request, field);
  const [file] = files;
  if (file === undefined) return refuseMissing();
  if (files.length > 1) throw new Failure("invalid", "The form holds two files.", { reason: "file_invalid" });
  return file;
}

async function filesIn(request: FastifyRequest, field: string): Promise<Buffer[]> {
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== "file") continue;
      if (part.fieldname === field) files.push(await part.toBuffer());
      else part.file.resume();
    }
  } catch (cause) {
    const isTooLarge = cause instanceof Error && "code" in cause && cause.code === "FST_REQ_FILE_TOO_LARGE";
    if (isTooLarge)
      throw new Failure("invalid", "The file is larger than 5 MiB.", { reason: "file_size_limit", cause });
    throw new Failure("invalid", "The form could not be read.", { reason: "file_invalid", cause });
  }
  return files;
}

function refuseMissing(): never {
  throw new Failure("invalid", "no file", { reason: -1 });
}
