import type { FastifyInstance } from "fastify";
import type { Contract } from "#contract/contract";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { Context } from "../../context/context.ts";
import { tokensFrom } from "../../library/sharing/invitations.ts";
import { JOIN } from "../design/paths.ts";
import { registerPagesBelow } from "../forms/prepare.ts";
import { serveCollaborators } from "./collaborators.ts";
import { serveEndSharing } from "./end-sharing.ts";
import { serveJoin } from "./join.ts";
import { serveShared } from "./shared.ts";

/** Registers the page that the links of invitations open. Anybody may open it. */
export async function registerJoinPage(pages: FastifyInstance, context: Context): Promise<void> {
  await registerPagesBelow(pages, { prefix: JOIN }, (scope) => serveJoin(scope, context));
}

/** What the pages of bookmarks pass on. */
interface Options {
  readonly context: Context;
  readonly mails: MailService;
  readonly collections: Contract;
}

/** Serves the pages on which people share collections. The scope has the prefix `/bookmarks`, and requires signing in. */
export function serveSharing(scope: FastifyInstance, { context, mails, collections }: Options): void {
  const service = { tokenOf: tokensFrom(context.subkeys.invitations), mails };
  const dependencies = { context, service, collections };
  serveCollaborators(scope, dependencies);
  serveEndSharing(scope, dependencies);
  serveShared(scope, dependencies);
}
