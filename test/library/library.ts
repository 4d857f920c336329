import { Failure } from "#contract/failure";
import { pageWordsOf } from "../../src/database/core/item-words.ts";
import { type Database, inTransaction } from "../../src/database/database.ts";
import { cleanUpShelves } from "../../src/library/cleanup/cleanup.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as order from "../../src/library/collections/order.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as bulk from "../../src/library/items/bulk.ts";
import * as items from "../../src/library/items/items.ts";
import * as listing from "../../src/library/items/listing.ts";
import * as pageTexts from "../../src/library/items/page-text.ts";
import * as scopes from "../../src/library/items/scope.ts";
import * as statistics from "../../src/library/items/statistics.ts";
import { textOf } from "../../src/page-reading/article-text.ts";
import { escaped } from "../../src/page-reading/reduced.ts";
import { insertAccount } from "../support/accounts.ts";
import type { Operation, Outcome } from "./collection-model.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = () => NOW;

/** The fields of a collection, to be overridden by tests. */
export const COLLECTION = {
  title: "Untitled",
  description: "",
  view: "list",
  public: false,
  expanded: true,
  parentId: null,
  cover: [],
} as const;

/** The fields of an item, to be overridden by tests. */
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

/** Inserts an account, whose library is empty. Returns its id. */
export async function addOwner(database: Database, name: string): Promise<number> {
  return insertAccount(database, { name, email: `${name}@example.com` });
}

/** Stores the text of the page that an item links to; nothing if it is empty. */
export async function addPage(
  database: Database,
  { id, account_id }: { readonly id: number; readonly account_id: number },
  text: string,
  maxBytes = 1024 * 1024 * 1024,
): Promise<void> {
  const html = `<p>${escaped(text)}</p>`;
  const article = text === "" ? undefined : { html, words: pageWordsOf(textOf(html)) };
  await inTransaction(database, (transaction) =>
    pageTexts.store(transaction, { id, account_id }, article, { maxBytes }),
  );
}

/**
 * Performs an operation on the library in the database. Returns the outcome, and the id of the
 * created collection or item, or 0 if none was created.
 */
export async function perform(
  database: Database,
  owner: number,
  operation: Operation,
): Promise<{ outcome: Outcome; createdId: number }> {
  try {
    return { outcome: "done", createdId: (await run(database, owner, operation)) ?? 0 };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== "notFound" && error.kind !== "invalid")) throw error;
    return { outcome: error.kind, createdId: 0 };
  }
}

async function run(database: Database, owner: number, operation: Operation): Promise<number | undefined> {
  switch (operation.kind) {
    case "create": {
      const input = { ...COLLECTION, title: operation.title, parentId: operation.parent };
      return (await collections.create(database, clock, owner, input)).id;
    }
    case "move":
      await collections.update(database, clock, owner, operation.id, { parentId: operation.parent });
      return;
    case "remove":
      await removal.deleteTree(database, clock, owner, operation.id);
      return;
    case "removeMany":
      await removal.deleteMany(database, clock, owner, operation.ids);
      return;
    case "merge":
      await removal.merge(database, clock, owner, operation);
      return;
    case "clean":
      await removal.deleteEmpty(database, clock, owner);
      return;
    case "reorder":
      await order.updateAll(database, clock, owner, { sort: operation.order });
      return;
    case "addItem": {
      const { place: placeId, link, broken } = operation;
      return (await items.create(database, clock, owner, { ...ITEM, placeId, link, broken })).id;
    }
    case "moveItem":
      await items.update(database, clock, owner, operation.id, { placeId: operation.place });
      return;
    case "removeItem":
      await items.remove(database, clock, owner, operation.id);
      return;
    case "moveItems": {
      const { from: placeId, to } = operation;
      const selection = { placeId, nested: false, ids: undefined };
      await bulk.update(database, clock, owner, selection, { placeId: to });
      return;
    }
    case "removeItems": {
      const { from: placeId, nested } = operation;
      await bulk.remove(database, clock, owner, { placeId, nested, ids: undefined });
      return;
    }
    case "emptyTrash":
      await bulk.emptyTrash(database, clock, owner);
      return;
    case "cleanUp":
      await cleanUpShelves(database, 2);
      return;
  }
}

/** The state of the library in the database that clients can read, in the shape of `Model.state`. */
export async function stateOf(database: Database, owner: number) {
  const [roots, nested] = [
    await collections.list(database, owner, "root"),
    await collections.list(database, owner, "nested"),
  ];
  const { counts, duplicates, broken } = await statistics.get(database, owner);
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
  const scope = await scopes.getWritable(database, owner, { placeId, nested: false });
  const search = { order: "-created", page: 0, limit: 1_000, text: "" } as const;
  const { items } = await listing.page(database, scope, search);
  return items.map((item) => ({ id: item.id, place: item.place === "trash" ? -99 : (item.collection_id ?? -1) }));
}
