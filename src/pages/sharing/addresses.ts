import { Failure, type Problem } from "#contract/failure";

/** Maximum addresses that one form invites, like one call of the API. */
const MAX_ADDRESSES = 10;

/** Splits the addresses that somebody typed, and leaves out repeated ones. */
export function splitAddresses(text: string): string[] {
  const found = text.split(/[\s,;]+/).filter((address) => address !== "");
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()];
}

/** Throws `unprocessable` for no addresses, too many, and texts that are none by `check`. */
export function assertAddresses(addresses: readonly string[], check: (address: string) => void): void {
  if (addresses.length === 0) throw wrongAddresses({ message: "is required", reason: "required" });
  if (addresses.length > MAX_ADDRESSES) {
    const message = `must have at most ${MAX_ADDRESSES} addresses`;
    throw wrongAddresses({ message, reason: "too-many-addresses", values: { limit: MAX_ADDRESSES } });
  }
  const wrong = addresses.find((address) => !passes(() => check(address)));
  if (wrong === undefined) return;
  const text = wrong.slice(0, 100);
  const message = `must be valid. This is no e-mail address: ${text}`;
  throw wrongAddresses({ message, reason: "has-no-address", values: { text } });
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "unprocessable") return false;
    throw error;
  }
}

function wrongAddresses(problem: Problem): Failure {
  return new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/emails", ...problem }],
  });
}
