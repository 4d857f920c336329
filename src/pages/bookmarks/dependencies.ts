import type { Contract } from "#contract/contract";
import type { Uploads } from "#contract/request/uploads";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context/context.ts";

/** What the pages of bookmarks need. */
export interface Dependencies {
  readonly context: Context;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
  readonly uploads: Uploads;
  readonly mails: MailService;
}
