import type { FastifyInstance } from "fastify";
import type { Context } from "../context/context.ts";
import * as accountIcons from "../library/links/account-icons.ts";
import * as hostIcons from "../library/links/host-icons.ts";
import { pathOfSiteIcon } from "./design/paths.ts";
import { contentSecurityPolicy, preparePageScope } from "./design/security.ts";

/**
 * Serves the icons of sites to anyone who knows their addresses, which never show another icon. A list of bookmarks
 * has up to 50 of them, so they do not count towards rate limits.
 */
export async function registerSiteIcons(server: FastifyInstance, { database }: Context): Promise<void> {
  const policy = contentSecurityPolicy();
  await server.register(async (scope) => {
    preparePageScope(scope);
    scope.get<{ Params: { id: string } }>(pathOfSiteIcon(":id"), async ({ params }, reply) => {
      const { id } = params;
      const bytes = (await accountIcons.read(database, id)) ?? (await hostIcons.read(database, id));
      reply.headers({ "content-security-policy": policy, "cache-control": "public, max-age=31536000, immutable" });
      return reply.type("image/webp").send(bytes);
    });
  });
}
