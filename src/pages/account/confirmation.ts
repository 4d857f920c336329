import type { FastifyRequest } from "fastify";
import { Failure, type Problem } from "#contract/failure";
import type { Account } from "../../accounts/account.ts";
import type { AccountChange } from "../../accounts/accounts.ts";
import * as logins from "../../accounts/login/login-service.ts";
import type { Context } from "../../context/context.ts";
import { clientOf, getSignedInUser } from "../forms/session.ts";

const NEEDED = {
  message: "is needed to change the e-mail address, the level or the password",
  reason: "needed-for-change",
};
/** What may be wrong with the password of the signed-in user. */
export const REQUIRED = { message: "is required", reason: "required" };
export const WRONG = { message: "is wrong", reason: "wrong" };

/** Values of a form that changes an account. */
interface SubmittedChange extends Pick<AccountChange, "email" | "level" | "password"> {
  /** The password of the signed-in user. */
  readonly currentPassword: string | undefined;
}

/**
 * Requires the password of the signed-in user for a change of e-mail address, level or password, so
 * that an open browser is not enough to take over an account (OWASP ASVS 5.0, 7.5.1).
 * Throws `unprocessable` if it is missing or wrong, and `tooMany` after too many wrong ones.
 */
export async function confirmSensitiveChange(
  request: FastifyRequest,
  context: Context,
  loginService: logins.LoginService,
  account: Account,
  { email, level, password, currentPassword = "" }: SubmittedChange,
): Promise<void> {
  const isSensitive = email !== account.email || level !== account.user_level || password !== undefined;
  if (!isSensitive) return;
  if (currentPassword === "") throw wrongPassword(NEEDED);
  await confirmOwnPassword(request, context, loginService, currentPassword);
}

/** Requires the password of the signed-in user. Throws like `confirmSensitiveChange`. */
export async function confirmOwnPassword(
  request: FastifyRequest,
  { database }: Context,
  loginService: logins.LoginService,
  password = "",
): Promise<void> {
  if (password === "") throw wrongPassword(REQUIRED);
  const login = { email: getSignedInUser(request).email, password, client: clientOf(request) };
  await logins.confirmPassword(database, loginService, login, () => wrongPassword(WRONG));
}

/** The failure of a wrong or missing password of the signed-in user, beside the field for it. */
export function wrongPassword(problem: Problem): Failure {
  return new Failure("unprocessable", `Your own password ${problem.message}.`, {
    reason: "own-password-rejected",
    details: [{ path: "/current_password", ...problem }],
  });
}
