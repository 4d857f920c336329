import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import { type Collection, select } from "./collection.ts";

/** The id of the account that sends a read request; undefined for an anonymous client. */
export type Viewer = number | undefined;

/** The error message for anonymous clients that read something private or missing. */
export const TOKEN_REQUIRED = "Only what is public can be read without a token.";

/**
 * Returns a collection that is public or belongs to the viewer. Otherwise throws `notFound`, or
 * `unauthenticated` if the viewer is anonymous.
 */
export async function getReadable(database: Database, viewer: Viewer, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection === undefined) throw notFound(viewer);
  if (collection.account_id !== viewer && collection.public === 0) throw notFound(viewer);
  return collection;
}

/**
 * Returns a collection of the account. Throws `forbidden` if it is another account's public
 * collection, `notFound` if it is private or missing.
 */
export async function getOwned(database: Database, accountId: number, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection?.account_id === accountId) return collection;
  if (collection?.public === 1) throw new Failure("forbidden", "This collection belongs to another account.");
  throw notFound(accountId);
}

async function find(database: Database, id: number): Promise<Collection | undefined> {
  const [collection] = await byId(database, { id });
  return collection;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  select(database).where("collections.id", "=", value("id")),
);

/** The same error for missing and private collections, so that clients can't tell which ids exist. */
function notFound(viewer: Viewer): Failure {
  if (viewer === undefined) return new Failure("unauthenticated", TOKEN_REQUIRED);
  return new Failure("notFound", "There is no collection with this id.");
}
