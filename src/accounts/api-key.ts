import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** What a key begins with, so that a scanner knows one when it has leaked. */
const SCHEME = "trip_";

/** 160 random bits and a CRC-32 of them, in the digits of base32hex (RFC 4648, section 7) in lower case. */
const FORM = /^trip_([0-9a-v]{32})([0-9a-v]{7})$/;

/** How much of a key may be seen: 40 of its random bits. */
const PREFIX_LENGTH = SCHEME.length + 8;

/** A new key, of random bits. */
export function newKey(): string {
  return keyOf(BigInt(`0x${randomBytes(20).toString("hex")}`));
}

/** A key of 160 bits: `trip_`, the bits, a checksum; 44 characters. */
export function keyOf(bits: bigint): string {
  const digits = bits.toString(32).padStart(32, "0");
  return `${SCHEME}${digits}${checksumOf(digits)}`;
}

/** Whether a text is a key by its form and its checksum; no database is needed to tell. */
export function isKey(text: string): boolean {
  const [, bits = "", checksum] = FORM.exec(text) ?? [];
  return checksum === checksumOf(bits);
}

/** The part of a key by which it is found and shown. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** What is stored of a key: its 160 random bits need no slow hash. */
export function hashOf(key: string): string {
  return hash("sha256", key, "hex");
}

function checksumOf(bits: string): string {
  return crc32(SCHEME + bits)
    .toString(32)
    .padStart(7, "0");
}
