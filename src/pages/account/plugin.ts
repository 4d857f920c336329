import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { LoginService } from "../../accounts/logins.ts";
import type { Context } from "../../context.ts";
import type { Contract } from "../../http/contract/load.ts";
import { rejectUnmatched } from "../../http/request/unmatched.ts";
import { checkerOf } from "../../http/request/validation.ts";
import { renderFailures } from "../../http/response/failures.ts";
import { serveStaticText } from "../../http/response/static-text.ts";
import { readAsset } from "../asset.ts";
import { errorContent, errorTitle, HTML_TYPE } from "../error-page.ts";
import { contentSecurityPolicy, PAGE_POLICY, protect } from "../security.ts";
import { serveApiKeys } from "./api-keys.ts";
import { welcomeFromElsewhere } from "./arrival.ts";
import { cookiesFor } from "./cookies.ts";
import { requireTokens } from "./csrf.ts";
import { renderPage } from "./layout.ts";
import { serveSignIn } from "./sign-in.ts";
import { serveUsers } from "./users.ts";
import { recogniseVisitors, requireAdministrators, requireVisitors } from "./visit.ts";

/** What the pages stand on. */
interface Parts {
  readonly context: Context;
  readonly loginService: LoginService;
  /** They say what an address, a password and a user have to be. */
  readonly catalogue: Contract;
  readonly users: Contract;
}

/** The largest form, in bytes. */
const FORM_LIMIT = 64 * 1024;

/** The pages under `/account`, for people: signing in, "Manage API Keys", and for administrators the users. They work without scripts. */
export async function registerAccountPages(server: FastifyInstance, parts: Parts): Promise<void> {
  await server.register(serveAssets);
  await server.register(async (scope) => servePages(scope, parts), { prefix: "/account" });
}

async function servePages(scope: FastifyInstance, { context, loginService, catalogue, users }: Parts): Promise<void> {
  const cookies = cookiesFor(context.config.baseUrl.startsWith("https:"));
  protect(scope);
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": PAGE_POLICY, "cache-control": "no-store" });
  });
  welcomeFromElsewhere(scope);
  await scope.register(formbody, { bodyLimit: FORM_LIMIT });
  await scope.register(cookie);
  await requireTokens(scope, cookies, context.tokenSecret);
  renderFailures(scope, HTML_TYPE, (failure, request, reply) =>
    renderPage(request, reply, errorTitle(failure), errorContent(failure, request)),
  );
  recogniseVisitors(scope, context, cookies);
  rejectUnmatched(scope);

  scope.get("/", async (_request, reply) => reply.redirect("/account/api-keys", 303));
  serveSignIn(scope, { context, loginService, cookies, checkCredentials: checkerOf(catalogue, "Credentials") });
  await scope.register(async (signedIn) => {
    requireVisitors(signedIn);
    serveApiKeys(signedIn, context);
    await signedIn.register(async (administrators) => {
      requireAdministrators(administrators);
      serveUsers(administrators, {
        context,
        checkNew: checkerOf(users, "NewUser"),
        checkChange: checkerOf(users, "UserChange"),
      });
    });
  });
}

/** The files that the pages load. */
async function serveAssets(scope: FastifyInstance): Promise<void> {
  protect(scope);
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
