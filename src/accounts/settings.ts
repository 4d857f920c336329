import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";

/** A group of root collections in the sidebar of clients. */
export interface Group {
  readonly title: string;
  readonly hidden: boolean;
  readonly sort: number;
  /** Ids of collections, which need not exist. */
  readonly collections: readonly number[];
}

type Scalar = string | number | boolean;

/** Values that clients store, by key. */
export type AccountConfig = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** What clients store for an account. */
export interface Settings {
  /** Empty if the account has set none. */
  readonly groups: readonly Group[];
  readonly config: AccountConfig;
}

/** Fields to change; the others stay as they are. */
export interface SettingsChange {
  /** Replaces all groups. */
  readonly groups?: readonly Group[] | undefined;
  /** The values to set. Null removes a key, and so does empty text. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

const NO_SETTINGS: Settings = { groups: [], config: {} };

const MAX_CONFIG_KEYS = 64;
const MAX_LIST_LENGTH = 100;
const MAX_CONFIG_BYTES = 8 * 1024;

/** Returns the settings of an account; the defaults if it has stored none. */
export async function get(database: Database, accountId: number): Promise<Settings> {
  const [row] = await ofAccount(database, { accountId });
  return row === undefined ? NO_SETTINGS : { groups: JSON.parse(row.groups), config: JSON.parse(row.config) };
}

const ofAccount = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database.selectFrom("user_settings").select(["groups", "config"]).where("account_id", "=", value("accountId")),
);

/**
 * Changes the settings of an account whose row the transaction has locked. Throws `invalid` if the
 * configuration gets too large, or a value is neither text, number or boolean nor a list of these.
 */
export async function change(transaction: Transaction, accountId: number, change: SettingsChange): Promise<void> {
  const current = await get(transaction, accountId);
  const config = change.config === undefined ? current.config : merge(current.config, change.config);
  const columns = { groups: JSON.stringify(change.groups ?? current.groups), config: JSON.stringify(config) };
  await transaction
    .insertInto("user_settings")
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(columns))
    .execute();
}

function merge(current: AccountConfig, change: NonNullable<SettingsChange["config"]>): AccountConfig {
  const merged: Record<string, AccountConfig[string]> = Object.create(null);
  for (const [key, value] of Object.entries({ ...current, ...change })) {
    if (value === null || value === "") continue;
    if (!isStorable(value)) throw wrongValue(key);
    merged[key] = value;
  }
  if (Object.keys(merged).length > MAX_CONFIG_KEYS) throw tooLarge(`can have at most ${MAX_CONFIG_KEYS} keys`);
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_CONFIG_BYTES) {
    throw tooLarge(`can have at most ${MAX_CONFIG_BYTES} bytes as JSON`);
  }
  return merged;
}

function isStorable(value: unknown): value is AccountConfig[string] {
  if (Array.isArray(value)) return value.length <= MAX_LIST_LENGTH && value.every(isScalar);
  return isScalar(value);
}

/** Whether a value is a number, boolean, or a text without NUL, which not every database stores. */
function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" ? !value.includes("\0") : ["number", "boolean"].includes(typeof value);
}

function wrongValue(key: string): Failure {
  const message = `must be a text, number, boolean or list of at most ${MAX_LIST_LENGTH} of these`;
  const path = `/config/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const problem = { reason: "setting-invalid", values: { limit: MAX_LIST_LENGTH } };
  return new Failure("invalid", `The setting ${message}.`, { ...problem, details: [{ path, message, ...problem }] });
}

function tooLarge(message: string): Failure {
  const reason = "settings-too-large";
  return new Failure("invalid", `The configuration ${message}.`, {
    reason,
    details: [{ path: "/config", message, reason }],
  });
}
