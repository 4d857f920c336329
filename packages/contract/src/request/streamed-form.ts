import type { FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { noFile, partsOf, toInvalidForm, twoFiles } from "./upload.ts";
import { type UploadPace, watchProgress } from "./upload-progress.ts";

interface StreamedFormOptions {
  /** The form field of the file. */
  readonly field: string;
  /** The largest file, in bytes, unless its reader has another limit. */
  readonly maxBytes: number;
  readonly pace: UploadPace;
}

/** A form whose file is read while it arrives. Its other parts are known once the file was read. */
export interface StreamedForm {
  /** The name of the file, without a path and control characters; may be empty. */
  readonly name: string;
  /** The value of a text field; undefined without one. The last one counts. */
  readonly fieldOf: (name: string) => string | undefined;
  /**
   * Reads the whole form, and returns the parts of its file. Throws like `readFile`, for a file above `maxBytes` (by
   * default the limit of the service), and `timeout` if the form arrives too slowly or the client disconnects. Call it
   * once.
   */
  readonly content: (maxBytes?: number) => AsyncIterable<Buffer>;
}

/** Opens the form of a request. Not a class, because tests observe the form through a proxy. */
export function openForm(request: FastifyRequest, { field, pace, ...limits }: StreamedFormOptions): StreamedForm {
  const fields = new Map<string, string>();
  let fileName: string | undefined;

  async function* partsOfFile(maxBytes: number): AsyncIterable<Buffer> {
    for await (const part of partsOf(request, maxBytes)) {
      if (part.type === "field") fields.set(part.fieldname, String(part.value));
      else if (part.fieldname !== field) part.file.resume();
      else if (fileName !== undefined) throw twoFiles();
      else {
        fileName = part.filename ?? "";
        yield* part.file;
      }
    }
  }

  async function* content(maxBytes = limits.maxBytes): AsyncIterable<Buffer> {
    const { raw } = request;
    const { tooSlow, stop } = watchProgress(raw.socket, pace);
    const { promise: disconnected, reject } = Promise.withResolvers<never>();
    const disconnect = () => reject(new Failure("timeout", "The client disconnected."));
    raw.socket.once("close", disconnect);
    try {
      yield* until(partsOfFile(maxBytes), Promise.race([tooSlow, disconnected]));
    } catch (error) {
      throw error instanceof Failure ? error : toInvalidForm(error, maxBytes);
    } finally {
      stop();
      raw.socket.off("close", disconnect);
      // Lets the client finish sending, so that it reads the response.
      raw.unpipe();
      raw.resume();
    }
    if (fileName === undefined) throw noFile();
  }

  return {
    content,
    fieldOf: (name) => fields.get(name),
    get name() {
      return toName(fileName ?? "");
    },
  };
}

/** The last segment of a path, without control characters. */
function toName(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? "";
  return last
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
}

/** Maximum length of the name of a file, in characters. */
const MAX_NAME_LENGTH = 255;

/**
 * Passes on what a source yields, until `end` rejects. Not with `Promise.race` for each value: `end` would refer to
 * every value until the end of the upload, so that the whole file would stay in memory.
 */
async function* until<T>(source: AsyncIterable<T>, end: Promise<never>): AsyncIterable<T> {
  const abort = new AbortController();
  const { signal } = abort;
  end.catch((reason) => abort.abort(reason));
  const iterator = source[Symbol.asyncIterator]();
  for (;;) {
    signal.throwIfAborted();
    const next = Promise.withResolvers<IteratorResult<T>>();
    // Replaces the listener of the previous value.
    signal.onabort = () => next.reject(signal.reason);
    iterator.next().then(next.resolve, next.reject);
    const { done = false, value } = await next.promise;
    if (done) return;
    yield value;
  }
}
