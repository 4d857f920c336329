import { createHmac, timingSafeEqual } from "node:crypto";

/** The path of copies, up to what names one. */
export const COPIES_PATH = "/copies/";

/** Milliseconds. An address ends with the window after the one in which it was made, so it is valid for 10 to 20 minutes. */
const WINDOW = 10 * 60 * 1000;

/** The copy that an address leads to. */
export interface AddressedCopy {
  /** The item. */
  readonly id: number;
  readonly fileId: number;
}

/**
 * The path at which anyone can read a copy for some minutes. Nobody can guess it, because it is signed with `key`. It is
 * the same within a window of time, so that responses that have it can be compared.
 */
export function pathOfCopy(key: string, clock: () => number, { id, fileId }: AddressedCopy): string {
  const content = `${id}-${fileId}-${Math.floor(clock() / WINDOW) + 2}`;
  return `${COPIES_PATH}${content}-${signatureOf(key, content).toString("base64url")}`;
}

/** The copy that the last part of a path names; undefined for one that is not signed, and for one that has ended. */
export function copyNamed(key: string, clock: () => number, name: string): AddressedCopy | undefined {
  const [, content, id, fileId, end, signature] = /^((\d{1,15})-(\d{1,15})-(\d{1,15}))-([\w-]{43})$/.exec(name) ?? [];
  if (content === undefined || signature === undefined) return undefined;
  const isSigned = timingSafeEqual(signatureOf(key, content), Buffer.from(signature, "base64url"));
  if (!isSigned || clock() >= Number(end) * WINDOW) return undefined;
  return { id: Number(id), fileId: Number(fileId) };
}

function signatureOf(key: string, content: string): Buffer {
  return createHmac("sha256", key).update(content).digest();
}
