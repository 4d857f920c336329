import type { FastifyInstance } from "fastify";
import { Failure } from "#contract/failure";
import type { Context } from "../../context/context.ts";
import * as products from "../../products/products.ts";
import type { Constraints } from "../design/constraints.ts";
import type { Values } from "../design/form-state.ts";
import { PRODUCTS } from "../design/paths.ts";
import { KEEPS_DRAFTS, shownForm } from "../forms/drafts.ts";
import { assertAll, submitForm } from "../forms/form-submission.ts";
import { getSignedInUser } from "../forms/session.ts";
import { assertPrice, isStored, NEW, toProduct, toValues } from "./form.ts";
import { productIdIn } from "./product-id.ts";
import { createPage, deletePage, editPage } from "./product-pages.ts";

interface Dependencies {
  readonly context: Context;
  /** Throws `unprocessable` for a product that violates the contract. */
  readonly checkProduct: (value: object) => void;
  /** The bounds of the fields of a product in the contract. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the pages where products are created, changed and deleted. */
export function serveWriting(scope: FastifyInstance, { context, checkProduct, constraints }: Dependencies): void {
  const { database, productIds } = context;

  /** The product that a form describes. Throws one failure with all wrong fields. */
  const productIn = async (values: Values) => {
    const product = toProduct(values);
    const { price: _price, ...others } = product;
    const isNumber = Number.isFinite(product.price);
    await assertAll(
      () => checkProduct(isNumber ? product : { ...others, price: 0 }),
      () => assertPrice(product),
    );
    return product;
  };

  scope.get("/new", async (request, reply) => createPage(request, reply, { constraints, ...shownForm(request, NEW) }));

  scope.post("/new", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async (values) => {
      const product = await productIn(values);
      const { id } = await products.create(database, getSignedInUser(request).id, productIds, product);
      return { path: `${PRODUCTS}/${id}`, notice: "product-created" };
    });
  });

  scope.get("/:id/edit", async (request, reply) => {
    const id = productIdIn(request);
    const { product, version } = await products.getVersioned(database, id);
    return editPage(request, reply, id, { constraints, ...shownForm(request, toValues(product, version)) });
  });

  scope.post("/:id/edit", KEEPS_DRAFTS, async (request, reply) => {
    const id = productIdIn(request);
    return submitForm(request, reply, async (values) => {
      const product = await productIn(values);
      const stored = await products.get(database, id);
      if (isStored(product, stored)) return { path: `${PRODUCTS}/${id}`, notice: "unchanged" };
      await explainChanged(() => products.update(database, id, product, versionIn(values)));
      return { path: `${PRODUCTS}/${id}`, notice: "product-saved" };
    });
  });

  scope.get("/:id/delete", async (request, reply) => {
    const found = await products.getVersioned(database, productIdIn(request));
    return deletePage(request, reply, found, { constraints, ...shownForm(request, {}) });
  });

  scope.post("/:id/delete", KEEPS_DRAFTS, async (request, reply) => {
    const id = productIdIn(request);
    return submitForm(request, reply, async (values) => {
      await explainChanged(() => products.remove(database, id, versionIn(values)));
      return { path: PRODUCTS, notice: "product-deleted" };
    });
  });
}

/** The version that the visitor saw. A form without one matches no version. */
function versionIn({ version = "" }: Values): products.Condition {
  return { ifVersion: /^\d+$/.test(version) ? Number(version) : Number.NaN };
}

/** Says of a change that came too late what the visitor can do. */
async function explainChanged(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Failure && error.kind === "changed")) throw error;
    const message = "Somebody else has changed this product in the meantime. Reload the page.";
    throw new Failure("changed", message, { reason: "product-changed", cause: error });
  }
}
