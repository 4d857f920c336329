import { createHash, timingSafeEqual } from "node:crypto";
import { Transform } from "node:stream";

// A backup ends with the SHA-256 of all bytes before, in a skippable frame of zstd (RFC 8878, 3.1.2),
// which programs that decompress the file ignore.

const DIGEST_BYTES = 32;

/** Magic number and length of the skippable frame. */
const FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, DIGEST_BYTES, 0, 0, 0]);

const TRAILER_BYTES = FRAME_HEADER.length + DIGEST_BYTES;

/** What is stored differs from what was written. */
export class DamagedBackup extends Error {
  constructor(cause?: unknown) {
    super("The backup is damaged or incomplete. Use another one.", { cause });
  }
}

/** Appends the trailer with the digest of all bytes. */
export function appendDigest(): Transform {
  const hash = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
    flush(callback) {
      callback(null, Buffer.concat([FRAME_HEADER, hash.digest()]));
    },
  });
}

/** Removes the trailer. Fails at the end with `DamagedBackup` if its digest is not that of the other bytes. */
export function checkDigest(): Transform {
  const hash = createHash("sha256");
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const bytes = Buffer.concat([held, chunk]);
      const end = Math.max(0, bytes.length - TRAILER_BYTES);
      held = bytes.subarray(end);
      const content = bytes.subarray(0, end);
      hash.update(content);
      callback(null, content);
    },
    flush(callback) {
      const trailer = Buffer.concat([FRAME_HEADER, hash.digest()]);
      callback(held.length === TRAILER_BYTES && timingSafeEqual(held, trailer) ? null : new DamagedBackup());
    },
  });
}
