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
  /** Rises with every change. */
  version: Generated<number>;
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
  /** Raised by each update. */
  version: Generated<number>;
}

export interface ApiKeysTable {
  id: Id;
  account_id: number;
  /** Unique among the keys of an account that are not revoked. */
  name: string;
  /** The beginning of the key, by which it is found and shown. */
  prefix: string;
  /** SHA-256 of the whole key, in hexadecimal. */
  key_hash: string;
  created_at: Time;
  expires_at: Time | null;
  /** To the minute. */
  last_used_at: Time | null;
  revoked_at: Time | null;
}

export interface SessionsTable {
  /** SHA-256 of the secret that the browser holds, in hexadecimal. */
  token_hash: string;
  account_id: number;
  /** That of the account when the session was opened. */
  credential_version: number;
  /** 1: not a session, but what a browser that is kept signed in opens its next one with. */
  kept: Flag;
  expires_at: Time;
}

/** The requests of a network in the hour that ends at `ends_at`. */
export interface RequestCountsTable {
  network: string;
  count: number;
  ends_at: Time;
}

/** Kept by the database itself. */
export interface RowCountsTable {
  name: "accounts";
  count: ColumnType<number, never, never>;
}

export interface LibrariesTable {
  account_id: number;
  /** Rises with every change of its collections and items. */
  version: number;
  /** When one of its items changed last; 0: none ever has. */
  items_changed_at: Time;
}

export interface CollectionsTable {
  id: Id;
  account_id: number;
  parent_id: number | null;
  /** 1 for a root collection; that of its parent and 1 for a nested one. At most 64. */
  depth: number;
  parent_depth: number | null;
  title: string;
  description: string;
  view: "list" | "simple" | "grid" | "masonry";
  public: Flag;
  expanded: Flag;
  sort: number;
  /** `#rrggbb` of its cover; null: it has none of its own. */
  color: string | null;
  /** A JSON array: addresses, and `picture:<id>` for pictures of this server. */
  cover: string;
  created_at: Time;
  updated_at: Time;
}

export interface ShelvesTable {
  id: Id;
  account_id: number;
  /** `nowhere`: its items are thrown away, and nobody sees them any more. */
  place: "collection" | "unsorted" | "trash" | "nowhere";
  collection_id: number | null;
  /** 1: its items are to be put onto the first shelf of its place, or to be deleted. */
  moved: Generated<Flag>;
  /** How many items it holds, kept by the database itself. */
  count: ColumnType<number, never, never>;
  /** How many of them are broken. */
  broken: ColumnType<number, never, never>;
}

export interface ItemsTable {
  id: Id;
  account_id: number;
  shelf_id: number;
  created_at: Time;
  updated_at: Time;
  sort: number;
  position: number;
  important: Flag;
  broken: Flag;
  type: "link" | "article" | "image" | "video" | "document" | "audio";
  domain: string;
  /** The title as items are sorted by it. */
  title_key: string;
  /** The same for the same link, and short. */
  link_key: string;
  link: string;
  title: string;
  /** An address, or empty. */
  cover: string;
  /** A JSON array of texts. */
  tags: string;
  /** A JSON array of objects with `link` and `type`. */
  media: string;
  excerpt: string;
  note: string;
  /** What a search looks in. */
  search_text: string;
}

/** The pictures that were uploaded as covers. */
export interface PicturesTable {
  /** 128 random bits in base64url. */
  id: string;
  account_id: number;
  /** `#rrggbb`, its main colour. */
  color: string;
  /** WebP. */
  bytes: Buffer;
}

/** Which collection points to which picture. */
export interface CoversTable {
  collection_id: number;
  picture_id: string;
}

/** Pictures that a collection pointed to and may be pointed to by none. */
export interface LoosePicturesTable {
  picture_id: string;
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
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  request_counts: RequestCountsTable;
  row_counts: RowCountsTable;
  products: ProductsTable;
  libraries: LibrariesTable;
  collections: CollectionsTable;
  shelves: ShelvesTable;
  items: ItemsTable;
  pictures: PicturesTable;
  covers: CoversTable;
  loose_pictures: LoosePicturesTable;
  secrets: SecretsTable;
}
