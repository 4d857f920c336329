import type { FastifyInstance } from "fastify";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import { preparePages } from "../account/prepare.ts";
import { requireSignIn } from "../account/session.ts";
import { BOOKMARKS } from "../paths.ts";
import { serveSharing } from "../sharing/plugin.ts";

/** What the pages of bookmarks need. */
export interface Dependencies {
  readonly context: Context;
  /** The contract whose schemas validate the forms. */
  readonly collections: Contract;
  readonly mails: MailService;
}

/** Registers the pages below `/bookmarks`, on which people read and change their collections. */
export async function registerBookmarkPages(server: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await server.register(
    async (scope) => {
      await preparePages(scope, dependencies.context);
      requireSignIn(scope);
      serveSharing(scope, dependencies);
    },
    { prefix: BOOKMARKS },
  );
}
