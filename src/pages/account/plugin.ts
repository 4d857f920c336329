import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import type { Contract } from "#contract/contract";
import { checkerOf } from "#contract/request/validation";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { LoginService } from "../../accounts/login/login-service.ts";
import type { RegistrationService } from "../../accounts/registration.ts";
import type { Context } from "../../context/context.ts";
import { constraintsOf } from "../design/constraints.ts";
import * as paths from "../design/paths.ts";
import { storePreferences } from "../design/preferences.ts";
import { fieldsOf } from "../forms/draft.ts";
import { draftAt, keepsPageForm, keepTyped, pageOf } from "../forms/drafts.ts";
import { redirect } from "../forms/notices.ts";
import { cookiesOf, registerPagesBelow } from "../forms/prepare.ts";
import { requireSignIn } from "../forms/require-sign-in.ts";
import { requireAdministrator } from "../forms/session.ts";
import * as shownSecrets from "../forms/shown-secrets.ts";
import { serveAccess } from "./access.ts";
import { serveApiKeys } from "./api-keys.ts";
import { serveAudit } from "./audit.ts";
import { serveConfirmEmail } from "./confirm-email.ts";
import { serveData } from "./data.ts";
import { serveFirstSetup } from "./first-setup.ts";
import { servePasswordReset } from "./password-reset.ts";
import { serveProfile } from "./profile.ts";
import { serveRegister } from "./register.ts";
import { serveReminders } from "./reminders.ts";
import { serveResetLink } from "./reset-link.ts";
import { serveServerSettings } from "./server.ts";
import { serveSessionList } from "./session-list.ts";
import { serveSignIn } from "./sign-in.ts";
import { serveUsers } from "./users.ts";
import { serveWebhook } from "./webhook.ts";
import { serveWebhooks } from "./webhooks.ts";

/** The size limit of forms, in bytes: the form for signing in may keep what was typed in another one. */
const FORM_LIMIT = 1024 * 1024;

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  readonly mails: MailService;
  readonly registration: RegistrationService;
  /** The contracts whose schemas validate the forms. */
  readonly catalogue: Contract;
  readonly users: Contract;
}

/**
 * Registers the pages below `/account`, such as signing in, API keys, the profile and user administration, and the page
 * of the first setup. They work without scripts.
 */
export async function registerAccountPages(pages: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await registerPagesBelow(pages, { prefix: paths.ACCOUNT, formLimit: FORM_LIMIT }, (scope) =>
    servePages(scope, dependencies),
  );
  const { context, loginService, users } = dependencies;
  await registerPagesBelow(pages, { prefix: paths.SETUP }, (scope) =>
    serveFirstSetup(scope, {
      context,
      loginService,
      cookies: cookiesOf(context),
      checkNew: checkerOf(users, "UserInput"),
      constraints: constraintsOf(users, "createUser"),
    }),
  );
}

async function servePages(
  scope: FastifyInstance,
  { context, loginService, mails, registration, catalogue, users }: Dependencies,
): Promise<void> {
  const signIn = { context, loginService, cookies: cookiesOf(context) };
  const checkChange = checkerOf(users, "UserChange");
  const constraints = constraintsOf(users, "createUser");

  scope.get("/", async (_request, reply) => reply.redirect(paths.API_KEYS, 303));
  serveSignIn(scope, {
    ...signIn,
    checkCredentials: checkerOf(catalogue, "Credentials"),
    constraints: constraintsOf(catalogue, "loginUser"),
  });
  serveRegister(scope, {
    ...signIn,
    mails,
    registration,
    checkRegistration: checkerOf(catalogue, "Registration"),
    constraints: constraintsOf(catalogue, "registerUser"),
  });
  servePasswordReset(scope, { context, mails, checkChange, constraints });
  serveConfirmEmail(scope, context);
  const { baseUrl } = context.config;
  servePagePreferences(scope, {
    path: "/sign-in/preferences",
    options: keepsPageForm(paths.SIGN_IN, { isAnonymous: true }),
    baseUrl,
  });
  await scope.register(async (signedIn) => {
    requireSignIn(signedIn);
    servePagePreferences(signedIn, { path: "/preferences", options: keepsPageForm(paths.PROFILE), baseUrl });
    serveCopied(signedIn);
    serveApiKeys(signedIn, context);
    serveWebhooks(signedIn, context);
    serveWebhook(signedIn, context);
    serveReminders(signedIn, context);
    serveOwnAccount(signedIn, { context, loginService, mails, catalogue, users });
    await signedIn.register(async (administrators) => {
      requireAdministrator(administrators);
      serveUsers(administrators, {
        context,
        loginService,
        mails,
        checkNew: checkerOf(users, "UserInput"),
        checkChange,
        constraints,
      });
      serveAudit(administrators, context);
      serveServerSettings(administrators, context);
      serveResetLink(administrators, { context, loginService, password: constraints.password ?? {} });
    });
  });
}

/** The pages on which users change, read and delete their own account. */
function serveOwnAccount(
  scope: FastifyInstance,
  { context, loginService, mails, catalogue, users }: Omit<Dependencies, "registration">,
): void {
  const cookies = cookiesOf(context);
  const { password: current_password = {} } = constraintsOf(catalogue, "loginUser");
  serveProfile(scope, {
    context,
    services: { logins: loginService, mails },
    cookies,
    checkChange: checkerOf(users, "UserChange"),
    constraints: { ...constraintsOf(users, "createUser"), current_password },
  });
  serveSessionList(scope, context, cookies);
  serveAccess(scope, context, cookies);
  serveData(scope, { context, loginService, cookies, constraints: { current_password } });
}

/** The path and the options of a route that receives the form of any page. */
interface Route {
  readonly path: string;
  readonly options: RouteShorthandOptions;
  /** The server's public URL. */
  readonly baseUrl: string;
}

/**
 * Serves the buttons in the footer of pages with a form: stores the theme or the language, and returns to the page with
 * what was typed, and with what was wrong with it.
 */
function servePagePreferences(scope: FastifyInstance, { path, options, baseUrl }: Route): void {
  scope.post(path, options, async (request, reply) => {
    const page = pageOf(request);
    const shown = await draftAt(request, page);
    storePreferences(request, reply, baseUrl);
    const { theme: _theme, language: _language, ...fields } = fieldsOf(request.body);
    return reply.redirect(await keepTyped(request, reply, page, fields, shown), 303);
  });
}

/** Serves the button that ends showing a new secret. It returns to the page with what was typed. */
function serveCopied(scope: FastifyInstance): void {
  scope.post("/copied", keepsPageForm(paths.PROFILE), async (request, reply) => {
    const page = pageOf(request);
    const shown = await draftAt(request, page);
    const { secret, ...fields } = fieldsOf(request.body);
    if (typeof secret === "string") shownSecrets.hide(reply, secret);
    return redirect(reply, { path: await keepTyped(request, reply, page, fields, shown), notice: "secret-copied" });
  });
}
