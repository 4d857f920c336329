import { Failure, type Problem } from "#contract/failure";
import { normalise } from "./login/passwords.ts";

/** The account that a password is for. */
interface Owner {
  readonly email: string;
  readonly name: string;
}

/**
 * Minimum length of the normalised password, in code points. The contracts require the same of the
 * password as it was sent, whose length can differ.
 */
const MIN_LENGTH = 8;

/** Number of common passwords that are rejected, not counting those shorter than `MIN_LENGTH`. */
const COMMON_PASSWORD_COUNT = 10_000;

/**
 * Throws `invalid` for a password that is easy to guess: one of the most common ones, or the
 * account's e-mail address or name, ignoring case (NIST SP 800-63B, section 3.1.1.2).
 */
export async function assertAcceptable(password: string, { email, name }: Owner): Promise<void> {
  const key = keyOf(password);
  if ([...key].length < MIN_LENGTH) {
    const message = `must have at least ${MIN_LENGTH} characters`;
    throw rejected({ message, reason: "too-few-characters", values: { limit: MIN_LENGTH } });
  }
  if (key === keyOf(email) || key === keyOf(email.slice(0, email.lastIndexOf("@"))))
    throw rejected({
      message: "must not be the account's e-mail address or the part of it before the @",
      reason: "password-is-address",
    });
  if (key === keyOf(name.trim()))
    throw rejected({ message: "must not be the account's name", reason: "password-is-name" });
  commonPasswords ??= loadCommonPasswords();
  if ((await commonPasswords).has(key))
    throw rejected({
      message: "must not be one of the 10,000 most common passwords, because attackers try these first",
      reason: "password-common",
    });
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list at first use, because that takes 20 ms. It is in lower case, most common first. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const longEnough = dictionary["passwords-common"].filter(({ length }) => length >= MIN_LENGTH);
  return new Set(longEnough.slice(0, COMMON_PASSWORD_COUNT));
}

/** The form in which passwords are compared. */
function keyOf(text: string): string {
  return normalise(text).toLowerCase();
}

function rejected(problem: Problem): Failure {
  return new Failure("invalid", `The password ${problem.message}.`, {
    reason: "password-rejected",
    details: [{ path: "/password", ...problem }],
  });
}
