import type { Contract, SecurityScheme } from "#contract/contract";

/** How a request carries the credential of a contract. */
export interface Credential {
  readonly header: string;
  /** What precedes the credential in the header, such as `Bearer `. */
  readonly prefix: string;
  /** The environment variable from which code samples read it. */
  readonly variable: string;
  /** Whether it may be a login token; otherwise it is an API key. */
  readonly takesTokens: boolean;
}

/** The credential of a contract, by its first security scheme; undefined without one. */
export function credentialOf({ schemes }: Contract): Credential | undefined {
  const [scheme] = Object.values(schemes);
  return scheme && toCredential(scheme);
}

function toCredential(scheme: SecurityScheme): Credential {
  const isKey = scheme.type === "apiKey" && scheme.name.toLowerCase() === "x-auth-token";
  const kind = { variable: isKey ? "TRIPTYCH_KEY" : "TRIPTYCH_TOKEN", takesTokens: !isKey };
  if (scheme.type === "http") return { header: "Authorization", prefix: "Bearer ", ...kind };
  return { header: scheme.name, prefix: "", ...kind };
}
