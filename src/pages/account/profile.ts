import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "#contract/failure";
import { networkOf } from "#contract/request/network";
import * as accounts from "../../accounts/accounts.ts";
import * as emailConfirmation from "../../accounts/email-confirmation.ts";
import * as ownAccount from "../../accounts/own-account.ts";
import type { Context } from "../../context/context.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import type { Constraints } from "../design/constraints.ts";
import { type Values, valuesIn } from "../design/form-state.ts";
import { CHANGE_EMAIL, PROFILE } from "../design/paths.ts";
import { viewOf } from "../design/rendering.ts";
import { type Cookies, clearCookies } from "../forms/cookies.ts";
import { KEEPS_DRAFTS, keepTyped, rejectForm, shownForm } from "../forms/drafts.ts";
import { assertAll, assertPasswordsMatch, blameEmail, submitForm } from "../forms/form-submission.ts";
import { redirect } from "../forms/notices.ts";
import { clientOf, getSignedInUser } from "../forms/session.ts";
import { confirmOwnPassword, REQUIRED, WRONG, wrongPassword } from "./confirmation.ts";
import * as views from "./profile-views.ts";
import { signInAgain } from "./sign-in-again.ts";

const LOCALES = ["en", "sv"] as const;

interface Dependencies {
  readonly context: Context;
  readonly services: ownAccount.OwnAccountServices;
  readonly cookies: Cookies;
  /** Throws `unprocessable` if a change violates the contract. */
  readonly checkChange: (value: object) => void;
  /** The bounds of a user's fields in the contract, and of the current password. */
  readonly constraints: Readonly<Record<string, Constraints>>;
}

/** Serves the pages where users change their own name, language, e-mail address and password. */
export function serveProfile(scope: FastifyInstance, dependencies: Dependencies): void {
  serveNameAndLanguage(scope, dependencies);
  serveEmail(scope, dependencies);
  servePassword(scope, dependencies);
}

function serveNameAndLanguage(scope: FastifyInstance, { context, checkChange, constraints }: Dependencies): void {
  const { database, clock } = context;

  scope.get("/profile", async (request, reply) => {
    const { name, locale } = getSignedInUser(request);
    return views.profilePage(
      request,
      reply,
      { constraints, ...shownForm(request, { name, locale }) },
      await stateOf(request, context),
    );
  });

  scope.post("/profile", KEEPS_DRAFTS, async (request, reply) => {
    return submitForm(request, reply, async ({ name = "", locale = "" }) => {
      checkChange({ name, locale });
      const change = { name, locale: LOCALES.find((known) => known === locale) };
      const user = getSignedInUser(request);
      if (name.trim() === user.name.trim() && locale === user.locale) return { path: PROFILE, notice: "unchanged" };
      await accounts.update(database, clock, user.id, change);
      return { path: PROFILE, notice: "profile-saved" };
    });
  });
}

/**
 * If the server sends mail, another address takes effect when the link in a mail is opened; otherwise at once. Then it
 * ends all sessions, like a new password.
 */
function serveEmail(
  scope: FastifyInstance,
  { context, services, cookies, checkChange, constraints }: Dependencies,
): void {
  const { database } = context;

  scope.get("/profile/email", async (request, reply) =>
    views.emailPage(request, reply, { constraints, ...shownForm(request, {}) }, await stateOf(request, context)),
  );

  scope.post("/profile/email", KEEPS_DRAFTS, async (request, reply) => {
    const user = getSignedInUser(request);
    return submitForm(request, reply, async (values) => {
      const { email_address: email = "" } = values;
      await assertAll(
        () => checkChange({ email_address: email }),
        () => assertDiffers(email, user.email),
        () => assertHasCurrentPassword(values),
      );
      const updated = await changeEmail(request, context, services, values);
      if (updated.email !== email) return { path: CHANGE_EMAIL, notice: "email-link-sent" };
      if (toEmailKey(email) === toEmailKey(user.email)) return { path: CHANGE_EMAIL, notice: "email-changed" };
      clearCookies(reply, cookies);
      return signInAgain(context, user.id, "email-changed");
    });
  });

  // After signing in again, the browser returns to the path of the form with GET.
  scope.get("/profile/confirmation", async (_request, reply) => reply.redirect(CHANGE_EMAIL, 303));

  scope.post("/profile/confirmation", async (request, reply) => {
    const { id, email } = getSignedInUser(request);
    const mail = { email, address: request.ip, language: viewOf(request).language };
    try {
      await emailConfirmation.request(database, services.mails, id, mail);
    } catch (error) {
      return rejectForm(request, reply, error, CHANGE_EMAIL);
    }
    const { email_address: typed = "" } = valuesIn(request.body);
    const path = await keepTyped(request, reply, CHANGE_EMAIL, { email_address: typed });
    return redirect(reply, { path, notice: "confirmation-sent" });
  });
}

/** A new password ends all sessions, also that of the request: the sign-in page confirms the change. */
function servePassword(
  scope: FastifyInstance,
  { context, services, cookies, checkChange, constraints }: Dependencies,
): void {
  const { database, clock } = context;

  scope.get("/profile/password", async (request, reply) =>
    views.passwordPage(request, reply, { constraints, ...shownForm(request, {}) }),
  );

  scope.post("/profile/password", KEEPS_DRAFTS, async (request, reply) => {
    const { id } = getSignedInUser(request);
    return submitForm(request, reply, async (values) => {
      const { password = "", password_confirmation = "", current_password: currentPassword } = values;
      await assertAll(
        () => assertHasCurrentPassword(values),
        () => checkChange({ password, password_confirmation }),
        () => assertPasswordsMatch(values),
        () => assertNewPassword(values),
      );
      await confirmOwnPassword(request, context, services.logins, currentPassword);
      await accounts.update(database, clock, id, { password, network: networkOf(request.ip) });
      clearCookies(reply, cookies);
      return signInAgain(context, id, "password-changed");
    });
  });
}

/** Changes the address, or mails a link to the new one; returns the account as it is then. */
async function changeEmail(
  request: FastifyRequest,
  { database }: Context,
  services: ownAccount.OwnAccountServices,
  { email_address: email, current_password: currentPassword }: Values,
) {
  const { id } = getSignedInUser(request);
  const change = { email, currentPassword, client: clientOf(request), language: viewOf(request).language };
  try {
    return await blameEmail("email_address", () => ownAccount.update(database, services, id, change));
  } catch (error) {
    if (error instanceof Failure && error.reason === "own-password-wrong") throw wrongPassword(WRONG);
    throw error;
  }
}

/** The address of the signed-in user, and what the pages say about it. */
async function stateOf(request: FastifyRequest, { database, config }: Context): Promise<views.EmailState> {
  const { email, email_confirmed_at } = await accounts.get(database, getSignedInUser(request).id);
  return { email, isConfirmed: email_confirmed_at !== null, sendsMail: config.mail !== undefined };
}

function assertDiffers(email: string, current: string): void {
  if (email !== current) return;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/email_address", message: "is already your address", reason: "same-address" }],
  });
}

function assertNewPassword({ password = "", current_password: current }: Values): void {
  if (password !== current || password === "") return;
  throw new Failure("unprocessable", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/password", message: "is already your password", reason: "same-password" }],
  });
}

function assertHasCurrentPassword({ current_password: password = "" }: Values): void {
  if (password === "") throw wrongPassword(REQUIRED);
}
