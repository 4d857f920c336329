import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import { type Collection, select } from "./collection.ts";

/** Who looks: an account by its id, or somebody who did not say. */
export type Viewer = number | undefined;

/** What is said to who did not say who they are, of everything that they may not read. */
export const TOKEN_REQUIRED = "Only what is public can be read without a token.";

/** A collection that the viewer may read: their own, or a public one. Throws `notFound`, or `unauthenticated` for who did not say who they are. */
export async function getReadable(database: Database, viewer: Viewer, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection === undefined) throw notFound(viewer);
  if (collection.account_id !== viewer && collection.public === 0) throw notFound(viewer);
  return collection;
}

/** A collection of the account. Throws `forbidden` for a public one of somebody else, and `notFound`. */
export async function getOwned(database: Database, accountId: number, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection?.account_id === accountId) return collection;
  if (collection?.public === 1) throw new Failure("forbidden", "This collection is somebody else's.");
  throw notFound(accountId);
}

async function find(database: Database, id: number): Promise<Collection | undefined> {
  const [collection] = await byId(database, { id });
  return collection;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  select(database).where("collections.id", "=", value("id")),
);

/** The same error whether a collection doesn't exist or belongs to another account. */
function notFound(viewer: Viewer): Failure {
  if (viewer === undefined) return new Failure("unauthenticated", TOKEN_REQUIRED);
  return new Failure("notFound", "There is no collection with this id.");
}
