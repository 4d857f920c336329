import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";

/** Bytes of the nonce and of the authentication tag (NIST SP 800-38D). */
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Encrypts and authenticates a text for a cookie. `key`: 256 bits as base64url. `owner`: a text without which it can't
 * be decrypted, such as the id of a session; it is authenticated, and not part of the result.
 */
export function encrypt(key: string, text: string, owner = ""): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, "base64url"), nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Undefined for anything that was not encrypted with the key and for the owner. */
export function decrypt(key: string, value: string, owner = ""): string | undefined {
  const bytes = Buffer.from(value, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, "base64url"), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(rest.subarray(0, TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
