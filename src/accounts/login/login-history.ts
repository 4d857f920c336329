import type { Client } from "../../audit/origin.ts";
import type { Database } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Flag, Time } from "../../database/schema/columns.ts";

/** One successful login. */
export interface LoginRow {
  readonly id: number;
  readonly account_id: number;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly referer: string;
  /** 1 for a login with a remember token ("keep me signed in"), 0 for one with a password. */
  readonly via_remember: Flag;
  readonly created_at: Time;
}

/** The client that sent a request. User agent and referer are as it sent them. */
export interface LoginClient extends Client {
  readonly referer: string;
}

/** Input of `record`. */
interface NewLogin {
  readonly accountId: number;
  /** Version of the account's credentials when they were verified. */
  readonly credentialVersion: number;
  readonly client: LoginClient;
  readonly viaRemember: boolean;
  readonly now: Time;
}

/** Maximum logins returned per account, newest first. Older ones remain stored. */
const MAX_LOGINS = 20;

/** Maximum stored length of IP address, user agent and referer: a page of users can contain 2,000 logins. */
const MAX_LENGTH = 255;

const COLUMNS = ["id", "account_id", "ip_address", "user_agent", "referer", "via_remember", "created_at"] as const;

/**
 * Records a login. Returns false, and records nothing, if the account's credentials no longer have
 * the version `credentialVersion`.
 */
export async function record(database: Database, login: NewLogin): Promise<boolean> {
  const { accountId, credentialVersion, client, viaRemember, now } = login;
  const [recorded] = await insert(database, {
    account_id: accountId,
    credential_version: credentialVersion,
    ip_address: client.address.slice(0, MAX_LENGTH),
    user_agent: client.userAgent.slice(0, MAX_LENGTH),
    referer: client.referer.slice(0, MAX_LENGTH),
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

/**
 * The newest 20 logins of each account, newest first, by account id. One query, which reads only
 * the rows it returns.
 */
export async function newestOf(
  database: Database,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly LoginRow[]>> {
  const [first, ...others] = accountIds.map((accountId) => newestOfOne(database, accountId));
  if (first === undefined) return new Map();
  const rows = await others.reduce((query, other) => query.unionAll(other), first).execute();
  return Map.groupBy(rows, ({ account_id }) => account_id);
}

/** A subquery, because in a `UNION ALL` only subqueries can have their own `ORDER BY` and `LIMIT`. */
function newestOfOne(database: Database, accountId: number) {
  const newest = database
    .selectFrom("logins")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(MAX_LOGINS);
  return database.selectFrom(newest.as("newest")).select(COLUMNS);
}

/** The newest 20 logins of one account, newest first. */
export async function newest(database: Database, accountId: number): Promise<readonly LoginRow[]> {
  return (await newestOf(database, [accountId])).get(accountId) ?? [];
}

/**
 * A page of the logins of an account, newest first, and whether there are older ones. `before`: only logins with
 * a lower id; undefined for the newest.
 */
export async function page(
  database: Database,
  accountId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<{ readonly logins: readonly LoginRow[]; readonly hasMore: boolean }> {
  const rows = await database
    .selectFrom("logins")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return { logins: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** When somebody last logged in to the account; undefined if never. */
export async function lastTimeOf(database: Database, accountId: number): Promise<Time | undefined> {
  const [login] = await newestTime(database, { accountId });
  return login?.created_at;
}

const newestTime = prepare((database, value: ValueOf<{ accountId: number }>) =>
  database
    .selectFrom("logins")
    .select("created_at")
    .where("account_id", "=", value("accountId"))
    .orderBy("id", "desc")
    .limit(1),
);
