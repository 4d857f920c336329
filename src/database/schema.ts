import type { ColumnType, Generated } from "kysely";

/** 0 or 1. Neither engine's driver is trusted with a boolean. */
export type Flag = 0 | 1;

/** Milliseconds since 1970 in UTC. */
export type Time = number;

/** Set by the database when the row is inserted, never changed. */
type Id = ColumnType<number, never, never>;

export interface AccountsTable {
  id: Id;
  /** As it was written by its owner. */
  email: string;
  /** The address as it is compared; unique among accounts that are not deleted. */
  email_key: string;
  name: string;
  locale: "en" | "sv";
  active: Generated<Flag>;
  /** 1 authenticated user, 2 collaborator, 3 supervisor, 4 administrator. */
  user_level: Generated<1 | 2 | 3 | 4>;
  /** PHC string of argon2id. */
  password_hash: string;
  /** Rises whenever every token of the account must die. */
  credential_version: Generated<number>;
  registered_at: Time;
  created_at: Time;
  updated_at: Time;
  deleted_at: Time | null;
}

export interface LoginsTable {
  id: Id;
  account_id: number;
  ip_address: string;
  user_agent: string;
  referer: string;
  via_remember: Flag;
  created_at: Time;
}

export interface FailedLoginsTable {
  id: Id;
  email_key: string;
  /** Where it came from: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  failed_at: Time;
}

export interface ProductsTable {
  /** 24 lower-case hexadecimal digits, rising with time. */
  id: string;
  name: string;
  description: string;
  price: number;
  in_stock: Flag;
  /** Name and description as `q` searches them. */
  search_text: string;
}

export interface SecretsTable {
  name: string;
  value: string;
}

/** Every table, as its queries see it. The migrations make it so. */
export interface Schema {
  accounts: AccountsTable;
  logins: LoginsTable;
  failed_logins: FailedLoginsTable;
  products: ProductsTable;
  secrets: SecretsTable;
}
