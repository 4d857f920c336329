import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Contract } from "#contract/contract";
import { checkerOf } from "#contract/request/validation";
import type { Context } from "../../context/context.ts";
import * as browsing from "../../products/browsing.ts";
import * as permission from "../../products/permission.ts";
import * as products from "../../products/products.ts";
import { constraintsOf } from "../design/constraints.ts";
import { PRODUCTS } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { registerPagesBelow } from "../forms/prepare.ts";
import { requireSignIn } from "../forms/require-sign-in.ts";
import { findSignedInUser } from "../forms/session.ts";
import { listPage } from "./list-page.ts";
import { listQueryOf, PAGE_SIZE, selectedIn } from "./list-query.ts";
import { productIdIn } from "./product-id.ts";
import { detailPage } from "./product-pages.ts";
import { serveRemoval } from "./removal.ts";
import { serveWriting } from "./writing.ts";

/** What the pages of products need. */
export interface Dependencies {
  readonly context: Context;
  /** The contract whose schemas validate the forms. */
  readonly catalogue: Contract;
}

/** Registers the pages below `/products`: anyone may read the catalogue, and some may change it. */
export async function registerProductPages(
  pages: FastifyInstance,
  { context, catalogue }: Dependencies,
): Promise<void> {
  const { catalogueWriteLevel } = context.config;
  await registerPagesBelow(pages, { prefix: PRODUCTS }, async (scope) => {
    serveReading(scope, context);
    await scope.register(async (writing) => {
      requireSignIn(writing);
      writing.addHook("onRequest", async (request) => {
        const user = findSignedInUser(request);
        if (user !== undefined) permission.assertMayWrite(user.user_level, catalogueWriteLevel);
      });
      const checkProduct = checkerOf(catalogue, "ProductInput");
      serveRemoval(writing, context);
      serveWriting(writing, { context, checkProduct, constraints: constraintsOf(catalogue, "createProduct") });
    });
  });
}

function serveReading(scope: FastifyInstance, { database, config }: Context): void {
  const mayWrite = (request: FastifyRequest) =>
    permission.mayWrite(findSignedInUser(request)?.user_level ?? 0, config.catalogueWriteLevel);

  scope.get("/", async (request, reply) => {
    const query = listQueryOf(request.query);
    const { language } = viewOf(request);
    const found = await browsing.search(database, { ...query, language, limit: PAGE_SIZE });
    const selected = new Set(selectedIn(request.query));
    return listPage(request, reply, { query, found, selected, mayWrite: mayWrite(request) });
  });

  scope.get("/:id", async (request, reply) => {
    const product = await products.get(database, productIdIn(request));
    return detailPage(request, reply, product, mayWrite(request));
  });
}
