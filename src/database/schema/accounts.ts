import type { ColumnType, Generated } from "kysely";
import type { Flag, Id, Time } from "./columns.ts";

export interface AccountsTable {
  id: Id;
  /** As the owner wrote it. */
  email: string;
  /** The address in the form used for comparison; unique among accounts that are not deleted. */
  email_key: string;
  /** When the owner confirmed the address; null if that has not happened. */
  email_confirmed_at: ColumnType<Time | null, Time | null | undefined, Time | null>;
  name: string;
  locale: "en" | "sv";
  active: Generated<Flag>;
  /** 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. */
  user_level: Generated<1 | 2 | 3 | 4>;
  /** Argon2id hash as a PHC string. */
  password_hash: string;
  /** Incremented by every change. */
  version: Generated<number>;
  /** Incremented to invalidate all tokens and sessions of the account. */
  credential_version: Generated<number>;
  registered_at: Time;
  created_at: Time;
  updated_at: Time;
  deleted_at: Time | null;
  /** When the personal data of a deleted account was erased; null before. */
  erased_at: ColumnType<Time | null, undefined, Time>;
  /** When the erasure continues, or is repeated; null if it has not begun, and when it was checked. */
  erasure_due_at: ColumnType<Time | null, undefined, Time | null>;
}

/** Number of accounts that are not deleted, by thousands of ids; maintained by triggers. */
export interface AccountSegmentsTable {
  first_id: ColumnType<number, never, never>;
  count: ColumnType<number, never, never>;
}

export interface LoginsTable {
  id: Id;
  account_id: number;
  ip_address: string;
  user_agent: string;
  referer: string;
  /** 1 if a "Keep me signed in" token opened the session, 0 for a password. */
  via_remember: Flag;
  created_at: Time;
}

export interface FailedLoginsTable {
  id: Id;
  email_key: string;
  /** The client's network: an IPv4 address, or the /64 of an IPv6 address. Empty once the network is unlocked. */
  network: string;
  failed_at: Time;
  /** 1 if the network was one of the account's `known_networks` at that time. */
  from_known: Generated<Flag>;
  /** 1 while the password is being verified. */
  pending: Generated<Flag>;
}

/** Networks from which the owner of an account logged in. */
export interface KnownNetworksTable {
  account_id: number;
  network: string;
  /** Time of the last login, with a precision of a day. */
  used_at: Time;
}

/** What was typed in forms of pages that were not accepted. */
export interface FormDraftsTable {
  /** Random. */
  id: string;
  account_id: number;
  /** The path of the form. */
  path: string;
  /** JSON of the values, and of what was wrong with them. */
  content: string;
  created_at: Time;
  expires_at: Time;
}

export interface ApiKeysTable {
  id: Id;
  account_id: number;
  /** Unique among the keys of an account that are not revoked. */
  name: string;
  /** The start of the key, for lookup and display. */
  prefix: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  key_hash: string;
  created_at: Time;
  expires_at: Time | null;
  /** With a precision of one minute. */
  last_used_at: Time | null;
  revoked_at: Time | null;
  /** A JSON array of the scopes that it is limited to; null for everything. */
  scopes: ColumnType<string | null, string | null | undefined, never>;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's secret, in hexadecimal. */
  token_hash: string;
  account_id: number;
  /** `credential_version` of the account at sign-in; the session ends when that changes. */
  credential_version: number;
  /** 1 for a "Keep me signed in" token, which opens new sessions; 0 for a session. */
  kept: Flag;
  expires_at: Time;
  /** 96 random bits in base64url, the same for the sessions and the token of a browser. */
  browser_id: string;
  /** With a precision of one minute; null if it was not used yet. */
  last_used_at: ColumnType<Time | null, undefined, Time>;
  /** The client's network and user agent when it was last used; empty if unknown. */
  network: string;
  user_agent: string;
}

/** Links that an account's owner may use once. An account has at most one for each purpose. */
export interface OneTimeLinksTable {
  /** SHA-256 of the token in the link, in hexadecimal. */
  token_hash: string;
  account_id: number;
  purpose: "reset" | "confirm";
  /** The address that the link was mailed to; null if it was not mailed. */
  email: string | null;
  /** `credential_version` of the account when the link was created; the link ends when that changes. */
  credential_version: number;
  expires_at: Time;
}

/** One row per account that has set groups or configuration values. */
export interface UserSettingsTable {
  account_id: number;
  /** A JSON array of `Group`; empty if the account has set none. */
  groups: string;
  /** A JSON object. */
  config: string;
}
