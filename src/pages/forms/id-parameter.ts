import type { FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";

/** The parameter `id` of a page's path. Throws `notFound` for anything but a positive integer. */
export function idParameter({ params }: FastifyRequest): number {
  // The routes of these pages name their only parameter `id`.
  const { id: text = "" } = params as { readonly id?: string };
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new Failure("notFound", "This page does not exist.", { reason: "page-not-found" });
}
