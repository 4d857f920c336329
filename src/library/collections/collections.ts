import type { UpdateObject } from "kysely";
import { Failure } from "#contract/failure";
import { mapYielding, readAllPages, sortYielding } from "#contract/scheduling";
import { record } from "../../audit/record.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { prepare, type ValueOf } from "../../database/prepared.ts";
import type { Time } from "../../database/schema/columns.ts";
import type { Schema } from "../../database/schema/schema.ts";
import * as access from "../access.ts";
import { select, type View } from "../collection.ts";
import * as copyRules from "../copy-rules.ts";
import * as changes from "../events/changes.ts";
import * as library from "../library.ts";
import { type LibraryTree, treeOf } from "../library-tree.ts";
import * as placement from "../placement.ts";
import * as shared from "../sharing/shared.ts";
import { endInvitationsOfMoved } from "../sharing/shared-subtree.ts";
import type { StoredTree } from "../stored-tree.ts";
import * as storedTree from "../stored-tree.ts";
import { TextLimit } from "../text-limit.ts";
import * as covers from "./covers.ts";
import { reorder, sortsFor } from "./order.ts";

type Clock = () => number;

/** The fields of a new collection. */
export interface NewCollection {
  readonly title: string;
  readonly description: string;
  readonly view: View;
  readonly public: boolean;
  readonly expanded: boolean;
  /** Defaults to the collection's id. */
  readonly sort?: number | undefined;
  /** The position among the collections with the same parent; 0 or less is the first. Wins over `sort`. */
  readonly order?: number | undefined;
  /** null for a root collection. */
  readonly parentId: number | null;
  readonly cover: readonly covers.CoverAddress[];
  /** Whether the pages of its items get copies; by default not. */
  readonly keepCopies?: boolean | undefined;
}

/** The fields to change; the others keep their values. */
export type CollectionChange = { readonly [Field in keyof NewCollection]?: NewCollection[Field] | undefined } & {
  /** A parent that contradicts `parentId`: of a whole collection, the one counts that is not the present parent. */
  readonly otherParentId?: number | null | undefined;
  /** Whether the client sends back a whole collection. */
  readonly isWhole?: boolean;
};

