import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import pLimit from "p-limit";
import { Failure } from "../../errors.ts";

/** The largest file, in bytes. */
const FILE_LIMIT = 5 * 1024 * 1024;

/** How many files are read and worked on at a time, so that what they hold of the memory has a bound; and how many requests wait. */
const AT_ONCE = 2;
const WAITING = 100;

/** What may stand in a form besides the file: a few short fields, which nobody reads. */
const LIMITS = { fileSize: FILE_LIMIT, files: 2, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20 };

/** Lets a scope take in forms with files; nothing of them is read until somebody asks. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
}

const limit = pLimit(AT_ONCE);

/** An answer, as far as it is awaited. */
interface AwaitedAnswer {
  readonly closed: boolean;
  once(event: "close", listener: (ended: unknown) => void): unknown;
}

/** Lets a request wait, unread, until few others are under way; its turn lasts until it is answered, or its client has gone. */
export async function waitForUploadSlot({ raw }: { raw: AwaitedAnswer }): Promise<void> {
  if (limit.pendingCount >= WAITING) {
    throw new Failure("unavailable", "The server has too much to do. Try again in a moment.", { retryAfter: 1 });
  }
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
  void limit(async () => {
    begin();
    if (!raw.closed) await new Promise((end) => raw.once("close", end));
  });
  await turn;
}

/** To be called before the body is read: throws `invalid` for everything but a form. */
export function assertForm(request: FastifyRequest): void {
  const { "content-type": type = "" } = request.headers;
  if (!/^\s*multipart\/form-data\s*;.*\bboundary=/i.test(type)) refuseMissing();
}

/**
 * The one file of a form, in this field. Throws `invalid` with the reason -1 where it is missing, `file_size_limit` for more than 5 MiB, and
 * `file_invalid` for two files, too many fields, and a form that can't be read.
 */
export async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const files = await filesIn(request, field).finally(() => request.raw.resume());
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
    const code: unknown = Reflect.get(Object(cause), "code");
    if (code === "FST_REQ_FILE_TOO_LARGE")
      throw new Failure("invalid", "The file is larger than 5 MiB.", { reason: "file_size_limit", cause });
    const isTooMuch = code === "FST_FIELDS_LIMIT" || code === "FST_PARTS_LIMIT";
    const wrong = isTooMuch
      ? `The form holds more than ${LIMITS.fields} fields besides the file.`
      : "The form could not be read.";
    throw new Failure("invalid", wrong, { reason: "file_invalid", cause });
  }
  return files;
}

function refuseMissing(): never {
  throw new Failure("invalid", "no file", { reason: -1 });
}
