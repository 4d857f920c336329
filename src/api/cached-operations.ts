import type { TableGroup } from "../database/schema/table-groups.ts";

/**
 * By operationId: the groups of tables on which a cached response depends, which are those that the handler reads.
 * Authentication, permissions and rate limits run before the cache, so what they read is not listed. Operations
 * that are not listed are not cached: downloads are streamed, `startBackup` changes data, the response of
 * `listUndoSteps` changes with the time, as that of `getCopy` does, and that of `parseLink` with the page.
 */
type CachedOperations = Readonly<Record<string, readonly TableGroup[]>>;

/** Cached operations of the catalogue contract. */
export const CATALOGUE: CachedOperations = {
  getProduct: ["products"],
  listProducts: ["products"],
};

/** Cached operations of the users contract. */
export const USERS: CachedOperations = {
  getUser: ["accounts", "logins"],
  listUsers: ["accounts", "logins"],
};

/** Cached operations of the collections contract. Most read `accounts`, because deleted owners have no collections. */
export const COLLECTIONS: CachedOperations = {
  findLink: ["library"],
  getAccount: ["accounts", "library", "logins"],
  getCollection: ["accounts", "library"],
  getFilters: ["accounts", "library"],
  getIcon: [],
  getItem: ["accounts", "library"],
  getPicture: ["accounts", "library"],
  getStatistics: ["accounts", "library"],
  getUser: ["accounts"],
  listBackups: ["library"],
  listChildCollections: ["accounts", "library"],
  listCollaborators: ["accounts", "library"],
  listCollectionHighlights: ["accounts", "library"],
  listCollectionTags: ["accounts", "library"],
  listHighlights: ["accounts", "library"],
  listIcons: [],
  listItems: ["accounts", "library"],
  listRootCollections: ["accounts", "library"],
  listTags: ["library"],
  searchIcons: [],
  suggestForItem: ["accounts", "library"],
};
