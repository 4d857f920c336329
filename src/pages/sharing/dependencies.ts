import type { Contract } from "#contract/contract";
import type { InvitationService } from "../../collections/inviting.ts";
import type { Context } from "../../context.ts";

/** What the pages on which people share collections need. */
export interface Dependencies {
  readonly context: Context;
  readonly service: InvitationService;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
}
