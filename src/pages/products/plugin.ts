import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Contract } from "#contract/contract";
import type { CallerLimit } from "#contract/request/caller-limit";
import { checkerOf } from "#contract/request/validation";
import type { Context } from "../../context/context.ts";
import * as listing from "../../products/listing.ts";
import * as permission from "../../products/permission.ts";
import * as products from "../../products/products.ts";
import { constraintsOf } from "../design/constraints.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { PRODUCTS } from "../design/paths.ts";
import { preparePages } from "../forms/prepare.ts";
import { requireSignIn } from "../forms/require-sign-in.ts";
import { findSignedInUser } from "../forms/session.ts";
import { listPage } from "./list-page.ts";
import { isProductId, productIdIn } from "./product-id.ts";
import { detailPage } from "./product-pages.ts";
import { serveWriting } from "./writing.ts";

/** Products on a page of the list. */
const PAGE_SIZE = 50;

/** The bound of the parameter `q` of the API. */
const MAX_SEARCH_LENGTH = 200;

/** What the pages of products need. */
export interface Dependencies {
  readonly context: Context;
  readonly limit: CallerLimit;
  /** The contract whose schemas validate the forms. */
  readonly catalogue: Contract;
}

/** Registers the pages below `/products`: anyone may read the catalogue, and some may change it. */
export async function registerProductPages(
  server: FastifyInstance,
  { context, limit, catalogue }: Dependencies,
): Promise<void> {
  const { catalogueWriteLevel } = context.config;
  await server.register(
    async (scope) => {
      await preparePages(scope, context, { limit });
      serveReading(scope, context);
      await scope.register(async (writing) => {
        requireSignIn(writing);
        writing.addHook("onRequest", async (request) => {
          const user = findSignedInUser(request);
          if (user !== undefined) permission.assertMayWrite(user.user_level, catalogueWriteLevel);
        });
        const checkProduct = checkerOf(catalogue, "ProductInput");
        serveWriting(writing, { context, checkProduct, constraints: constraintsOf(catalogue, "createProduct") });
      });
    },
    { prefix: PRODUCTS },
  );
}

function serveReading(scope: FastifyInstance, { database, config }: Context): void {
  const mayWrite = (request: FastifyRequest) =>
    permission.mayWrite(findSignedInUser(request)?.user_level ?? 0, config.catalogueWriteLevel);

  scope.get("/", async (request, reply) => {
    const values = valuesIn(request.query);
    const found = await listing.page(database, { ...toFilter(values), limit: PAGE_SIZE });
    const constraints = { q: { maxLength: MAX_SEARCH_LENGTH } };
    return listPage(request, reply, { values, constraints, found, mayWrite: mayWrite(request) });
  });

  scope.get("/:id", async (request, reply) => {
    const product = await products.get(database, productIdIn(request));
    return detailPage(request, reply, product, mayWrite(request));
  });
}

/** Ignores what the form can't send, and shortens texts that are longer than the API allows. */
function toFilter({ q = "", stock, after = "" }: Values): listing.Filter {
  return {
    q: q.replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed(),
    inStock: stock === "1" || stock === "0" ? stock === "1" : undefined,
    after: isProductId(after) ? after : undefined,
  };
}
