import type { webhooks } from "./generated/collections.ts";
/** An event that the server sends to a webhook. `type` tells what `data` has. */
export type WebhookEvent = {
    readonly [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];
/** The headers of a request: of `fetch`, or of Node's `http`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** Thrown for a request that does not come from the server, or is too old. Respond with a 400 or 401. */
export declare class WebhookError extends Error {
    readonly name = "WebhookError";
}
/**
 * Verifies the signature of a webhook's request (Standard Webhooks 1.0), and returns its event. `secret` begins with
 * `whsec_`; `body` is the text of the request, not what was parsed from it. Rejects with a `WebhookError`.
 */
export declare function verifyWebhook(secret: string, headers: WebhookHeaders, body: string): Promise<WebhookEvent>;
