import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { preparePages } from "../account/prepare.ts";
import { JOIN } from "../paths.ts";
import { serveJoin } from "./join.ts";

/** Registers the page that the links of invitations open. Anybody may open it. */
export async function registerJoinPage(server: FastifyInstance, context: Context): Promise<void> {
  await server.register(
    async (scope) => {
      await preparePages(scope, context);
      serveJoin(scope, context);
    },
    { prefix: JOIN },
  );
}
