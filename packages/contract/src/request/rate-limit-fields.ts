/** The name of a rate limit, and the length of its window in seconds. */
export interface RateLimitPolicy {
  /** Lower-case letters. A client may be subject to several limits of a server; each has another name. */
  readonly name: string;
  readonly seconds: number;
}

/** What is left of a limit. */
interface Left {
  readonly requests: number;
  readonly milliseconds: number;
}

const POLICY = "ratelimit-policy";
const LEFT = "ratelimit";

/** The fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11); none without a policy. */
export function rateLimitFields(policy: RateLimitPolicy | undefined, limit: number) {
  if (policy === undefined) return () => ({});
  const stated = `"${policy.name}";q=${limit};w=${policy.seconds}`;
  return ({ requests, milliseconds }: Left): Readonly<Record<string, string>> => ({
    [POLICY]: stated,
    [LEFT]: `"${policy.name}";r=${requests};t=${Math.ceil(milliseconds / 1000)}`,
  });
}
