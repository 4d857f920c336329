import { Failure } from "#contract/failure";

/** Maximum addresses that one form invites, like one call of the API. */
const MAX_ADDRESSES = 10;

/** Splits the addresses that somebody typed, and leaves out repeated ones. */
export function splitAddresses(text: string): string[] {
  const found = text.split(/[\s,;]+/).filter((address) => address !== "");
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()];
}

/** Throws `unprocessable` for no addresses, too many, and texts that are none by `check`. */
export function assertAddresses(addresses: readonly string[], check: (address: string) => void): void {
  if (addresses.length === 0) throw wrongAddresses("is required");
  if (addresses.length > MAX_ADDRESSES) throw wrongAddresses(`must have at most ${MAX_ADDRESSES} addresses`);
  const wrong = addresses.find((address) => !passes(() => check(address)));
  if (wrong !== undefined) throw wrongAddresses(`must be valid. This is no e-mail address: ${wrong.slice(0, 100)}`);
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

function wrongAddresses(message: string): Failure {
  return new Failure("unprocessable", "Please correct the fields below.", { details: [{ path: "/emails", message }] });
}
