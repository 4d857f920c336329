import type { Level } from "./levels.ts";
import type { Scope } from "./scopes.ts";

/** The active account that sent a request. */
export interface Principal {
  readonly accountId: number;
  readonly level: Level;
  /** The `credential_version` of the account. */
  readonly credentialVersion: number;
  /** What the API key is limited to; null for a key without scopes and for a login. */
  readonly scopes: readonly Scope[] | null;
  /** The prefix of the API key; undefined for a login token. */
  readonly keyPrefix?: string;
}
