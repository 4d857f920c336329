import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../errors.ts";
import { FairSlots } from "./fair-slots.ts";
import { openForm } from "./streamed-form.ts";
import { readFile } from "./upload.ts";
import { type UploadPace, whileProgressing } from "./upload-progress.ts";

/**
 * Maximum uploads that arrive or wait for processing at the same time. Each holds up to 5 MiB, or two chunks of a
 * file that is streamed.
 */
export const MAX_ARRIVING = 8;

/** Maximum uploads processed at the same time. Decoding one takes a core and up to 110 MB. */
const MAX_PROCESSED = 2;

interface UploadOptions {
  /** Maps an address to the network that it is counted for. */
  readonly networkOf: (address: string) => string;
  readonly pace: UploadPace;
  /** The largest file that is streamed, in bytes. */
  readonly maxFile: number;
}

/** Limits how many uploads arrive, and how many are processed, at the same time. */
export class Uploads {
  readonly #options: UploadOptions;
  readonly #arriving = new FairSlots(MAX_ARRIVING);
  readonly #processed = new FairSlots(MAX_PROCESSED);

  constructor(options: UploadOptions) {
    this.#options = options;
  }

  /** The number of uploads that arrive or wait for processing. */
  get arriving(): number {
    return this.#arriving.taken;
  }

  /**
   * Reads the file in a field of a request's form, sets `request.body` to it, and calls `handle`.
   * Throws `unavailable` if too many other uploads arrive or wait, in all or from the same network,
   * and `timeout` if the file arrives too slowly or the client disconnects.
   */
  async process<T>(
    request: FastifyRequest,
    { raw: response }: FastifyReply,
    field: string,
    handle: () => Promise<T>,
  ): Promise<T> {
    const { networkOf, pace } = this.#options;
    const network = networkOf(request.ip);
    this.#takeArriving(network);
    try {
      request.body = await whileProgressing(request.raw.socket, pace, readFile(request, field));
      await this.#processed.take(network);
    } finally {
      this.#arriving.release(network);
    }
    try {
      if (response.closed) throw new Failure("timeout", "The client disconnected.");
      return await handle();
    } finally {
      this.#processed.release(network);
    }
  }

  /**
   * Sets `request.body` to a form whose file is streamed, and calls `handle`, which reads it. Throws `unavailable` like
   * `process`.
   */
  async stream<T>(request: FastifyRequest, field: string, handle: () => Promise<T>): Promise<T> {
    const { networkOf, pace, maxFile } = this.#options;
    const network = networkOf(request.ip);
    this.#takeArriving(network);
    try {
      request.body = openForm(request, { field, maxBytes: maxFile, pace });
      return await handle();
    } finally {
      this.#arriving.release(network);
    }
  }

  #takeArriving(network: string): void {
    if (this.#arriving.tryTake(network)) return;
    throw new Failure("unavailable", "Too many uploads are in progress. Try again in a moment.", {
      retryAfter: 5,
      limit: "uploads",
    });
  }
}
