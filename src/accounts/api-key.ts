import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Every key starts with this text, so that secret scanners recognise leaked keys. */
const MARKER = "trip_";

/**
 * The marker, 160 random bits, and the CRC-32 of the text before it. Bits and checksum are both written
 * as numbers in base 32 (digits 0-9, a-v), padded with zeros on the left.
 */
const PATTERN = /^trip_([0-9a-v]{32})([0-9a-v]{7})$/;

/** Length of a key's prefix: the marker and 40 of the random bits. It is stored and shown in plain text. */
const PREFIX_LENGTH = MARKER.length + 8;

/** Generates a key. */
export function newKey(): string {
  return keyOf(BigInt(`0x${randomBytes(20).toString("hex")}`));
}

/** Formats 160 bits as a key: `trip_`, the bits, the checksum; 44 characters. */
export function keyOf(bits: bigint): string {
  const digits = bits.toString(32).padStart(32, "0");
  return `${MARKER}${digits}${checksumOf(digits)}`;
}

/** Whether a text has the format of a key and the right checksum. */
export function isKey(text: string): boolean {
  const [, bits = "", checksum] = PATTERN.exec(text) ?? [];
  return checksum === checksumOf(bits);
}

/** The prefix of a key, by which the server finds the key and users recognise it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** The SHA-256 of a key, stored instead of the key. It may be a fast hash: 160 random bits can't be guessed. */
export function hashOf(key: string): string {
  return hash("sha256", key, "hex");
}

function checksumOf(bits: string): string {
  return crc32(MARKER + bits)
    .toString(32)
    .padStart(7, "0");
}
