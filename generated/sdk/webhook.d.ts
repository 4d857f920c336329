/** What an event is about: at most 100 ids, none where a whole collection, or any, may have changed. */
interface Changed {
    /** How many items, or collections, changed. */
    readonly count: number;
    /** The ids of the collections that changed, or that contain the items: `-1` is Unsorted, `-99` the Trash. */
    readonly collections: readonly number[];
}
interface ItemsChanged extends Changed {
    /** The ids of the items. */
    readonly items: readonly number[];
}
interface Moved {
    /** The collection to which items moved. */
    readonly to: number;
}
/** The data of each type of event. */
interface EventData {
    readonly "item.created": ItemsChanged;
    readonly "item.updated": ItemsChanged & Partial<Moved>;
    readonly "item.removed": ItemsChanged;
    readonly "item.deleted": ItemsChanged;
    readonly "collection.created": Changed;
    readonly "collection.updated": Changed;
    readonly "collection.removed": Changed & Moved;
    readonly "collection.merged": Changed & Moved;
    readonly "change.reverted": Changed & {
        /** The kind of change that was undone. */
        readonly operation: string;
    };
    readonly "webhook.test": Readonly<Record<string, never>>;
}
/** An event that the server sends to a webhook. `type` tells what `data` has. */
export type WebhookEvent = {
    [Type in keyof EventData]: {
        readonly type: Type;
        /** When the change was made, such as `2026-01-01T12:00:00.000Z`. */
        readonly timestamp: string;
        readonly data: EventData[Type];
    };
}[keyof EventData];
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
export {};
