import { isDeepStrictEqual } from "node:util";
import type { System } from "../systems/system.ts";
import type { Request, Work } from "../works/work.ts";
import type { Answer } from "./ask.ts";

/** The request for one system: with the entity tag that it gave, where the work is conditional and it gives any. */
export function conditional(request: Request, etag: string | undefined): Request {
  return etag === undefined
    ? request
    : { ...request, headers: { ...request.headers, "If-None-Match": etag }, status: 304 };
}

/** Throws unless the systems have all answered the right status and the same data. */
export function refuseDifferent(work: Work, wanted: number, answers: ReadonlyMap<System, Answer>): void {
  const [first] = answers.values();
  for (const [system, { status, body }] of answers) {
    if (status !== wanted) throw new Error(`${system} answers ${work.name} with ${status}, not ${wanted}: ${body}`);
    if (isDeepStrictEqual(lasting(work, body), lasting(work, first?.body ?? ""))) continue;
    throw new Error(
      `${system} answers ${work.name} with other data: ${body.slice(0, 2000)}\n\n${first?.body.slice(0, 2000)}`,
    );
  }
}

/** What an answer says, without what is new in every answer. */
function lasting({ fresh = [] }: Work, body: string): unknown {
  return JSON.parse(body, (name, value) => (fresh.includes(name) ? undefined : value));
}
