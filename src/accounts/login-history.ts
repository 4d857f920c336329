import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Flag, Time } from "../database/schema.ts";

/** One successful login. */
export interface LoginRow {
  readonly id: number;
  readonly account_id: number;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly referer: string;
  readonly via_remember: Flag;
  readonly created_at: Time;
}

/** Where somebody comes from, as they say. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string;
}

/** What is written down of a login. */
interface NewLogin {
  readonly accountId: number;
  /** Under which version of the account's credentials. */
  readonly credentialVersion: number;
  readonly origin: Origin;
  readonly viaRemember: boolean;
  readonly now: Time;
}

/** How many logins are shown of an account. */
const SHOWN = 20;

/** The most characters that are kept of what a client says of itself: so few that a page of 2,000 logins holds nobody up. */
const KEPT = 255;

const COLUMNS = ["id", "account_id", "ip_address", "user_agent", "referer", "via_remember", "created_at"] as const;

/**
 * Writes a login down, unless the credentials of the account are no longer those of this version: false then. The account stays as it is until
 * that is done.
 */
export async function record(database: Database, login: NewLogin): Promise<boolean> {
  const { accountId, credentialVersion, origin, viaRemember, now } = login;
  const [recorded] = await insert(database, {
    account_id: accountId,
    credential_version: credentialVersion,
    ip_address: origin.address.slice(0, KEPT),
    user_agent: origin.userAgent.slice(0, KEPT),
    referer: origin.referer.slice(0, KEPT),
    via_remember: viaRemember ? 1 : 0,
    created_at: now,
  });
  return recorded !== undefined;
}

type Values = Omit<LoginRow, "id"> & { readonly credential_version: number };

const insert = prepare((database, value: ValueOf<Values>) =>
  database
    .insertInto("logins")
    .columns(["account_id", "ip_address", "user_agent", "referer", "via_remember", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("accounts")
        .select([
          "id",
          eb.cast(value("ip_address"), "text").as("ip_address"),
          eb.cast(value("user_agent"), "text").as("user_agent"),
          eb.cast(value("referer"), "text").as("referer"),
          eb.cast(value("via_remember"), "integer").as("via_remember"),
          eb.cast(value("created_at"), "bigint").as("created_at"),
        ])
        .where("id", "=", value("account_id"))
        .where("credential_version", "=", value("credential_version"))
        .forUpdate(),
    )
    .returning("id"),
);

/** The newest 20 logins of each of these accounts, newest first: one query, that reads no more rows than it gives back. */
export async function newestOf(
  database: Database,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly LoginRow[]>> {
  const [first, ...others] = accountIds.map((accountId) => queryOf(database, accountId));
  if (first === undefined) return new Map();
  const rows = await others.reduce((query, other) => query.unionAll(other), first).execute();
  return Map.groupBy(rows, ({ account_id }) => account_id);
}

/** A part of a union has an order and a limit of its own only as a table. */
function queryOf(database: Database, accountId: number) {
  const newest = database
    .selectFrom("logins")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(SHOWN);
  return database.selectFrom(newest.as("newest")).select(COLUMNS);
}

/** The newest 20 logins of one account, newest first. */
export async function of(database: Database, accountId: number): Promise<readonly LoginRow[]> {
  return (await newestOf(database, [accountId])).get(accountId) ?? [];
}
