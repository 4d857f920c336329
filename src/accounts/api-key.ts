import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Start of every key, by which secret scanners recognise a leaked one. */
const SCHEME = "trip_";

/**
 * 160 random bits and the CRC-32 of the text before it, both in lower-case base32hex (RFC 4648,
 * section 7).
 */
const PATTERN = /^trip_([0-9a-v]{32})([0-9a-v]{7})$/;

/** Length of the part that is stored in plain text and shown: it holds 40 of the random bits. */
const PREFIX_LENGTH = SCHEME.length + 8;

/** Generates a key. */
export function newKey(): string {
  return keyOf(BigInt(`0x${randomBytes(20).toString("hex")}`));
}

/** Formats 160 bits as a key: `trip_`, the bits, the checksum; 44 characters. */
export function keyOf(bits: bigint): string {
  const digits = bits.toString(32).padStart(32, "0");
  return `${SCHEME}${digits}${checksumOf(digits)}`;
}

/** Whether a text has the format of a key and the right checksum. */
export function isKey(text: string): boolean {
  const [, bits = "", checksum] = PATTERN.exec(text) ?? [];
  return checksum === checksumOf(bits);
}

/** The part of a key by which it is looked up and shown. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** SHA-256 of a key, which is stored instead of the key. 160 random bits need no slow hash. */
export function hashOf(key: string): string {
  return hash("sha256", key, "hex");
}

function checksumOf(bits: string): string {
  return crc32(SCHEME + bits)
    .toString(32)
    .padStart(7, "0");
}
