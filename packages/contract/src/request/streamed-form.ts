import type { FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import {
  dropRest,
  type FilePart,
  type FormTarget,
  fileTooLarge,
  noFile,
  partsOf,
  toInvalidForm,
  twoFiles,
} from "./upload.ts";
import { type UploadPace, watchProgress } from "./upload-progress.ts";

interface StreamedFormOptions extends FormTarget {
  /** The largest file, in bytes, unless its reader has another limit. */
  readonly maxBytes: number;
  readonly pace: UploadPace;
}

/** The file of a form, which is read while it arrives. */
export interface StreamedFile {
  /** Its name, without a path and control characters; may be empty. */
  readonly name: string;
  /**
   * Reads the file, and what follows it in the form. Throws for a file above `maxBytes` (by default the limit of the
   * service), for an invalid form, and `timeout` if it arrives too slowly or the client disconnects. Call it once.
   */
  readonly content: (maxBytes?: number) => AsyncIterable<Buffer>;
}

/** A form whose file is read while it arrives. */
export interface StreamedForm extends StreamedFile {
  /** Reads what precedes the file. Resolves to false if the form has ended without one. Throws like `content`. */
  readonly begin: () => Promise<boolean>;
  /** Whether the form was read to its end. */
  readonly isRead: boolean;
  /** Drops the form, unless `content` was called. */
  readonly drop: () => void;
}

/** Opens the form of a request. Not a class, because tests observe its file through a proxy. */
export function openForm(request: FastifyRequest, { pace, ...target }: StreamedFormOptions): StreamedForm {
  const { field, fields } = target;
  let parts: ReturnType<typeof partsOf> | undefined;
  let file: FilePart | undefined;
  let [isContentRead, isRead] = [false, false];

  /** Reads parts until the file begins, or the form ends. */
  async function advance(): Promise<void> {
    parts ??= partsOf(request, target);
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done === true) break;
      if (part.type === "field") fields?.add(part);
      else if (part.fieldname !== field) part.file.resume();
      else if (file !== undefined) throw twoFiles();
      else {
        file = part;
        fields?.beginFile();
        return;
      }
    }
    isRead = true;
    fields?.values();
  }

  async function* partsOfFile(maxBytes: number): AsyncIterable<Buffer> {
    if (parts === undefined) await advance();
    if (file === undefined) throw noFile(field, target.missing);
    let size = 0;
    for await (const bytes of file.file) {
      size += bytes.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes, target);
      yield bytes;
    }
    await advance();
  }

  async function begin(): Promise<boolean> {
    const { ended, stop } = watch(request, pace);
    try {
      await Promise.race([advance(), ended]);
    } catch (error) {
      throw toInvalidForm(error, target);
    } finally {
      stop();
    }
    return file !== undefined;
  }

  async function* content(maxBytes = target.maxBytes): AsyncIterable<Buffer> {
    isContentRead = true;
    const { ended, stop } = watch(request, pace);
    try {
      yield* until(partsOfFile(maxBytes), ended);
    } catch (error) {
      throw toInvalidForm(error, target);
    } finally {
      stop();
      dropRest(request);
    }
  }

  return {
    begin,
    content,
    drop: () => {
      if (!isContentRead && parts !== undefined) dropRest(request);
    },
    get isRead() {
      return isRead;
    },
    get name() {
      return toName(file?.filename ?? "");
    },
  };
}

/** Watches an upload until `stop` is called. `ended` rejects if it is too slow or its client disconnects. */
function watch({ raw: { socket } }: FastifyRequest, pace: UploadPace) {
  const { tooSlow, stop } = watchProgress(socket, pace);
  const { promise: disconnected, reject } = Promise.withResolvers<never>();
  const disconnect = () =>
    reject(new Failure("timeout", "The client disconnected.", { reason: "client-disconnected" }));
  socket.once("close", disconnect);
  const ended = Promise.race([tooSlow, disconnected]);
  // Nobody may wait for it when it rejects.
  ended.catch(() => {});
  return {
    ended,
    stop: () => {
      stop();
      socket.off("close", disconnect);
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
 * Passes on what a source yields, until `end` rejects. Not with `Promise.race` for each value, nor with listeners of an
 * `AbortSignal`: they would refer to every value until the next full garbage collection, so that the whole file would
 * stay in memory.
 */
async function* until<T>(source: AsyncIterable<T>, end: Promise<never>): AsyncIterable<T> {
  let reject = (_reason: unknown): void => {};
  let hasEnded = false;
  end.catch((reason) => {
    hasEnded = true;
    reject(reason);
  });
  const iterator = source[Symbol.asyncIterator]();
  for (;;) {
    if (hasEnded) await end;
    const { done = false, value } = await new Promise<IteratorResult<T>>((resolve, rejectNext) => {
      reject = rejectNext;
      iterator.next().then(resolve, rejectNext);
    });
    if (done) return;
    yield value;
  }
}
