import type { UpdateObject } from "kysely";
import type { Picture } from "../covers/pictures.ts";
import type { Database, Transaction } from "../database/database.ts";
import { prepare, type ValueOf } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import { Failure } from "../errors.ts";
import { readAllPages } from "../scheduling.ts";
import * as access from "./access.ts";
import { type Collection, select, type View } from "./collection.ts";
import * as cover from "./cover.ts";
import * as library from "./library.ts";
import * as placement from "./placement.ts";
import { assertDepth, load, save } from "./stored-tree.ts";

type Clock = () => number;

/** What a collection is made of. */
export interface NewCollection {
  readonly title: string;
  readonly description: string;
  readonly view: View;
  readonly public: boolean;
  readonly expanded: boolean;
  /** Its own id where it is left out. */
  readonly sort?: number | undefined;
  /** null: at the root. */
  readonly parentId: number | null;
  readonly cover: readonly cover.CoverAddress[];
}

/** What may change of a collection; what is left out stays. */
export type CollectionChange = { readonly [Field in keyof NewCollection]?: NewCollection[Field] | undefined };

/** Throws when a collection, as it is now, is not to be changed. */
export type Precondition = (current: Collection) => Promise<void>;

/** Makes a collection. Throws `invalid` for a parent that the account has not, and where it would be too deep. */
export async function create(
  database: Database,
  clock: Clock,
  accountId: number,
  input: NewCollection,
): Promise<Collection> {
  return library.change(database, accountId, async (transaction) => {
    const parentDepth = input.parentId === null ? null : await depthOfParent(transaction, accountId, input.parentId);
    const depth = (parentDepth ?? 0) + 1;
    assertDepth(depth, "parent");
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
        ...cover.NONE,
        created_at: now,
        updated_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await placement.addShelves(transaction, accountId, [id]);
    const shown = input.cover.length > 0 ? await cover.set(transaction, accountId, id, input.cover) : {};
    await write(transaction, id, { sort: input.sort ?? id, ...shown });
    return access.getOwned(transaction, accountId, id);
  });
}

/** The collections of an account at the root, or those below others: by parent, then `sort` descending, then id. Reads no item. */
export async function list(database: Database, accountId: number, level: "root" | "nested"): Promise<Collection[]> {
  const read = (after: number, limit: number) => PAGES[level](database, { accountId, after, limit });
  const collections = await library.readConsistently(database, accountId, () => readAllPages(read));
  return collections.sort(
    (one, other) => (one.parent_id ?? 0) - (other.parent_id ?? 0) || compare(other.sort, one.sort) || one.id - other.id,
  );
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

/** Numbers may be so far apart that their difference is no number. */
function compare(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Changes what is given. Throws `notFound`, `forbidden`, `invalid` for a parent that is unknown, the collection itself or below it, or that
 * would make it too deep, and what the precondition throws; then nothing has changed.
 */
export async function update(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  change: CollectionChange,
  precondition: Precondition,
): Promise<Collection> {
  return library.change(database, accountId, async (transaction) => {
    const current = await access.getOwned(transaction, accountId, id);
    await precondition(current);
    const { parentId, cover: addresses } = change;
    if (parentId !== undefined && parentId !== current.parent_id) await move(transaction, current, parentId);
    const shown = addresses === undefined ? {} : await cover.set(transaction, accountId, id, addresses);
    const columns = { ...toColumns(change), ...shown };
    if (parentId !== undefined || Object.keys(columns).length > 0) {
      await write(transaction, id, { ...columns, updated_at: clock() });
    }
    return access.getOwned(transaction, accountId, id);
  });
}

/** Lets a collection have a picture as its cover. Throws like `update`. */
export async function setCover(
  database: Database,
  clock: Clock,
  accountId: number,
  id: number,
  picture: Picture,
  precondition: Precondition,
): Promise<Collection> {
  return library.change(database, accountId, async (transaction) => {
    await precondition(await access.getOwned(transaction, accountId, id));
    const shown = await cover.setPicture(transaction, accountId, id, picture);
    await write(transaction, id, { ...shown, updated_at: clock() });
    return access.getOwned(transaction, accountId, id);
  });
}

function toColumns({ title, description, view, public: isPublic, expanded, sort }: CollectionChange) {
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(view !== undefined && { view }),
    ...(isPublic !== undefined && { public: isPublic ? 1 : 0 }),
    ...(expanded !== undefined && { expanded: expanded ? 1 : 0 }),
    ...(sort !== undefined && { sort }),
  } satisfies UpdateObject<Schema, "collections">;
}

async function write(transaction: Transaction, id: number, columns: UpdateObject<Schema, "collections">) {
  await transaction.updateTable("collections").set(columns).where("id", "=", id).execute();
}

async function move(transaction: Transaction, { id, account_id }: Collection, parentId: number | null): Promise<void> {
  const found = await load(transaction, account_id);
  if (!found.tree.canMove(id, parentId)) refuseParent();
  found.tree.move(id, parentId);
  await save(transaction, found, "parent");
}

async function depthOfParent(transaction: Transaction, accountId: number, id: number): Promise<number> {
  const parent = await transaction
    .selectFrom("collections")
    .select("depth")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return parent?.depth ?? refuseParent();
}

function refuseParent(): never {
  const message = "must be another collection of yours, and none below this one";
  throw new Failure("invalid", `The parent is not valid: it ${message}.`, { details: [{ path: "/parent", message }] });
}
