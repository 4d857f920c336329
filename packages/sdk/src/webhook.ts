import type { webhooks } from "./generated/collections.ts";

/** An event that the server sends to a webhook. `type` tells what `data` has. */
export type WebhookEvent = {
  readonly [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** The headers of a request: of `fetch`, or of Node's `http`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Thrown for a request that does not come from the server, or is too old. Respond with a 400 or 401. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/** How far the clocks of server and receiver may differ, and how long a request may take. */
const TOLERANCE_SECONDS = 5 * 60;

const PREFIX = "whsec_";

/**
 * Verifies the signature of a webhook's request (Standard Webhooks 1.0), and returns its event. `secret` begins with
 * `whsec_`; `body` is the text of the request, not what was parsed from it. Rejects with a `WebhookError`.
 */
export async function verifyWebhook(secret: string, headers: WebhookHeaders, body: string): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS)
    throw new WebhookError(`webhook-timestamp is not within ${TOLERANCE_SECONDS} seconds of now.`);
  const key = await importSecret(secret);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // While a secret is being replaced, there is a signature with each.
  for (const signature of headerOf(headers, "webhook-signature").split(" ")) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice("v1,".length)) : undefined;
    // WebCrypto compares in constant time.
    if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, content))) return JSON.parse(body);
  }
  throw new WebhookError("No signature in webhook-signature is valid for this body and secret.");
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string") throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) throw new TypeError(`A secret is ${PREFIX} and base64.`);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Decodes base64; undefined if it is not valid. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
