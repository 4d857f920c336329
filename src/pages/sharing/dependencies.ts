import type { Contract } from "#contract/contract";
import type { Context } from "../../context/context.ts";
import type { InvitationService } from "../../library/sharing/inviting.ts";

/** What the pages on which people share collections need. */
export interface Dependencies {
  readonly context: Context;
  readonly service: InvitationService;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
}
