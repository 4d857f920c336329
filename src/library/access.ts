import { Failure } from "#contract/failure";
import type { Database } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import { type Collection, select } from "./collection.ts";

// The only module that decides what an account may do with a collection, and so with its items.

/** The id of the account that sends a read request; undefined for an anonymous client. */
export type Viewer = number | undefined;

/** What an account may do with a collection; each level includes those below it. */
export const OWNER = 4;
/** May change the items of the collection and its descendants. */
export const MEMBER = 3;
/** May read the collection and its descendants. */
export const VIEWER = 2;
/** May read the collection because it is public, but not its descendants. */
export const PUBLIC = 1;

export type AccessLevel = typeof OWNER | typeof MEMBER | typeof VIEWER | typeof PUBLIC;

/** The level of a collaborator by role. */
export const LEVEL_OF_ROLE = { member: MEMBER, viewer: VIEWER } as const;

/** A collection as a viewer sees it. `parent_id` is null if the viewer may not read the parent. */
export interface VisibleCollection extends Collection {
  readonly level: AccessLevel;
}

/**
 * Returns a collection that the viewer owns, that is shared with the viewer or that is public. Otherwise throws
 * `notFound`, or `unauthenticated` if the viewer is anonymous.
 */
export async function getReadable(database: Database, viewer: Viewer, id: number): Promise<VisibleCollection> {
  const collection = await findVisible(database, viewer, id);
  if (collection === undefined) throw notFound(viewer);
  return collection;
}

/** Returns a collection that the account owns or that is shared with it. Throws like `getOwned`. */
export function getShared(database: Database, accountId: number, id: number): Promise<VisibleCollection> {
  return getAt(database, accountId, id, VIEWER);
}

/** Returns a collection that the account owns or is a member of. Throws like `getOwned`. */
export function getWritable(database: Database, accountId: number, id: number): Promise<VisibleCollection> {
  return getAt(database, accountId, id, MEMBER);
}

/**
 * Returns a collection of the account. Throws `forbidden` if the account may only read or change it, `notFound` if it
 * may not even read it or the collection is missing.
 */
export function getOwned(database: Database, accountId: number, id: number): Promise<VisibleCollection> {
  return getAt(database, accountId, id, OWNER);
}

async function getAt(
  database: Database,
  accountId: number,
  id: number,
  least: AccessLevel,
): Promise<VisibleCollection> {
  const collection = await getReadable(database, accountId, id);
  assertLevel(collection.level, least, "collection");
  return collection;
}

/** Throws `forbidden` if a level is below `least`. `what` names the object in the message. */
export function assertLevel(level: AccessLevel, least: AccessLevel, what: "collection" | "item"): void {
  if (level >= least) return;
  const isItem = what === "item";
  if (level === PUBLIC) {
    const reason = isItem ? "item-of-another-account" : "collection-of-another-account";
    throw new Failure("forbidden", `This ${what} belongs to another account.`, { reason });
  }
  if (least === OWNER) {
    const reason = isItem ? "item-for-owner" : "collection-for-owner";
    throw new Failure("forbidden", `Only the owner of this ${what} may do that.`, { reason });
  }
  const reason = isItem ? "item-read-only" : "collection-read-only";
  throw new Failure("forbidden", `You may read this ${what}, but not change it.`, { reason });
}

/** Returns a collection as the viewer sees it; undefined if it is missing or the viewer may not read it. */
export async function findVisible(
  database: Database,
  viewer: Viewer,
  id: number,
): Promise<VisibleCollection | undefined> {
  const [collection] = id < 1 ? [] : await byId(database, { id });
  if (collection === undefined) return undefined;
  if (collection.account_id === viewer) return { ...collection, level: OWNER };
  const roles = viewer === undefined ? [] : await rolesIn(database, { accountId: viewer, id });
  if (roles.length > 0) {
    const level = roles.some(({ role }) => role === "member") ? MEMBER : VIEWER;
    const isParentShared = roles.some(({ collection_id }) => collection_id !== id);
    return { ...collection, level, parent_id: isParentShared ? collection.parent_id : null };
  }
  return collection.public === 1 ? toPublic(database, collection) : undefined;
}

/** A collection as everybody sees it: with its parent only if that is public too. */
async function toPublic(database: Database, collection: Collection): Promise<VisibleCollection> {
  const { parent_id } = collection;
  const [parent] = parent_id === null ? [] : await byId(database, { id: parent_id });
  return { ...collection, level: PUBLIC, parent_id: parent?.public === 1 ? parent_id : null };
}

/**
 * The account whose library has the items of a place: the caller's own for a system collection. Throws like
 * `getOwned` if the caller may not change them. Cheaper than `getWritable` for the caller's own collections.
 */
export async function ownerOfWritable(database: Database, accountId: number, placeId: number): Promise<number> {
  if (placeId < 1 || (await findOwner(database, placeId)) === accountId) return accountId;
  return (await getWritable(database, accountId, placeId)).account_id;
}

/** The owner of a collection, even if the account is deactivated; undefined if the collection is missing. */
export async function findOwner(database: Database, id: number): Promise<number | undefined> {
  const [collection] = await ownerById(database, { id });
  return collection?.account_id;
}

const ownerById = prepare((database, value: ValueOf<{ id: number }>) =>
  database.selectFrom("collections").select("account_id").where("id", "=", value("id")),
);

const byId = prepare((database, value: ValueOf<{ id: number }>) =>
  select(database).where("collections.id", "=", value("id")),
);

/** The roles of an account in a collection and its ancestors. */
const rolesIn = prepare((database, value: ValueOf<{ accountId: number; id: number }>) =>
  database
    .withRecursive("above", (recursive) =>
      recursive
        .selectFrom("collections")
        .select(["id", "parent_id"])
        .where("id", "=", value("id"))
        .unionAll(
          recursive
            .selectFrom("above")
            .innerJoin("collections", "collections.id", "above.parent_id")
            .select(["collections.id", "collections.parent_id"]),
        ),
    )
    .selectFrom("above")
    .innerJoin("collaborators", (join) =>
      join
        .onRef("collaborators.collection_id", "=", "above.id")
        .on("collaborators.account_id", "=", value("accountId")),
    )
    .select(["collaborators.collection_id", "collaborators.role"]),
);

/** The same error for missing and private collections, so that clients can't tell which ids exist. */
function notFound(viewer: Viewer): Failure {
  if (viewer === undefined) return credentialMissing();
  return new Failure("notFound", "There is no collection with this id.", { reason: "collection-not-found" });
}

/** The failure of an anonymous client that reads something private or missing. */
export function credentialMissing(): Failure {
  const message = "Only what is public can be read without a token.";
  return new Failure("unauthenticated", message, { reason: "credential-missing" });
}
