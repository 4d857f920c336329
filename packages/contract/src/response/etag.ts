import { createHash, hash } from "node:crypto";
import { changed } from "../failure.ts";
import { ownTurn } from "../scheduling.ts";

/**
 * The strong entity tag (RFC 9110, section 8.8.3) of content and its `metadata`: header fields and
 * version. The tag is the same whether the content is a string, a Buffer or an array of parts. Yields
 * to the event loop after each part.
 */
export async function etagOf(content: string | Buffer | readonly Buffer[], metadata: object = {}): Promise<string> {
  if (typeof content === "string") return etagOfText(content, metadata);
  const digest = createHash("sha256").update(JSON.stringify(metadata));
  if (Buffer.isBuffer(content)) return `"${digest.update(content).digest("base64url")}"`;
  for (const part of content) {
    digest.update(part);
    await ownTurn();
  }
  return `"${digest.digest("base64url")}"`;
}

/** `etagOf` for a string. */
export function etagOfText(text: string, metadata: object = {}): string {
  return `"${hash("sha256", `${JSON.stringify(metadata)}${text}`, "base64url")}"`;
}

/** Whether `If-None-Match` is `*` or lists the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, "") === etag);
}

/**
 * Throws `changed` unless `If-Match` is `*` or lists the tag (RFC 9110, section 13.1.1: strong comparison).
 */
export function assertEtagMatches(ifMatch: string, etag: string): void {
  if (ifMatch.trim() === "*" || tagsIn(ifMatch).includes(etag)) return;
  throw changed();
}

function tagsIn(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
