import { Failure } from "#contract/failure";
import { runIsolated, StoppedFromOutside } from "../../isolated/processes.ts";
import type { Decoding } from "./decoder.ts";
import type { Picture } from "./pictures.ts";

const DECODER = new URL("./decoder.ts", import.meta.url);

/**
 * Timeout for decoding one file, in milliseconds. A file within the limits of `image.ts` takes a few seconds of processor
 * time at most, which may take long on a busy machine.
 */
const DECODE_TIMEOUT_MS = 30_000;

/**
 * Decodes a file in a child process. The process ends after a large picture. Throws if decoding fails or times out, or
 * if the process crashes, and `unavailable` if it is killed.
 */
export async function decodeInChildProcess(decoding: Decoding, { isLarge = false } = {}): Promise<Picture> {
  try {
    return await runIsolated(DECODER, decoding, { timeout: DECODE_TIMEOUT_MS, endsProcess: isLarge });
  } catch (cause) {
    if (!(cause instanceof StoppedFromOutside)) throw cause;
    throw new Failure("unavailable", "The picture could not be decoded. Try again in a moment.", {
      reason: "picture-not-decoded",
      retryAfter: 1,
      cause,
    });
  }
}
