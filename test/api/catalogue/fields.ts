import type { Received } from "../../support/app.ts";

/** A field of a response body, as text. */
export function field({ body }: Received, name: string): string {
  // A cast: the test server checks all bodies against the contract. A missing field becomes "undefined".
  return String((body as Readonly<Record<string, unknown>>)[name]);
}

/** The claims of a token, without verification. */
export function claimsIn(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
