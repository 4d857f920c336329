import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { LoginService } from "../../accounts/login/login-service.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/types.ts";
import { rejectUnmatched } from "../../http/request/unmatched.ts";
import { checkerOf } from "../../http/request/validation.ts";
import { renderFailures } from "../../http/response/failures.ts";
import { serveStaticText } from "../../http/response/static-text.ts";
import { countResponses } from "../../http/server/unread-responses.ts";
import { readAsset } from "../asset.ts";
import { errorContent, errorTitle, HTML_TYPE } from "../error-page.ts";
import { contentSecurityPolicy, PAGE_POLICY, setPageHeaders } from "../security.ts";
import { serveApiKeys } from "./api-keys.ts";
import { cookiesFor } from "./cookies.ts";
import { reloadCrossSiteNavigations } from "./cross-site.ts";
import { requireCsrfTokens } from "./csrf.ts";
import { renderPage } from "./layout.ts";
import { loadSessions, requireAdministrator, requireSignIn } from "./session.ts";
import { serveSignIn } from "./sign-in.ts";
import { serveUsers } from "./users.ts";

interface Dependencies {
  readonly context: Context;
  readonly loginService: LoginService;
  /** The contracts whose schemas validate the forms. */
  readonly catalogue: Contract;
  readonly users: Contract;
}

/** The size limit of forms, in bytes. */
const FORM_LIMIT = 64 * 1024;

/**
 * Registers the pages below `/account`: signing in, API keys, and user administration. They work
 * without scripts.
 */
export async function registerAccountPages(server: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await server.register(serveAssets);
  await server.register(async (scope) => servePages(scope, dependencies), { prefix: "/account" });
}

async function servePages(
  scope: FastifyInstance,
  { context, loginService, catalogue, users }: Dependencies,
): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  setPageHeaders(scope);
  countResponses(scope);
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
  });
  reloadCrossSiteNavigations(scope);
  await scope.register(formbody, { bodyLimit: FORM_LIMIT });
  await scope.register(cookie);
  await requireCsrfTokens(scope, cookies, context.tokenSecret);
  renderFailures(scope, HTML_TYPE, (failure, request, reply) =>
    renderPage(request, reply, errorTitle(failure), errorContent(failure, request)),
  );
  loadSessions(scope, context, cookies);
  rejectUnmatched(scope);

  scope.get("/", async (_request, reply) => reply.redirect("/account/api-keys", 303));
  serveSignIn(scope, { context, loginService, cookies, checkCredentials: checkerOf(catalogue, "Credentials") });
  await scope.register(async (signedIn) => {
    requireSignIn(signedIn);
    serveApiKeys(signedIn, context);
    await signedIn.register(async (administrators) => {
      requireAdministrator(administrators);
      serveUsers(administrators, {
        context,
        loginService,
        checkNew: checkerOf(users, "NewUser"),
        checkChange: checkerOf(users, "UserChange"),
      });
    });
  });
}

/** Serves the style sheet, script and icon of the pages. */
async function serveAssets(scope: FastifyInstance): Promise<void> {
  setPageHeaders(scope);
  countResponses(scope);
  const policy = contentSecurityPolicy();
  const style = readAsset("colours.css") + readAsset("account.css");
  serveStaticText(scope, { path: "/assets/account.css", type: "text/css; charset=utf-8", text: style, policy });
  const script = readAsset("account.js");
  serveStaticText(scope, { path: "/assets/account.js", type: "text/javascript; charset=utf-8", text: script, policy });
  serveStaticText(scope, {
    path: "/assets/triptych.svg",
    type: "image/svg+xml",
    text: readAsset("triptych.svg"),
    policy,
  });
}
