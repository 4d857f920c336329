/** Patterns of API keys, login tokens and password hashes. */
const PATTERNS = [/trip_[0-9a-v]{39}/, /eyJ[\w-]+\.eyJ[\w-]+/, /\$argon2/];

/** Shorter secrets would match by chance. */
const MIN_LENGTH = 8;

const SECRET_FIELDS = ["password", "password_confirmation"];
const SECRET_HEADERS = ["auth-token", "x-auth-token", "authorization", "cookie", "set-cookie"];

const secrets = new Set<string>();

/** Records secrets that must not appear in any log of this process. Ignores short strings and all other values. */
export function trackSecrets(...values: readonly unknown[]): void {
  for (const value of values) if (typeof value === "string" && value.length >= MIN_LENGTH) secrets.add(value);
}

/** Records the secrets in a request body. */
export function trackBodySecrets(body: unknown): void {
  if (typeof body !== "object" || body === null || ArrayBuffer.isView(body)) return;
  for (const [field, value] of Object.entries(body)) if (SECRET_FIELDS.includes(field)) trackSecrets(value);
}

/**
 * Records the secrets in headers. Of a cookie, only words of at least 20 characters: its name and
 * attributes are shorter.
 */
export function trackHeaderSecrets(headers: Headers): void {
  for (const name of SECRET_HEADERS) {
    const value = headers.get(name) ?? "";
    trackSecrets(...(name.endsWith("cookie") ? value.split(/[=;,\s]+/).filter((word) => word.length >= 20) : [value]));
  }
}

/** Throws when log output contains a recorded secret, or a text in the format of a key, token or hash. */
export function assertNoSecrets(logged: string): void {
  const found = [
    ...PATTERNS.filter((pattern) => pattern.test(logged)).map(String),
    ...[...secrets].filter((secret) => logged.includes(secret)),
  ];
  if (found.length > 0) throw new Error(`The log contains secrets: ${found.join(", ")}`);
}
