import { createHash, hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Failure } from "../../errors.ts";

/**
 * The strong entity tag of a representation (RFC 9110, section 8.8.3): its bytes, and what belongs to it besides them, the header fields and the
 * version.
 */
export function etagOf(body: string | Buffer, besides: object = {}): string {
  if (typeof body === "string") return `"${hash("sha256", `${JSON.stringify(besides)}${body}`, "base64url")}"`;
  return `"${createHash("sha256").update(JSON.stringify(besides)).update(body).digest("base64url")}"`;
}

/** The same tag of a text that is in parts; others run in between. */
export async function etagOfParts(parts: readonly Buffer[], besides: object = {}): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(besides));
  for (const part of parts) {
    digest.update(part);
    await setImmediate();
  }
  return `"${digest.digest("base64url")}"`;
}

/** Whether `If-None-Match` names this tag, compared weakly (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** Throws `changed` unless `If-Match` is absent or names this tag, compared strongly (RFC 9110, section 13.1.1). */
export function refuseUnlessMatched(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === "*" || tagsIn(ifMatch).includes(etag)) return;
  throw new Failure("changed", "The object has changed since you read it. Read it again.");
}

function tagsIn(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
