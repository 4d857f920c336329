import type { components } from "../../../generated/collections.ts";
import type { Context } from "../../context/context.ts";
import type { ListedStep } from "../../library/undo/listing.ts";
import * as listing from "../../library/undo/listing.ts";
import type { Reverted } from "../../library/undo/revert.ts";
import * as undo from "../../library/undo/revert.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toTimestamp } from "./wire.ts";

/** The operations that revert changes. */
export class UndoHandlers implements Partial<Handlers> {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listUndoSteps({ principal }: Req<"listUndoSteps">): Res<"listUndoSteps"> {
    const { database, clock } = this.#context;
    const steps = await listing.list(database, clock, principal.accountId);
    return { status: 200, body: { result: true, items: steps.map(toUndoStep) } };
  }

  async revertUndoStep({ params, principal }: Req<"revertUndoStep">): Res<"revertUndoStep"> {
    const { database, clock, config } = this.#context;
    const quota = { maxBytes: config.accountQuota };
    const reverted = await undo.revert(database, clock, principal.accountId, params.id, quota);
    return { status: 200, body: toReverted(reverted) };
  }
}

type Schemas = components["schemas"];

function toUndoStep({
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

function toReverted({
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
