import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";

/** The id of a product in the path. Throws `notFound` for a text that is no id. */
export function productIdIn({ params }: FastifyRequest): string {
  // The routes of these pages name their only parameter `id`.
  const { id = "" } = params as { readonly id?: string };
  if (isProductId(id)) return id;
  throw new Failure("notFound", "There is no product with this id.", { reason: "product-not-found" });
}

/** Whether a text could be the id of a product. */
export function isProductId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
