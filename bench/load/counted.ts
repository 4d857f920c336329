import { type Request, VALUE } from "../works/work.ts";
import type { Load } from "./load.ts";

/** A load, and what went wrong in it. */
export interface Counted extends Load {
  /** Answers of another status than the right one. */
  readonly wrong: number;
  /** One of their statuses. */
  readonly status: number;
  /** Connections that failed, and answers that came too late. */
  readonly failed: number;
}

/** A load in which nothing went wrong. Throws where something did. */
export function checked({ wrong, status, failed, ...load }: Counted, { method, path, status: wanted }: Request): Load {
  const what = `${method} ${path.replace(VALUE, "…")}`;
  if (wrong > 0) throw new Error(`${what}: ${wrong} of ${load.requests} answers were not ${wanted} but ${status}.`);
  if (failed > 0) throw new Error(`${what}: ${failed} connections failed or waited too long.`);
  if (load.requests === 0) throw new Error(`${what}: there was no answer in time. Give it more --seconds.`);
  return load;
}
