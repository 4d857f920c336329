import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import type { CallerLimit } from "../../http/request/caller-limit.ts";
import type { Uploads } from "../../http/request/uploads.ts";

/** What the pages of bookmarks need. */
export interface Dependencies {
  readonly context: Context;
  readonly limit: CallerLimit;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
  readonly uploads: Uploads;
  readonly mails: MailService;
}
