import type { components } from "../../../generated/collections.ts";
import type { ListedStep } from "../../library/undo/listing.ts";
import type { Reverted } from "../../library/undo/revert.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

export function toUndoStep({
  id,
  operation,
  created_at,
  expires_at,
  item_count,
  collection_count,
}: ListedStep): Schemas["UndoStep"] {
  const [created, expires] = [toTimestamp(created_at), toTimestamp(expires_at)];
  return { _id: id, operation, created, expires, items: item_count, collections: collection_count };
}

export function toReverted({
  operation,
  items,
  collections,
  skippedItems,
  skippedCollections,
  skippedIds,
}: Reverted): Schemas["Reverted"] {
  const skipped = { items: skippedItems, collections: skippedCollections, ids: [...skippedIds] };
  return { result: true, operation, items, collections, skipped };
}
