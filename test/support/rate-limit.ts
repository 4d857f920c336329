import type { Received } from "./app.ts";

/** The number of requests that a response says are left. */
export function remainingIn({ headers }: Pick<Received, "headers">): number {
  return Number(headers.get("x-ratelimit-remaining"));
}
