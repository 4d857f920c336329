import type { FastifyRequest } from "fastify";
import { Failure } from "../../errors.ts";

/** The id in the path of a page. Throws `notFound` for what can't be one. */
export function idIn({ params }: FastifyRequest): number {
  const text = String(Reflect.get(Object(params), "id"));
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new Failure("notFound", "There is nothing at this address.");
}
