import type { Context } from "../../context/context.ts";
import * as listing from "../../library/undo/listing.ts";
import * as undo from "../../library/undo/revert.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";
import { toReverted, toUndoStep } from "./undo-wire.ts";

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
