/** Options of a call that creates something. */
interface KeyedOptions {
  readonly signal?: AbortSignal;
  readonly headers?: { readonly "Idempotency-Key"?: string };
}

/**
 * Adds a random `Idempotency-Key`, unless the caller has set one. All retries of a call send the
 * same key, so the server creates the object once.
 */
export function withKey(options: KeyedOptions = {}) {
  return { ...options, headers: { "Idempotency-Key": randomKey(), ...options.headers } };
}

/** 128 random bits in hexadecimal. Browsers have `crypto.randomUUID` only on https pages. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
