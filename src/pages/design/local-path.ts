import type { FastifyRequest } from "fastify";
import { valuesIn } from "./form-state.ts";

/** Printable ASCII after one slash; a second slash or a backslash would lead to another site. */
const LOCAL_PATH = /^\/(?![/\\])[!-~]*$/;

/** The path if it is one of this server; undefined for anything that could lead to another site. */
export function toLocalPath(path: string): string | undefined {
  if (!LOCAL_PATH.test(path) || path.includes("\\")) return undefined;
  // A path such as `/.//host` is `//host` without its dot segments, which is an address of another server.
  return URL.parse(path, "http://localhost")?.pathname.startsWith("//") === false ? path : undefined;
}

/** The page to which a button returns that many pages have; undefined if it is none of this server. */
export function backOf({ query, body }: Pick<FastifyRequest, "query" | "body">): string | undefined {
  const back = valuesIn(query).back ?? valuesIn(body).back ?? "";
  return toLocalPath(back);
}
