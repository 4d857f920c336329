import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { Failure } from "../errors.ts";
import { type Collection, select } from "./collection.ts";

/** Who looks: an account by its id, or somebody who did not say. */
export type Viewer = number | undefined;

/** What is said to who did not say who they are, of everything that they may not read. */
export const ANONYMOUS = "Only what is public can be read without a token.";

/** A collection that the viewer may read: their own, or a public one. Throws `notFound`, or `unauthenticated` for who did not say who they are. */
export async function readable(database: Database, viewer: Viewer, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection === undefined) return refuse(viewer);
  return collection.account_id === viewer || collection.public === 1 ? collection : refuse(viewer);
}

/** A collection of the account. Throws `forbidden` for a public one of somebody else, and `notFound`. */
export async function owned(database: Database, accountId: number, id: number): Promise<Collection> {
  const collection = id < 1 ? undefined : await find(database, id);
  if (collection?.account_id === accountId) return collection;
  if (collection?.public === 1) throw new Failure("forbidden", "This collection is somebody else's.");
  return refuse(accountId);
}

async function find(database: Database, id: number): Promise<Collection | undefined> {
  const [collection] = await byId(database, { id });
  return collection;
}

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  select(database).where("collections.id", "=", value("id")),
);

/** Says the same of what is not there and of what is somebody else's. */
export function refuse(viewer: Viewer): never {
  if (viewer === undefined) throw new Failure("unauthenticated", ANONYMOUS);
  throw new Failure("notFound", "There is no collection with this id.");
}
