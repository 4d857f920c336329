import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { MailService } from "../../accounts/links/mail-service.ts";
import type { LoginService } from "../../accounts/login/login-service.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import { rejectUnmatched } from "../../http/request/unmatched.ts";
import { checkerOf } from "../../http/request/validation.ts";
import { renderFailures } from "../../http/response/failures.ts";
import { countResponses } from "../../http/server/unread-responses.ts";
import { constraintsOf } from "../design/constraints.ts";
import { errorPage } from "../error-page.ts";
import { HTML_TYPE, renderPage, viewOf } from "../page.ts";
import * as paths from "../paths.ts";
import { PAGE_POLICY, setPageHeaders } from "../security.ts";
import { serveApiKeys } from "./api-keys.ts";
import { cookiesFor } from "./cookies.ts";
import { reloadCrossSiteNavigations } from "./cross-site.ts";
import { serveData } from "./data.ts";
import { serveProfile } from "./profile.ts";
import { requireAdministrator, requireSignIn } from "./session.ts";
import { serveSessionList } from "./session-list.ts";
import { serveSignIn } from "./sign-in.ts";
import { serveUsers } from "./users.ts";
import { loadVisitors } from "./visitors.ts";

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  readonly mails: MailService;
  /** The contracts whose schemas validate the forms. */
  readonly catalogue: Contract;
  readonly users: Contract;
}

/** The size limit of forms, in bytes. */
const FORM_LIMIT = 64 * 1024;

/**
 * Registers the pages below `/account`: signing in, API keys, profile, sessions, data, and user administration. They
 * work without scripts.
 */
export async function registerAccountPages(server: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await server.register(async (scope) => servePages(scope, dependencies), { prefix: "/account" });
}

async function servePages(
  scope: FastifyInstance,
  { context, loginService, mails, catalogue, users }: Dependencies,
): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  setPageHeaders(scope);
  countResponses(scope);
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
  });
  reloadCrossSiteNavigations(scope);
  await scope.register(formbody, { bodyLimit: FORM_LIMIT });
  renderFailures(scope, HTML_TYPE, (failure, request, reply) => {
    const view = viewOf(request);
    return renderPage(view, reply, errorPage(view, failure, request));
  });
  await loadVisitors(scope, context);
  rejectUnmatched(scope);

  scope.get("/", async (_request, reply) => reply.redirect(paths.API_KEYS, 303));
  serveSignIn(scope, {
    context,
    loginService,
    cookies,
    checkCredentials: checkerOf(catalogue, "Credentials"),
    constraints: constraintsOf(catalogue, "loginUser"),
  });
  await scope.register(async (signedIn) => {
    requireSignIn(signedIn);
    serveApiKeys(signedIn, context);
    serveOwnAccount(signedIn, { context, loginService, mails, catalogue, users });
    await signedIn.register(async (administrators) => {
      requireAdministrator(administrators);
      serveUsers(administrators, {
        context,
        loginService,
        checkNew: checkerOf(users, "NewUser"),
        checkChange: checkerOf(users, "UserChange"),
        constraints: constraintsOf(users, "createUser"),
      });
    });
  });
}

/** The pages on which users change, read and delete their own account. */
function serveOwnAccount(
  scope: FastifyInstance,
  { context, loginService, mails, catalogue, users }: Dependencies,
): void {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  const { password: current_password = {} } = constraintsOf(catalogue, "loginUser");
  serveProfile(scope, {
    context,
    services: { logins: loginService, mails },
    cookies,
    checkChange: checkerOf(users, "UserChange"),
    constraints: { ...constraintsOf(users, "createUser"), current_password },
  });
  serveSessionList(scope, context, cookies);
  serveData(scope, { context, loginService, cookies, constraints: { current_password } });
}
