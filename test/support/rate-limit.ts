import type { Received } from "./app.ts";

/** The number of requests that a response says are left. Throws if its header fields of the rate limit disagree. */
export function remainingIn({ headers }: Pick<Received, "headers">): number {
  const remaining = headers.get("x-ratelimit-remaining");
  const [name, left] = /^("\w+");r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.slice(1) ?? [];
  const policy = headers.get("ratelimit-policy") ?? "";
  if (left !== remaining || !policy.startsWith(`${name};q=${headers.get("x-ratelimit-limit")};w=`))
    throw new Error(`RateLimit has "${left}" and the policy "${policy}", X-RateLimit-Remaining "${remaining}".`);
  return Number(remaining);
}
