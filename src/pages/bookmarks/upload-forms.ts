import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { acceptUploads, assertForm, dropForm } from "#contract/request/upload";
import type { Uploads } from "#contract/request/uploads";
import { readFirstField, readTextFields } from "../forms/form-text.ts";

/**
 * A scope whose forms have files. Their first field must be the CSRF token: a form without a valid one is rejected
 * before its file is read. `maxBytes` is the size of the largest file, by default that of files read into memory.
 */
export async function registerUploadForms(
  scope: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  { maxBytes }: { readonly maxBytes?: number } = {},
): Promise<void> {
  await scope.register(async (uploading) => {
    await acceptUploads(uploading);
    uploading.addHook("preValidation", async (request) => {
      if (request.method !== "POST") return;
      assertForm(request);
      request.body = { _csrf: await readFirstField(request, "_csrf", maxBytes) };
    });
    // After the CSRF token was checked.
    uploading.addHook("preHandler", async (request) => {
      if (request.method === "POST") await readTextFields(request);
    });
    uploading.addHook("onResponse", async (request) => dropForm(request));
    register(uploading);
  });
}

/**
 * Reads the file in a field of a form, and calls `handle` with it. Has the same bounds as the uploads of the API, and
 * throws like them; `invalid` also for a form in which no file was chosen.
 */
export async function withUploadedFile<T>(
  uploads: Uploads,
  request: FastifyRequest,
  reply: FastifyReply,
  field: string,
  handle: (file: Buffer) => Promise<T>,
): Promise<T> {
  return uploads.process(request, reply, field, async () => {
    const file: unknown = request.body;
    if (!Buffer.isBuffer(file) || file.length === 0)
      throw new Failure("invalid", "Choose a file.", { reason: "no-file" });
    return handle(file);
  });
}

/** The parts of a file. Throws `invalid` if there are none: a browser sends an empty file if none was chosen. */
export async function* notEmpty(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let isEmpty = true;
  for await (const part of parts) {
    isEmpty &&= part.length === 0;
    yield part;
  }
  if (isEmpty) throw new Failure("invalid", "Choose a file.", { reason: "no-file" });
}
