/** Options of a call that creates something. */
interface KeyedOptions {
    readonly signal?: AbortSignal;
    readonly headers?: {
        readonly "Idempotency-Key"?: string;
    };
}
/**
 * Adds a random `Idempotency-Key`, unless the caller has set one. All retries of a call send the
 * same key, so the server creates the object once.
 */
export declare function withKey(options?: KeyedOptions): {
    headers: {
        "Idempotency-Key": string;
    };
    signal?: AbortSignal;
};
export {};
