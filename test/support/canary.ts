/** What keys, login tokens and hashes of passwords look like, whoever made them. */
const FORMS = [/trip_[0-9a-v]{39}/, /eyJ[\w-]+\.eyJ[\w-]+/, /\$argon2/];

/** Shorter ones would be found in innocent lines. */
const SHORTEST = 8;

const SECRET_FIELDS = ["password", "password_confirmation"];
const SECRET_HEADERS = ["auth-token", "x-auth-token", "authorization", "cookie", "set-cookie"];

const secrets = new Set<string>();

/** Remembers what must not be seen in any log of this process. */
export function remember(...values: readonly unknown[]): void {
  for (const value of values) if (typeof value === "string" && value.length >= SHORTEST) secrets.add(value);
}

/** Remembers the secrets of a body that is sent. */
export function rememberBody(body: unknown): void {
  if (typeof body === "object" && body !== null) remember(...SECRET_FIELDS.map((field) => Reflect.get(body, field)));
}

/** Remembers the secrets among header fields; of cookies what they hold. */
export function rememberHeaders(headers: Headers): void {
  for (const name of SECRET_HEADERS) {
    const value = headers.get(name) ?? "";
    remember(...(name.endsWith("cookie") ? value.split(/[=;,\s]+/).filter((part) => part.length >= 20) : [value]));
  }
}

/** Throws when something that was logged gives a secret away. */
export function refuseSecrets(logged: string): void {
  const found = [
    ...FORMS.filter((form) => form.test(logged)).map(String),
    ...[...secrets].filter((secret) => logged.includes(secret)),
  ];
  if (found.length > 0) throw new Error(`The log gives secrets away: ${found.join(", ")}`);
}
