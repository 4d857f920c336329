import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { FairSlots } from "../fair-slots.ts";
import { callerOf, disconnectionOf, networkKeyOf } from "./caller.ts";
import { openForm, type StreamedForm } from "./streamed-form.ts";
import { type FormTarget, readFile } from "./upload.ts";
import { DEFAULT_PACE, type UploadPace, whileProgressing } from "./upload-progress.ts";

/**
 * Maximum uploads that arrive or wait for processing at the same time. Each holds up to 5 MiB, or two chunks of a
 * file that is streamed.
 */
export const MAX_ARRIVING = 8;

/** Maximum uploads processed at the same time. Decoding one takes a core and up to 110 MB. */
const MAX_PROCESSED = 2;

/** Maximum uploads of one account that arrive, and that are processed, at the same time. */
const MAX_ARRIVING_OF_ACCOUNT = 2;
const MAX_PROCESSED_OF_ACCOUNT = 1;

export interface UploadOptions {
  /** How fast a file must arrive. */
  readonly pace?: UploadPace;
  /** The largest file that is streamed, in bytes; 50 MiB by default. */
  readonly maxFile?: number;
  /**
   * Whether a body that is no form is a missing file, as in APIs that say so, instead of a 415 where the operation
   * lists that.
   */
  readonly otherTypeIsNoFile?: boolean;
}

const DEFAULT_MAX_FILE = 50 * 1024 * 1024;

/**
 * Limits how many uploads arrive, and how many are processed, at the same time. An account has few of them, and a
 * network at most half.
 */
export class Uploads {
  readonly #options: Required<UploadOptions>;
  readonly #arriving = slotsFor(MAX_ARRIVING, MAX_ARRIVING / 2);
  readonly #arrivingOfAccounts = slotsFor(MAX_ARRIVING, MAX_ARRIVING_OF_ACCOUNT);
  readonly #processed = slotsFor(MAX_PROCESSED, MAX_PROCESSED / 2);
  readonly #processedOfAccounts = slotsFor(MAX_ARRIVING, MAX_PROCESSED_OF_ACCOUNT);

  constructor({ pace = DEFAULT_PACE, maxFile = DEFAULT_MAX_FILE, otherTypeIsNoFile = false }: UploadOptions = {}) {
    this.#options = { pace, maxFile, otherTypeIsNoFile };
  }

  /** The number of uploads that arrive or wait for processing. */
  get arriving(): number {
    return this.#arriving.taken;
  }

  get otherTypeIsNoFile(): boolean {
    return this.#options.otherTypeIsNoFile;
  }

  /** The largest file that is streamed, in bytes. */
  get maxFile(): number {
    return this.#options.maxFile;
  }

  /**
   * Reads the file in a field of a request's form, sets `request.body` to it, and calls `handle`. Throws like
   * `readFile` and `processForm`.
   */
  async process<T>(request: FastifyRequest, reply: FastifyReply, field: string, handle: () => Promise<T>): Promise<T> {
    return this.processForm(request, reply, () => readFile(request, field), handle);
  }

  /**
   * Sets `request.body` to what `read` makes of a request's form, and calls `handle`.
   * Throws `unavailable` if too many other uploads arrive or wait, in all, of the same account or from the same
   * network, and `timeout` if the file arrives too slowly or the client disconnects.
   */
  async processForm<T>(
    request: FastifyRequest,
    { raw: response }: FastifyReply,
    read: () => Promise<unknown>,
    handle: () => Promise<T>,
  ): Promise<T> {
    const hasArrived = this.#takeArriving(request);
    try {
      request.body = await whileProgressing(request.raw.socket, this.#options.pace, read());
      return await this.#whileProcessed(request, () => {
        hasArrived();
        if (response.closed)
          throw new Failure("timeout", "The client disconnected.", { reason: "client-disconnected" });
        return handle();
      });
    } finally {
      hasArrived();
    }
  }

  /** Calls `handle` with a form whose file is streamed. Throws `unavailable` like `processForm`. */
  async streamTo<T>(
    request: FastifyRequest,
    target: FormTarget & { readonly maxBytes: number },
    handle: (form: StreamedForm) => Promise<T>,
  ): Promise<T> {
    const hasArrived = this.#takeArriving(request);
    const form = openForm(request, { ...target, pace: this.#options.pace });
    try {
      return await handle(form);
    } finally {
      form.drop();
      hasArrived();
    }
  }

  /** Returns the function that frees what it takes; only its first call does. */
  #takeArriving(request: FastifyRequest): () => void {
    const [account, network] = [callerOf(request), networkKeyOf(request)];
    if (!this.#arrivingOfAccounts.tryTake(account)) throw this.#arriving.refusal();
    if (!this.#arriving.tryTake(network)) {
      this.#arrivingOfAccounts.release(account);
      throw this.#arriving.refusal();
    }
    let isArriving = true;
    return () => {
      if (!isArriving) return;
      isArriving = false;
      this.#arriving.release(network);
      this.#arrivingOfAccounts.release(account);
    };
  }

  #whileProcessed<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
    const disconnected = () => disconnectionOf(request);
    return this.#processedOfAccounts.run(callerOf(request), disconnected, () =>
      this.#processed.run(networkKeyOf(request), disconnected, handle),
    );
  }
}

/** At most as many uploads wait as may arrive. */
function slotsFor(slots: number, perCaller: number): FairSlots {
  const [waiting, waitingPerCaller] = [MAX_ARRIVING, MAX_ARRIVING];
  const names = { what: "uploads", limit: "uploads", reason: "files-in-progress" };
  return new FairSlots({ slots, perCaller, waiting, waitingPerCaller, ...names });
}