/**
 * Creates a collection. Throws `invalid` for a parent that is too deep or not the account's, and
 * `forbidden` beyond a quota.
 */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  input: NewCollection,
  options: library.ChangeOptions = {},
): Promise<access.VisibleCollection> {
  const { order } = input;
  const work = async (transaction: Transaction, tree?: LibraryTree) => {
    const parentDepth = input.parentId === null ? null : await depthOfParent(transaction, accountId, input.parentId);
    const depth = (parentDepth ?? 0) + 1;
    storedTree.assertDepth(depth, "parent");
    const now = clock();
    const { id } = await transaction
      .insertInto("collections")
      .values({
        account_id: accountId,
        parent_id: input.parentId,
        depth,
        parent_depth: parentDepth,
        title: input.title.trim(),
        description: input.description,
        view: input.view,
        public: input.public ? 1 : 0,
        expanded: input.expanded ? 1 : 0,
        sort: 0,
        ...covers.EMPTY,
        keep_copies: input.keepCopies ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await placement.addShelves(transaction, accountId, [id]);
    const coverColumns = input.cover.length > 0 ? await covers.set(transaction, accountId, id, input.cover) : {};
    await write(transaction, id, { sort: input.sort ?? id, ...coverColumns });
    if (tree !== undefined && order !== undefined)
      await reorder(transaction, clock, sortsFor(tree.childrenOf(input.parentId), id, order));
    if (input.public) recordPublic(transaction, accountId, id, true);
    changes.record(transaction, clock, accountId, { type: "collection.created", count: 1, collections: [id] });
    return access.getOwned(transaction, accountId, id);
  };
  if (order === undefined) return library.change(database, accountId, (transaction) => work(transaction), options);
  const read = (handle: Database) => treeOf(handle, accountId);
  return library.changeAfter(database, accountId, read, work, options);
}

/** Where a new collection goes. */
export interface NewPlace {
  readonly title: string;
  readonly parentId: number | null;
  /** 1 for a root collection, else that of the parent plus 1. */
  readonly depth: number;
  /** Higher values come first. */
  readonly sort: number;
  /** Undefined for those of a new collection. */
  readonly details?: CollectionDetails | undefined;
}

/** What an export says of a collection besides its title and its place. */
export interface CollectionDetails {
  readonly description: string;
  readonly view: View;
  readonly expanded: boolean;
  /** Addresses, none of an uploaded picture. */
  readonly cover: readonly string[];
  readonly keepCopies: boolean;
  /** Undefined for now, like the next one. */
  readonly created: Time | undefined;
  readonly updated: Time | undefined;
}

/**
 * Creates collections with different titles or parents in the transaction of a change, with few statements. Checks
 * neither parents nor depths. Returns their ids in the same order.
 */
export async function createAll(
  transaction: Transaction,
  clock: Clock,
  accountId: number,
  places: readonly NewPlace[],
): Promise<number[]> {
  const now = clock();
  const rows = places.map(({ title, parentId, depth, sort, details }) => ({
    account_id: accountId,
    parent_id: parentId,
    depth,
    parent_depth: parentId === null ? null : depth - 1,
    title: title.trim(),
    description: details?.description ?? "",
    view: details?.view ?? ("list" as const),
    public: 0 as const,
    expanded: details?.expanded === false ? (0 as const) : (1 as const),
    sort,
    ...covers.EMPTY,
    ...(details && { cover: JSON.stringify(details.cover) }),
    keep_copies: details?.keepCopies ? (1 as const) : (0 as const),
    created_at: details?.created ?? now,
    updated_at: details?.updated ?? now,
  }));
  const inserted = await transaction
    .insertInto("collections")
    .values(rows)
    .returning(["id", "parent_id", "title"])
    .execute();
  // An engine need not return the rows in the order of the values.
  const idsByPlace = new Map(inserted.map(({ id, parent_id, title }) => [JSON.stringify([parent_id, title]), id]));
  const ids = rows.flatMap(({ parent_id, title }) => idsByPlace.get(JSON.stringify([parent_id, title])) ?? []);
  await placement.addShelves(transaction, accountId, ids);
  const created = { type: "collection.created", count: ids.length, collections: ids } as const;
  changes.record(transaction, clock, accountId, created);
  return ids;
}

/**
 * Lists the root collections of an account, or its nested ones, with those that are shared with it; ordered by
 * parent, then `sort` descending, then id. A shared collection whose parent is not shared is a root. Reads no items.
 * Throws `unavailable` if the texts of the account's own ones have more than `maxText` characters together; of those of
 * others, only as many are listed.
 */
export async function list(
  database: Database,
  accountId: number,
  level: "root" | "nested",
  maxText = Number.POSITIVE_INFINITY,
): Promise<access.VisibleCollection[]> {
  const own = await library.readConsistently(database, accountId, () => {
    const text = new TextLimit(maxText);
    return readAllPages(async (after, limit) => {
      const page = await PAGES[level](database, { accountId, after, limit });
      if (!text.add(page)) throw tooMuchText();
      return page;
    });
  });
  const collections = await mapYielding(
    own,
    (collection): access.VisibleCollection => ({ ...collection, level: access.OWNER }),
  );
  for (const collection of await shared.list(database, accountId, level, maxText)) collections.push(collection);
  return sortYielding(
    collections,
    (one, other) => (one.parent_id ?? 0) - (other.parent_id ?? 0) || compare(other.sort, one.sort) || one.id - other.id,
  );
}

/**
 * The error for a list that the server does not build. A retry helps once texts are shorter, or the setting is higher.
 */
function tooMuchText(): Failure {
  const message = "Your collections have too much text for a list. Shorten their descriptions.";
  return new Failure("unavailable", message, { reason: "collections-too-long", retryAfter: 60, limit: "unread" });
}

/** The ids of the root collections of an account in the order of `list`, then of those that are shared with it. */
export async function listRootIds(database: Database, accountId: number): Promise<number[]> {
  const tree = await treeOf(database, accountId);
  const ids: number[] = [];
  for (const { id } of tree.childrenOf(null)) ids.push(id);
  return ids.concat(await shared.listRootIds(database, accountId));
}

const pageOf = (level: "root" | "nested") =>
  prepare((database, value: ValueOf<{ accountId: number; after: number; limit: number }>) =>
    select(database)
      .where("account_id", "=", value("accountId"))
      .where("parent_id", level === "root" ? "is" : "is not", null)
      .where("collections.id", ">", value("after"))
      .orderBy("collections.id")
      .limit(value("limit")),
  );

const PAGES = { root: pageOf("root"), nested: pageOf("nested") };

/** Compares without subtraction, which overflows for numbers that are far apart. */
function compare(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Changes the given fields; a member may change only texts, view and cover. Throws `notFound`, `forbidden` (also beyond
 * a quota), `changed`, and `invalid` for a parent that is unknown, too deep, the collection itself, or a descendant.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  change: CollectionChange,
  options: library.ChangeOptions = {},
): Promise<access.VisibleCollection> {
  const ownerId = await access.ownerOfWritable(database, accountId, id);
  const work = async (transaction: Transaction, found?: StoredTree, before?: LibraryTree) => {
    const current = await access.getWritable(transaction, accountId, id);
    const parentId = namedParent(change, current.parent_id);
    if (current.level < access.OWNER) assertMemberMay(current, { ...change, parentId });
    const { cover: addresses, order } = change;
    if (found !== undefined && parentId !== undefined && parentId !== current.parent_id)
      await move(transaction, found, current, parentId);
    const coverColumns = addresses === undefined ? {} : await covers.set(transaction, ownerId, id, addresses);
    const columns = { ...toColumns(change), ...coverColumns };
    const sorts = new Map<number, number>();
    if (before !== undefined && order !== undefined) {
      const siblings = before.childrenOf(parentId === undefined ? current.parent_id : parentId);
      for (const [sibling, sort] of sortsFor(siblings, id, order)) sorts.set(sibling, sort);
    }
    if (parentId !== undefined || order !== undefined || Object.keys(columns).length > 0) {
      await write(transaction, id, { ...columns, updated_at: clock() });
      if (columns.keep_copies === 1 && current.keep_copies === 0) await copyRules.applyTo(transaction, clock, id);
      await reorder(transaction, clock, sorts);
      const { public: isPublic = current.public === 1 } = change;
      if (isPublic !== (current.public === 1)) recordPublic(transaction, ownerId, id, isPublic);
      const collections = [...new Set([id, ...sorts.keys()])];
      changes.record(transaction, clock, ownerId, {
        type: "collection.updated",
        count: collections.length,
        collections,
      });
    }
    return access.getWritable(transaction, accountId, id);
  };
  const { parentId, order } = change;
  if (parentId !== undefined || order !== undefined) return storedTree.change(database, ownerId, work, options);
  return library.change(database, ownerId, (transaction) => work(transaction), options);
}

/** The parent that a change names; undefined if it names none. Throws `invalid` for two that contradict each other. */
function namedParent(
  { parentId, otherParentId, isWhole }: CollectionChange,
  present: number | null,
): number | null | undefined {
  if (otherParentId === undefined) return parentId;
  if (isWhole && parentId === present) return otherParentId;
  if (isWhole && otherParentId === present) return parentId;
  throw placement.contradictoryPlaces("parent");
}

/** Throws `forbidden` if a change has another value in a field that only the owner may change. */
function assertMemberMay(
  current: access.VisibleCollection,
  {
    parentId = current.parent_id,
    public: isPublic,
    expanded,
    sort = current.sort,
    order,
    keepCopies,
  }: CollectionChange,
): void {
  const isSame =
    order === undefined &&
    parentId === current.parent_id &&
    sort === current.sort &&
    (isPublic ?? current.public === 1) === (current.public === 1) &&
    (expanded ?? current.expanded === 1) === (current.expanded === 1) &&
    (keepCopies ?? current.keep_copies === 1) === (current.keep_copies === 1);
  if (isSame) return;
  throw new Failure(
    "forbidden",
    "Only the owner of this collection may move, publish, sort or expand it, or keep copies of it.",
    {
      reason: "collection-owner-only",
    },
  );
}

/** Records that anybody may read a collection, or that this has ended. */
function recordPublic(transaction: Transaction, accountId: number, id: number, isPublic: boolean): void {
  const action = isPublic ? "collection.publish" : "collection.unpublish";
  record(transaction, { action, accountId, target: { kind: "collection", id } });
}

function toColumns({ title, description, view, public: isPublic, expanded, sort, keepCopies }: CollectionChange) {
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(view !== undefined && { view }),
    ...(isPublic !== undefined && { public: isPublic ? 1 : 0 }),
    ...(expanded !== undefined && { expanded: expanded ? 1 : 0 }),
    ...(sort !== undefined && { sort }),
    ...(keepCopies !== undefined && { keep_copies: keepCopies ? 1 : 0 }),
  } satisfies UpdateObject<Schema, "collections">;
}

async function write(transaction: Transaction, id: number, columns: UpdateObject<Schema, "collections">) {
  await transaction.updateTable("collections").set(columns).where("id", "=", id).execute();
}

/** Moves a collection of the account into another one, or for null to the top level. Throws `invalid`. */
export async function move(
  transaction: Transaction,
  found: StoredTree,
  { id, account_id }: access.VisibleCollection,
  parentId: number | null,
): Promise<void> {
  if (!found.tree.canMove(id, parentId)) throw invalidParent();
  found.tree.move(id, parentId);
  storedTree.assertDepths(found, "parent");
  await endInvitationsOfMoved(transaction, account_id, found);
  await storedTree.save(transaction, found);
}

async function depthOfParent(transaction: Transaction, accountId: number, id: number): Promise<number> {
  const parent = await transaction
    .selectFrom("collections")
    .select("depth")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (parent === undefined) throw invalidParent();
  return parent.depth;
}

function invalidParent(): Failure {
  const message = "must be another one of your collections, and not a descendant of this one";
  return new Failure("invalid", `The parent is not valid: it ${message}.`, {
    reason: "parent-invalid",
    details: [{ path: "/parent", message, reason: "not-other-collection" }],
  });
}
