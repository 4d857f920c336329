import { Failure } from "#contract/failure";

/** What an API key can be limited to. The scope to write includes the scope to read. */
export const SCOPES = ["users:read", "users:write", "collections:read", "collections:write"] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a text is the name of a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

/**
 * The scopes as they are stored: a JSON array in the order of `SCOPES`, without those that another one includes.
 * Null, for everything, if there are none.
 */
export function toStored(scopes: readonly Scope[]): string | null {
  const stored = SCOPES.filter(
    (scope) => scopes.includes(scope) && !scopes.some((other) => other === writingOf(scope)),
  );
  return stored.length === 0 ? null : JSON.stringify(stored);
}

/** The scopes of a key; null for one without scopes, which may do everything. */
export function fromStored(stored: string | null): readonly Scope[] | null {
  return stored === null ? null : JSON.parse(stored);
}

/** Throws `forbidden` unless these scopes, of which null has all, include the required ones. */
export function assertInScope(scopes: readonly Scope[] | null, required: readonly string[]): void {
  if (scopes === null) return;
  const missing = required.find((scope) => !scopes.some((own) => own === scope || own === writingOf(scope)));
  if (missing === undefined) return;
  const message = `This API key lacks the scope ${missing}. Create another key, with this scope or without scopes.`;
  throw new Failure("forbidden", message, { reason: "scope-missing", values: { scope: missing } });
}

/** The scope that includes one to read; empty for one to write. */
function writingOf(scope: string): string {
  return scope.endsWith(":read") ? scope.replace(/read$/, "write") : "";
}
