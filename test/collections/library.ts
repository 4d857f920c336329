import { cleanUpShelves } from "../../src/collections/cleanup.ts";
import * as collections from "../../src/collections/collections.ts";
import * as ordering from "../../src/collections/order.ts";
import * as pruning from "../../src/collections/removal.ts";
import type { Database } from "../../src/database/database.ts";
import { Failure } from "../../src/errors.ts";
import * as bulk from "../../src/items/bulk.ts";
import * as items from "../../src/items/items.ts";
import * as listing from "../../src/items/listing.ts";
import * as scope from "../../src/items/scope.ts";
import * as statistics from "../../src/items/statistics.ts";
import { insertAccount } from "../support/accounts.ts";
import type { Operation, Outcome } from "./model.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;
const whatever = async () => {};

/** What a collection is made of unless a test says otherwise. */
export const COLLECTION = {
  title: "Untitled",
  description: "",
  view: "list",
  public: false,
  expanded: true,
  parentId: null,
  cover: [],
} as const;

/** What an item is made of unless a test says otherwise. */
export const ITEM = {
  link: "https://example.com/",
  title: "Example",
  excerpt: "",
  note: "",
  type: "link",
  cover: "",
  media: [],
  tags: [],
  important: false,
  broken: false,
  placeId: -1,
} as const;

/** An account that nobody can log in to. */
export async function addOwner(database: Database, name: string): Promise<number> {
  return insertAccount(database, { name, email: `${name}@example.com` });
}

/** Does it in the real library; gives back what came of it, and the id of what was made. */
export async function perform(
  database: Database,
  owner: number,
  operation: Operation,
): Promise<{ outcome: Outcome; madeId: number }> {
  try {
    return { outcome: "done", madeId: (await carryOut(database, owner, operation)) ?? 0 };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== "notFound" && error.kind !== "invalid")) throw error;
    return { outcome: error.kind, madeId: 0 };
  }
}

async function carryOut(database: Database, owner: number, operation: Operation): Promise<number | undefined> {
  switch (operation.kind) {
    case "create": {
      const input = { ...COLLECTION, title: operation.title, parentId: operation.parent };
      return (await collections.create(database, clock, owner, input)).id;
    }
    case "move":
      await collections.update(database, clock, owner, operation.id, { parentId: operation.parent }, whatever);
      return;
    case "remove":
      await pruning.remove(database, clock, owner, operation.id, whatever);
      return;
    case "removeMany":
      await pruning.removeMany(database, clock, owner, operation.ids, whatever);
      return;
    case "merge":
      await pruning.merge(database, clock, owner, operation, whatever);
      return;
    case "clean":
      await pruning.clean(database, clock, owner, whatever);
      return;
    case "reorder":
      await ordering.updateAll(database, clock, owner, { sort: operation.order }, whatever);
      return;
    case "addItem": {
      const { place: placeId, link, broken } = operation;
      return (await items.create(database, clock, owner, { ...ITEM, placeId, link, broken })).id;
    }
    case "moveItem":
      await items.update(database, clock, owner, operation.id, { placeId: operation.place }, whatever);
      return;
    case "removeItem":
      await items.remove(database, clock, owner, operation.id, whatever);
      return;
    case "moveItems": {
      const { from: placeId, to } = operation;
      const selection = { placeId, nested: false, ids: undefined };
      await bulk.update(database, clock, owner, selection, { placeId: to }, whatever);
      return;
    }
    case "removeItems": {
      const { from: placeId, nested } = operation;
      await bulk.remove(database, clock, owner, { placeId, nested, ids: undefined }, whatever);
      return;
    }
    case "emptyTrash":
      await bulk.emptyTrash(database, clock, owner, whatever);
      return;
    case "tidy":
      await cleanUpShelves(database, 2);
      return;
  }
}

/** What the real library looks like from outside, as `Model.state` says it. */
export async function stateOf(database: Database, owner: number) {
  const [roots, nested] = [
    await collections.list(database, owner, "root"),
    await collections.list(database, owner, "nested"),
  ];
  const { counts, duplicates, broken } = await statistics.of(database, owner);
  const found = [...(await itemsIn(database, owner, 0)), ...(await itemsIn(database, owner, -99))];
  return {
    collections: [...roots, ...nested]
      .map(({ id, parent_id: parent, title, sort }) => ({ id, parent, title, sort }))
      .sort((one, other) => one.id - other.id),
    order: [...roots, ...nested].map(({ id }) => id),
    items: found.sort((one, other) => one.id - other.id),
    counts: Object.fromEntries(
      counts.filter(({ placeId }) => placeId !== 0).map(({ placeId, count }) => [placeId, count]),
    ),
    duplicates,
    broken,
  };
}

async function itemsIn(database: Database, owner: number, placeId: number) {
  const found = await scope.owned(database, owner, { placeId, nested: false });
  const search = { order: "-created", page: 0, limit: 1_000, text: "" } as const;
  const { items } = await listing.page(database, found, search);
  return items.map((item) => ({ id: item.id, place: item.place === "trash" ? -99 : (item.collection_id ?? -1) }));
}
